// Orama: vectors in a Map, a loop over them.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH } from "../subject.mjs";

/** @type {import("../subject.mjs").Subject} */
export const orama = {
  id: "orama",
  label: "Orama",
  library: {
    from: "@orama/orama",
    names: ["create", "insertMultiple", "search", "save", "load"],
    package: "@orama/orama",
  },
  runtimes: BOTH,
  mostRows: Infinity,
  async create({ create, insertMultiple, search, save, load }) {
    const made = () => create({ schema: { row: `vector[${DIMENSIONS}]` } });
    const ask = async (
      /** @type {unknown} */ index,
      /** @type {Float32Array} */ value,
    ) => {
      const { hits } = await search(index, {
        mode: "vector",
        vector: { value, property: "row" },
        // By default nothing below 0.8 is found.
        similarity: 0,
        limit: K,
      });
      return hits.map((/** @type {{ id: string }} */ { id }) => Number(id));
    };
    const index = made();
    return {
      insert: (rows) =>
        insertMultiple(
          index,
          rows.map((row, at) => ({ id: `${at}`, row: Array.from(row) })),
        ),
      search: (query) => ask(index, query),
      save: () => JSON.stringify(save(index)),
      async open(saved, query) {
        const again = made();
        load(again, JSON.parse(saved));
        await ask(again, query);
      },
    };
  },
};
