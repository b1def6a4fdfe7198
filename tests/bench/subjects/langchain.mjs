// LangChain's MemoryVectorStore: a cosine for each row, all of them sorted. It keeps nothing beyond the process.

import { K } from "../data.mjs";
import { BOTH, SMALL } from "../subject.mjs";

/** @type {import("../subject.mjs").Subject} */
export const langchain = {
  id: "langchain",
  label: "LangChain MemoryVectorStore",
  library: {
    from: "@langchain/classic/vectorstores/memory",
    names: ["MemoryVectorStore"],
    package: "@langchain/classic",
  },
  runtimes: BOTH,
  mostRows: SMALL,
  async create({ MemoryVectorStore }) {
    const store = new MemoryVectorStore(null);
    return {
      insert: (rows) =>
        store.addVectors(
          rows.map((row) => Array.from(row)),
          rows.map((_, at) => ({ pageContent: "", metadata: { at } })),
        ),
      async search(query) {
        const found = await store.similaritySearchVectorWithScore(
          Array.from(query),
          K,
        );
        return found.map(
          (/** @type {[{ metadata: { at: number } }, number]} */ [document]) =>
            document.metadata.at,
        );
      },
    };
  },
};
