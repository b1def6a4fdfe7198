// mem0ai's open-source class as a subject: `infer: false`, its own search, its own store in memory.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { N_HITS } from "../score.mjs";
import { Stopwatch, plain } from "../subject.mjs";
import { embeddings } from "./langchain.mjs";

export const LABEL = "mem0ai, infer: false";
export const PACKAGE = "mem0ai";

/** Not installed by the set-up of the tests, so it is not imported by name. */
const MODULE = `${PACKAGE}/oss`;

/** Its lists are cut at a hundred unless they are told otherwise. */
const ALL_OF_THEM = 100_000;

/**
 * @param {{ embed: import("../subject.mjs").Embed, dimension: number }} options
 * @returns {Promise<import("../subject.mjs").Subject>}
 */
export async function open({ embed, dimension }) {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-mem0-"));
  // Read when the module is loaded: it calls home unless it is told not to, and keeps a name for this machine in a folder.
  process.env.MEM0_TELEMETRY = "false";
  process.env.MEM0_DIR = folder;
  const { Memory } = await import(MODULE);
  const stopwatch = new Stopwatch();
  const config = configOf(embeddings(stopwatch, embed), dimension);
  /** A store each: a search reads all rows of a store, the others' too. @type {Map<string, any>} */
  const memories = new Map();
  /** @param {string} user */
  function memoryOf(user) {
    const memory = memories.get(user) ?? new Memory(config);
    memories.set(user, memory);
    return memory;
  }
  return {
    stopwatch,
    async remember(user, { text }) {
      const { results } = await memoryOf(user).add(text, {
        userId: user,
        infer: false,
      });
      if (results.length !== 1)
        throw new Error(`${results.length} memories of one text`);
      return { action: "added", id: results[0].id };
    },
    async ask(user, { text }) {
      const filters = { user_id: user };
      const { results } = await memoryOf(user).search(text, {
        filters,
        topK: N_HITS,
      });
      return results.map(asHeld);
    },
    async records(user) {
      const filters = { user_id: user };
      const { results } = await memoryOf(user).getAll({
        filters,
        topK: ALL_OF_THEM,
      });
      return results.map(asHeld);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @param {{ id: string, memory: string }} found */
const asHeld = ({ id, memory }) => plain(id, memory);

/** @param {ReturnType<typeof embeddings>} model @param {number} dimension */
const configOf = (model, dimension) => ({
  disableHistory: true,
  embedder: { provider: "langchain", config: { model } },
  llm: { provider: "langchain", config: { model: NO_MODEL } },
  vectorStore: {
    provider: "memory",
    config: { collectionName: "eval", dimension, dbPath: ":memory:" },
  },
});

const NO_MODEL = {
  invoke() {
    throw new Error("mem0ai called a language model, with infer: false");
  },
};
