// EdgeVec: a graph in wasm. By squared distance, which orders unit vectors as the cosine does: its metric "cosine" finds the farthest.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH, SMALL } from "../subject.mjs";

const WASM = "edgevec/edgevec_bg.wasm";
const NAME = "bench";

/** @type {import("../subject.mjs").Subject} */
export const edgevec = {
  id: "edgevec",
  label: "EdgeVec",
  library: {
    from: "edgevec/edgevec.js",
    names: ["default", "EdgeVec", "EdgeVecConfig"],
    package: "edgevec",
    wasm: WASM,
  },
  runtimes: BOTH,
  mostRows: SMALL,
  async create({ default: init, EdgeVec, EdgeVecConfig }, { bytes, runtime }) {
    await init({ module_or_path: await bytes(WASM) });
    const config = new EdgeVecConfig(DIMENSIONS);
    config.metric = "l2";
    const index = new EdgeVec(config);
    /** Its own numbers of the rows. @type {Map<number, number>} */
    const rowOf = new Map();
    const ask = (/** @type {any} */ index, /** @type {Float32Array} */ query) =>
      index
        .search(query, K)
        .map((/** @type {{ id: number }} */ { id }) => rowOf.get(id));
    return {
      insert(rows) {
        rows.forEach((row, at) => rowOf.set(index.insert(row), at));
      },
      search: (query) => ask(index, query),
      // It saves into IndexedDB and into nothing else.
      ...(runtime === "page" && {
        save: () => index.save(NAME),
        open: async (_, query) => ask(await EdgeVec.load(NAME), query),
      }),
    };
  },
};
