// Palimpsest through its public `recall`: the query's words and vector, both searches, fusion, records. Made-up sentences, the data's vectors.

import { OFF } from "../../eval/strategies.mjs";
import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH, SMALL } from "../subject.mjs";

const WASM = "palimpsest/palimpsest.wasm";
/** Rows that are told in one call. */
const CHUNK = 500;
/** Above this the strategies are off: a governed write of each row would take the time of the rest together. */
const MOST_GOVERNED = SMALL;

const LIBRARY = {
  from: "palimpsest/slim",
  names: ["initialise", "Memory"],
  package: "palimpsest",
  wasm: WASM,
};

/** @type {import("../subject.mjs").Subject} */
export const palimpsest = {
  id: "palimpsest",
  label: "Palimpsest, recall",
  library: LIBRARY,
  runtimes: BOTH,
  mostRows: Infinity,
  async create({ initialise, Memory }, surroundings) {
    await initialise(await surroundings.bytes(WASM));
    const { open, index } = await opened(Memory, surroundings, "memory");
    return {
      ...index,
      save: () => index.memory.export(),
      async open(saved, query) {
        const again = await open();
        await again.import(saved, { onCollision: "keep" });
        await index.ask(again, query);
        await again.close();
      },
    };
  },
};

/** @type {import("../subject.mjs").Subject} */
export const onIndexedDb = {
  id: "palimpsest-indexeddb",
  label: "Palimpsest, recall, IndexedDB",
  library: LIBRARY,
  runtimes: ["page"],
  mostRows: Infinity,
  async create({ initialise, Memory }, surroundings) {
    await initialise(await surroundings.bytes(WASM));
    const { open, index } = await opened(Memory, surroundings, "indexeddb");
    return {
      ...index,
      // Each write is saved when it resolves, so there is no `save`.
      async open(_, query) {
        const again = await open();
        await index.ask(again, query);
        await again.close();
      },
    };
  },
};

/**
 * @param {typeof import("palimpsest").Memory} Memory
 * @param {import("../subject.mjs").Surroundings} surroundings
 * @param {"memory" | "indexeddb"} storage
 */
async function opened(Memory, surroundings, storage) {
  const isGoverned = surroundings.nRows <= MOST_GOVERNED;
  /** @type {Map<string, Float32Array>} */
  const vectorOf = new Map();
  const open = () =>
    Memory.open({
      name: "bench",
      storage,
      embedModel: "made",
      // Asked for a sentence of its own, by which it knows a model again, it gets any vector.
      embed: async (asked) => asked.map((text) => vectorOf.get(text) ?? ANY),
      policy: {
        calibrate: "off",
        gate: { duplicate: 0.9, related: 0.75 },
        ...(!isGoverned && { strategies: OFF }),
      },
      seed: 1,
    });
  const index = indexOf(await open(), vectorOf, surroundings);
  const note = () => `strategies ${isGoverned ? "on" : "off"}: ${index.told()}`;
  return { open, index: { ...index, note } };
}

/** @typedef {import("palimpsest").Memory} Memory */

/** @param {Memory} memory @param {Map<string, Float32Array>} vectorOf @param {import("../subject.mjs").Surroundings} surroundings */
function indexOf(memory, vectorOf, { texts, queryTexts }) {
  /** @type {Map<string, number>} */
  const rowOf = new Map();
  /** @type {Record<string, number>} */
  const actions = {};

  /** @param {Memory} memory @param {string} text @param {Float32Array} query */
  async function recall(memory, text, query) {
    vectorOf.set(text, query);
    const hits = await memory.recall(text, { limit: K, touch: false });
    vectorOf.delete(text);
    return hits.map(({ id }) => /** @type {number} */ (rowOf.get(id)));
  }

  return {
    memory,
    /** @param {Float32Array[]} rows */
    async insert(rows) {
      for (let from = 0; from < rows.length; from += CHUNK) {
        const chunk = texts.slice(from, from + CHUNK);
        chunk.forEach((text, at) => vectorOf.set(text, rows[from + at]));
        const decisions = await memory.rememberAll(chunk);
        vectorOf.clear();
        for (const [at, { id, action }] of decisions.entries()) {
          rowOf.set(id, from + at);
          actions[action] = (actions[action] ?? 0) + 1;
        }
      }
    },
    /** @param {Memory} memory @param {Float32Array} query */
    ask: (memory, query) => recall(memory, queryTexts[0], query),
    /** @param {Float32Array} query @param {number} nth */
    search: (query, nth) => recall(memory, queryTexts[nth], query),
    // A word that is in no record: then only the vectors decide, as with the others.
    /** @param {Float32Array} query @param {number} nth */
    searchForRecall: (query, nth) => recall(memory, `xyzzy${nth}`, query),
    told: () =>
      Object.entries(actions)
        .map(([action, count]) => `${count} ${action}`)
        .join(", "),
  };
}

const ANY = unitVector();

function unitVector() {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 1;
  return vector;
}
