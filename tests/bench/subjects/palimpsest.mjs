// Palimpsest through its public `recall`: the query's words and vector, both searches, fusion, records. Made-up sentences, the data's vectors.

import { STRATEGIES } from "../../eval/strategies.mjs";
import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH, SMALL } from "../subject.mjs";

const WASM = "palimpsest/palimpsest.wasm";
const OFF = Object.fromEntries(STRATEGIES.map((name) => [name, false]));
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
async function opened(Memory, { nRows, texts, queryTexts }, storage) {
  const isGoverned = nRows <= MOST_GOVERNED;
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
  const memory = await open();
  /** @type {Map<string, number>} */
  const rowOf = new Map();
  /** @type {Record<string, number>} */
  const actions = {};

  const recall = async (
    /** @type {import("palimpsest").Memory} */ memory,
    /** @type {string} */ text,
    /** @type {Float32Array} */ query,
  ) => {
    vectorOf.set(text, query);
    const hits = await memory.recall(text, { limit: K, touch: false });
    vectorOf.delete(text);
    return hits.map(({ id }) => /** @type {number} */ (rowOf.get(id)));
  };

  const index = {
    memory,
    async insert(/** @type {Float32Array[]} */ rows) {
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
    ask: (
      /** @type {import("palimpsest").Memory} */ memory,
      /** @type {Float32Array} */ query,
    ) => recall(memory, queryTexts[0], query),
    search: (/** @type {Float32Array} */ query, /** @type {number} */ nth) =>
      recall(memory, queryTexts[nth], query),
    // A word that is in no record: then only the vectors decide, as with the others.
    searchForRecall: (
      /** @type {Float32Array} */ query,
      /** @type {number} */ nth,
    ) => recall(memory, `xyzzy${nth}`, query),
    note: () =>
      `strategies ${isGoverned ? "on" : "off"}: ${Object.entries(actions)
        .map(([action, count]) => `${count} ${action}`)
        .join(", ")}`,
  };
  return { open, index };
}

const ANY = unitVector();

function unitVector() {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 1;
  return vector;
}
