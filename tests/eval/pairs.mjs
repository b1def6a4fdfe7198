// Labelled pairs through the packed package: two writes into a fresh scope each, recorded vectors, no language model.

import { setImmediate } from "node:timers/promises";

import { Memory } from "palimpsest";

import { goldenEmbedding, goldenPairs } from "./pairs-data.mjs";

/** @typedef {import("palimpsest").Action} Action */
/** @typedef {import("palimpsest").Evidence} Evidence */
/** @typedef {import("palimpsest").PolicyOptions} PolicyOptions */
/** @typedef {import("./interval.mjs").Rate} Rate */
/** @typedef {import("./pairs-data.mjs").Embedding} Embedding */
/** @typedef {import("./pairs-data.mjs").Model} Model */
/** @typedef {import("./pairs-data.mjs").Pair} Pair */
/** @typedef {import("./pairs-data.mjs").Part} Part */
/**
 * How the package took a pair's second text, and on what grounds.
 *
 * @typedef {{ pair: Pair, action: Action, cosine?: number, guards: Evidence["guards"] }} Judged
 */

/** When the first text is told, and how far each is from the next; milliseconds. */
const START = Date.UTC(2025, 0, 1);
const APART = 60_000;

/**
 * @param {Pair[]} pairs
 * @param {Embedding} embedding
 * @param {PolicyOptions} [policy]
 * @returns {Promise<Judged[]>}
 * @throws {Error} where a vector was missing: such a pair would be judged by words alone, and nobody would know
 */
export async function judgePairs(pairs, { embed, embedModel }, policy = {}) {
  let now = START;
  /** @type {unknown} */
  let missing;
  const memory = await Memory.open({
    name: "pairs",
    storage: "memory",
    ...(embed && {
      embedModel,
      embed: (/** @type {string[]} */ texts) =>
        embed(texts).catch((err) => {
          missing = err;
          throw err;
        }),
    }),
    policy,
    clock: () => (now += APART),
    seed: 1,
  });
  const judged = [];
  for (const pair of pairs) {
    const scope = memory.scoped({ userId: pair.id });
    await scope.remember(pair.a);
    const { action, evidence } = await scope.remember(pair.b);
    if (missing) throw missing;
    const { cosine, guards } = evidence;
    // Everything here goes from one microtask to the next; what is not used any more is let go of between tasks only.
    if (judged.length % 50 === 0) await setImmediate();
    judged.push({ pair, action, cosine, guards });
  }
  await memory.close();
  return judged;
}

/** Labels by what should become of the second text. Public sets have labels of their own. */
const APART_LABELS = [
  ...["contradicts", "coexists", "different"],
  ...["contradiction", "neutral"],
];
const CLASHING = ["contradicts", "contradiction"];
const CALM = ["coexists", "different", "neutral", "entailment"];

/** Answers after which the second text is no record of its own. */
const FUSED = ["duplicate", "updated", "merged"];
const NOTICED = ["superseded", "conflict"];

/** Whether two texts belong apart. @param {Pair} pair */
export const isApart = ({ label }) => APART_LABELS.includes(label);

/** Whether the second text says nothing that the first does not. @param {Pair} pair */
export const isKnown = ({ label }) => ["same", "less"].includes(label);

/** Whether a pair that belongs apart was made one. @param {{ pair: Pair, action: string }} one */
export const isWronglyDropped = ({ pair, action }) =>
  isApart(pair) && FUSED.includes(action);

/**
 * Whether what was known was found: a `less` is a duplicate; a `same` may also take the place of the older text, for
 * one record is left, and nothing is lost.
 *
 * @param {{ pair: Pair, action: string }} one
 */
export const isFound = ({ pair, action }) =>
  (pair.label === "same" && FUSED.includes(action)) ||
  (pair.label === "less" && action === "duplicate");

/**
 * Whether the answer is the one that the label asks for.
 *
 * @param {{ pair: Pair, action: string }} one
 */
export function isRight(one) {
  const { label } = one.pair;
  if (isKnown(one.pair)) return isFound(one);
  if (label === "more") return one.action === "updated";
  if (CLASHING.includes(label)) return NOTICED.includes(one.action);
  return one.action === "added";
}

/** @typedef {Record<string, Record<string, number>>} ByKind actions of each kind, counted */
/**
 * - `wronglyDropped`: of the pairs that belong apart, those answered `duplicate`, `updated` or `merged`
 * - `found`: of `same` and `less`, those found (see `isFound`)
 * - `grown`: of `more`, those answered `updated`
 * - `noticed`: of the contradictions, those answered `superseded` or `conflict`
 * - `falseNotices`: the same of what neither contradicts nor repeats
 *
 * @typedef {{ wronglyDropped: Rate, found: Rate, grown: Rate, noticed: Rate, falseNotices: Rate, byKind: ByKind }} Rates
 */

/** @param {{ pair: Pair, action: string }[]} judged @returns {Rates} */
export function ratesOf(judged) {
  /** @param {(pair: Pair) => boolean} among @param {(one: { pair: Pair, action: string }) => boolean} hit */
  const rate = (among, hit) => {
    const all = judged.filter(({ pair }) => among(pair));
    return { hits: all.filter(hit).length, n: all.length };
  };
  /** @type {ByKind} */
  const byKind = {};
  for (const { pair, action } of judged) {
    const actions = (byKind[pair.kind] ??= {});
    actions[action] = (actions[action] ?? 0) + 1;
  }
  const isNoticed = (/** @type {{ action: string }} */ { action }) =>
    NOTICED.includes(action);
  return {
    wronglyDropped: rate(isApart, isWronglyDropped),
    found: rate(isKnown, isFound),
    grown: rate(({ label }) => label === "more", isRight),
    noticed: rate(({ label }) => CLASHING.includes(label), isNoticed),
    falseNotices: rate(({ label }) => CALM.includes(label), isNoticed),
    byKind,
  };
}

/**
 * The rates of the golden pairs.
 *
 * @param {{ model: Model, part?: Part, lang?: string }} wanted all parts and both languages where none is named
 */
export async function pairRates({ model, part, lang }) {
  const embedding = await goldenEmbedding(model);
  const pairs = goldenPairs().filter(
    (pair) =>
      (part === undefined || pair.part === part) &&
      (lang === undefined || pair.lang === lang),
  );
  const judged = await judgePairs(pairs, embedding);
  await embedding.save?.();
  return ratesOf(judged);
}
