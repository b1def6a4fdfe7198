// hnswlib-wasm: a graph, compiled by Emscripten. By the inner product, which orders unit vectors as the cosine does.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH, SMALL } from "../subject.mjs";

const FILE = "bench.dat";
/** Edges of a row, effort of building, seed; effort of a search. They are those that the library names for vectors of a language model (`hnswParamsForAda`). */
const BUILDING = /** @type {const} */ ([32, 128, 100]);
const SEARCHING = 128;

/** @type {import("../subject.mjs").Subject} */
export const hnswlib = {
  id: "hnswlib",
  label: "hnswlib-wasm",
  library: {
    from: "hnswlib-wasm/dist/hnswlib.js",
    names: ["loadHnswlib", "syncFileSystem"],
    package: "hnswlib-wasm",
  },
  runtimes: BOTH,
  mostRows: SMALL,
  async create({ loadHnswlib, syncFileSystem }, { nRows }) {
    const { HierarchicalNSW } = await loadHnswlib();
    const made = () => new HierarchicalNSW("ip", DIMENSIONS, "");
    const index = made();
    index.initIndex(nRows, ...BUILDING);
    index.setEfSearch(SEARCHING);
    return {
      insert(rows) {
        index.addPoints(rows, [...rows.keys()], false);
      },
      search: (query) => [...index.searchKnn(query, K, undefined).neighbors],
      // Into Emscripten's files, and those into IndexedDB.
      async save() {
        await index.writeIndex(FILE);
        await syncFileSystem("write");
      },
      async open(_, query) {
        await syncFileSystem("read");
        const again = made();
        await again.readIndex(FILE, nRows);
        again.setEfSearch(SEARCHING);
        again.searchKnn(query, K, undefined);
      },
    };
  },
};
