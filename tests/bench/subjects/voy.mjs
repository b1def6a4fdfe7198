// voy-search: a k-d tree in wasm. Its rows come and go as plain arrays, its index as a string.

import { K } from "../data.mjs";
import { BOTH, SMALL } from "../subject.mjs";

const WASM = "voy-search/voy_search_bg.wasm";

/** @type {import("../subject.mjs").Subject} */
export const voy = {
  id: "voy",
  label: "voy-search",
  library: {
    from: "voy-search/voy_search_bg.js",
    names: ["*"],
    package: "voy-search",
    wasm: WASM,
  },
  runtimes: BOTH,
  mostRows: SMALL,
  async create(library, { bytes }) {
    // What its own entry leaves to a bundler.
    const module = await WebAssembly.compile(
      /** @type {BufferSource} */ (await bytes(WASM)),
    );
    const { exports } = await WebAssembly.instantiate(module, {
      "./voy_search_bg.js": library,
    });
    library.__wbg_set_wasm(exports);
    const { Voy } = library;
    /** @type {any} */
    let index;
    const ask = (/** @type {any} */ index, /** @type {Float32Array} */ query) =>
      index
        .search(query, K)
        .neighbors.map((/** @type {{ id: string }} */ { id }) => Number(id));
    return {
      insert(rows) {
        index = new Voy({
          embeddings: rows.map((row, at) => ({
            ...{ id: `${at}`, title: "", url: "" },
            embeddings: Array.from(row),
          })),
        });
      },
      search: (query) => ask(index, query),
      save: () => index.serialize(),
      open: (saved, query) => ask(Voy.deserialize(saved), query),
    };
  },
};
