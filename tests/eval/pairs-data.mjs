// The labelled pairs: our own golden ones, and the public sets that may lie beside the project.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import {
  readAlike,
  readAside,
  readPairs,
  readPractice,
} from "../golden/read.mjs";
import { nameOf, rowsOf } from "./recorded.mjs";
import { calibrationVectors, openVectors } from "./vectors.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

/** Where the public data lie: beside the project, for none of them may go into it. */
export const PUBLIC =
  process.env.PALIMPSEST_PUBLIC_DATA ?? resolve(ROOT, "../shared/data");

/** Public sets, and how many numbers their vectors have. */
export const PUBLIC_SETS = [
  "zh-lcqmc",
  "zh-paws",
  "zh-ocnli",
  "en-mrpc",
  "en-sick",
  "en-breaking-nli",
];
export const DIMENSIONS = { use: 512, e5: 384 };

/** What `Memory.open` is told as `embedModel`, as `openVectors` says for the golden texts. */
export const MODEL_NAMES = {
  use: "use-multilingual-v3",
  e5: "multilingual-e5-small",
};

/** @typedef {"lexical" | "use" | "e5" | "one"} Model `lexical`: the package's own, without a callback; `one`: every text has the same vector */
/** @typedef {"tuned" | "aside"} Part */
/**
 * `a` is stored first, `b` is told later, `label` says how `b` stands to `a`.
 *
 * @typedef {{ id: string, lang: string, label: string, kind: string, part?: Part, a: string, b: string }} Pair
 */
/** @typedef {(texts: string[]) => Promise<Float32Array[]>} Embed */
/**
 * What `Memory.open` is told of a model; nothing for the package's own.
 *
 * @typedef {{ embed?: Embed, embedModel?: string, policy?: import("palimpsest").PolicyOptions }} Embedding
 */

/** @returns {Pair[]} */
export function goldenPairs() {
  const aside = new Set(readAside().pairs);
  return readPairs().map((pair) => ({
    ...pair,
    part: aside.has(pair.id) ? "aside" : "tuned",
  }));
}

/** The pairs to practise on; those with an odd number are only ever counted. @returns {Pair[]} */
export const practicePairs = () => halved(readPractice());

/** The pairs that look alike; those with an odd number are only ever counted. @returns {Pair[]} */
export const alikePairs = () => halved(readAlike());

/** @param {import("../golden/read.mjs").Pair[]} pairs @returns {Pair[]} */
const halved = (pairs) =>
  pairs.map((pair) => ({
    ...pair,
    part: Number(pair.id.slice(-1)) % 2 === 0 ? "tuned" : "aside",
  }));

/** The vector of an embedder that can't tell texts apart. */
const ONE = Float32Array.of(1, 0);

/** @type {Embedding} */
const ONE_FOR_ALL = {
  embedModel: "one",
  embed: async (texts) => texts.map(() => ONE),
  // Its own thresholds would be out of reach: then vectors decide nothing.
  policy: { calibrate: "off", gate: { duplicate: 0.9, related: 0.75 } },
};

/** @param {Model} model @returns {Promise<Embedding & { save?: () => Promise<void> }>} */
export async function goldenEmbedding(model) {
  if (model === "lexical") return {};
  if (model === "one") return ONE_FOR_ALL;
  return openVectors(model);
}

/** What to say where the public data are missing, or null. */
export function withoutPublic() {
  if (existsSync(PUBLIC)) return null;
  return `The public sets are left out: there is no folder ${process.env.PALIMPSEST_PUBLIC_DATA ? "of the name in PALIMPSEST_PUBLIC_DATA" : "../shared/data beside the project"}. Their licences forbid to put them here.`;
}

/** @param {string} set @returns {Pair[]} */
export function publicPairs(set) {
  const lines = readFileSync(resolve(PUBLIC, `${set}.jsonl`), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map((pair, nth) => ({
      ...pair,
      id: `${set}-${nth}`,
      lang: set.slice(0, 2),
      kind: pair.label,
    }));
}

/** @param {string} set @param {Pair[]} pairs @param {Model} model @returns {Embedding} */
export function publicEmbedding(set, pairs, model) {
  if (model === "lexical") return {};
  if (model === "one") return ONE_FOR_ALL;
  return recordedEmbedding(
    set,
    pairs.flatMap(({ a, b }) => [a, b]),
    model,
  );
}

/**
 * The recorded vectors of a public set: a row a text, in order.
 *
 * @param {string} set
 * @param {string[]} texts
 * @param {"use" | "e5"} model
 */
export function recordedEmbedding(set, texts, model) {
  const bytes = readFileSync(resolve(PUBLIC, `${set}.${model}.f16`));
  const rows = rowsOf(bytes, DIMENSIONS[model]);
  const vectors = new Map(texts.map((text, at) => [text, rows[at]]));
  const measuring = calibrationVectors(model);
  return {
    embedModel: MODEL_NAMES[model],
    async embed(/** @type {string[]} */ texts) {
      const known = await measuring;
      return texts.map((text) => {
        const vector = vectors.get(text) ?? known.get(nameOf(text));
        if (vector) return vector;
        throw new Error(
          `no vector of ${model} is recorded for ${JSON.stringify(text)}`,
        );
      });
    },
  };
}
