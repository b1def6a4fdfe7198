// LangChain's MemoryVectorStore as a subject.

import { N_HITS } from "../score.mjs";
import { Stopwatch, plain } from "../subject.mjs";

export const LABEL = "LangChain MemoryVectorStore";
export const PACKAGE = "@langchain/classic";

/** Not installed by the set-up of the tests, so it is not imported by name. */
const MODULE = `${PACKAGE}/vectorstores/memory`;

/**
 * @param {{ embed: import("../subject.mjs").Embed }} options
 * @returns {Promise<import("../subject.mjs").Subject>}
 */
export async function open({ embed }) {
  const { MemoryVectorStore } = await import(MODULE);
  const stopwatch = new Stopwatch();
  const store = new MemoryVectorStore(embeddings(stopwatch, embed));
  /** @type {Map<string, { id: string, text: string }[]>} */
  const told = new Map();
  let number = 0;
  return {
    stopwatch,
    async remember(user, { at, text }) {
      const id = `${(number += 1)}`;
      const metadata = { user, at };
      await store.addDocuments([{ id, pageContent: text, metadata }]);
      told.set(user, [...(told.get(user) ?? []), { id, text }]);
      return { action: "added", id };
    },
    async ask(user, { text }) {
      const isTheirs = (/** @type {any} */ { metadata }) =>
        metadata.user === user;
      const found = await store.similaritySearch(text, N_HITS, isTheirs);
      return found.map((/** @type {any} */ { id, pageContent }) =>
        plain(id, pageContent),
      );
    },
    // It has no list of its own; it drops nothing.
    records: async (user) =>
      (told.get(user) ?? []).map(({ id, text }) => plain(id, text)),
    async close() {},
  };
}

/**
 * An object of LangChain's interface `Embeddings`. Its vectors are plain arrays.
 *
 * @param {Stopwatch} stopwatch
 * @param {import("../subject.mjs").Embed} embed
 */
export function embeddings(stopwatch, embed) {
  const embedDocuments = stopwatch.counted(
    "embed",
    async (/** @type {string[]} */ texts) =>
      (await embed(texts)).map((vector) => Array.from(vector)),
  );
  const embedQuery = async (/** @type {string} */ text) =>
    (await embedDocuments([text]))[0];
  return { embedDocuments, embedQuery };
}
