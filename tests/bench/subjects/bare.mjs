// Palimpsest's bare vector index, without records or words: a module of its own, which scripts/bench-index builds and nobody is shipped.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH } from "../subject.mjs";

const WASM = "bench-index/index_bg.wasm";

/** @type {import("../subject.mjs").Subject} */
export const bare = {
  id: "bare",
  label: "Palimpsest, bare index",
  library: {
    from: "bench-index/index.js",
    names: ["*", "default"],
    package: "palimpsest",
    wasm: WASM,
    // The module exports the whole library beside the index.
    isShipped: false,
  },
  runtimes: BOTH,
  mostRows: Infinity,
  async create(library, { bytes }) {
    await library.default({ module_or_path: await bytes(WASM) });
    const index = new library.Index(DIMENSIONS);
    return {
      insert(rows) {
        rows.forEach((row, slot) => index.insert(slot, row));
      },
      search: (query) => Array.from(index.topK(query, K)),
      note: () => `${(index.bytes() / 1e6).toFixed(1)} MB by its own count`,
    };
  },
};
