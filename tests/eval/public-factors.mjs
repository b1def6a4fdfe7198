// What each factor of a recall's score gives: the same hits, ordered by parts of what `explain` says of them.

import { Memory } from "palimpsest";

import { pairedDifference } from "./interval.mjs";
import { ADD_ALL_POLICY } from "./strategies.mjs";
import { table } from "./table.mjs";

/** @typedef {import("palimpsest").Why} Why */
/** @typedef {{ text: string, at: number, subject?: string, proves: string[] }} Told `proves`: the turns that it holds */
/** @typedef {{ text: string, at: number, answers: string[], one: boolean }} Asked `one`: whether one of `answers` is enough */
/** @typedef {{ name: string, told: Told[], asked: Asked[] }} Person a scope of its own */
/** @typedef {{ embedModel: string, embed: (texts: string[], o: { purpose: "document" | "query" }) => Promise<ArrayLike<number>[]> }} Embedder */

const N_HITS = 5;
/** Hits that are ordered anew: as many as are weighed together when five are asked for, so that nothing but the order differs. */
const N_ORDERED = 32;
/** More than any of these scopes holds, for the vector alone and the words alone. */
const N_ALL = 1000;
const FACTORS = /** @type {const} */ ([
  "centre",
  "session",
  "age",
  "confidence",
  "kind",
  "subject",
  "key",
  "time",
]);

/** @typedef {{ name: string, share: number[], chinese: boolean[] }} Row a number a question: the share of its answers among the first five */

/**
 * @param {Person[]} people
 * @param {Embedder | null} embedder null for the package's own
 * @returns {Promise<Row[]>}
 */
export async function measureFactors(people, embedder) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const person of people) {
    await tell(person, embedder, (asked, found) => {
      for (const [name, proven] of orders(found)) {
        const row = rows.get(name) ?? { name, share: [], chinese: [] };
        row.share.push(shareOf(asked, proven.slice(0, N_HITS)));
        row.chinese.push(/\p{Script=Han}/u.test(asked.text));
        rows.set(name, row);
      }
    });
  }
  return [...rows.values()];
}

/** @typedef {{ proves: string[], why: Why }} Found */

/**
 * Tells all of it in order, and asks each question at its time.
 *
 * @param {Person} person
 * @param {Embedder | null} embedder
 * @param {(asked: Asked, found: { all: Found[], few: Found[] }) => void} look
 */
async function tell({ name, told, asked }, embedder, look) {
  let now = 0;
  const memory = await Memory.open({
    name: `factors-${name}`,
    scope: { userId: name },
    storage: "memory",
    ...embedder,
    policy: ADD_ALL_POLICY,
    clock: () => now,
    seed: 1,
  });
  /** @type {Map<string, string[]>} */
  const proves = new Map();
  const steps = [
    ...told.map((one) => ({ at: one.at, told: one, asked: null })),
    ...asked.map((one) => ({ at: one.at, told: null, asked: one })),
  ].sort((one, other) => one.at - other.at || (one.asked ? 1 : -1));
  for (const { at, told, asked } of steps) {
    now = Math.max(now + 1, at);
    if (told) {
      const { id } = await memory.remember({
        text: told.text,
        observedAt: told.at,
        ...(told.subject && { subject: told.subject }),
      });
      proves.set(id, [...(proves.get(id) ?? []), ...told.proves]);
    } else {
      const recall = async (/** @type {number} */ limit) =>
        (
          await memory.recall(asked.text, {
            limit,
            explain: true,
            touch: false,
          })
        ).map(({ id, why }) => ({
          proves: proves.get(id) ?? [],
          why: /** @type {Why} */ (why),
        }));
      look(asked, { all: await recall(N_ALL), few: await recall(N_ORDERED) });
    }
  }
  await memory.close();
}

/**
 * What is found by each order, best first: the turns that each hit proves.
 *
 * @param {{ all: Found[], few: Found[] }} found
 * @returns {[string, string[][]][]}
 */
function orders({ all, few }) {
  /** @param {Found[]} hits @param {(why: Why) => number} by @returns {string[][]} */
  const order = (hits, by) =>
    hits
      .map(({ proves, why }) => ({ proves, by: by(why) }))
      .sort((one, other) => other.by - one.by)
      .map(({ proves }) => proves);
  return [
    ["vector alone", order(all, ({ cosine = -1 }) => cosine)],
    ["words alone", order(all, ({ words }) => words)],
    ["both", order(few, ({ relevance }) => relevance)],
    ...FACTORS.map(
      (factor) =>
        /** @type {[string, string[][]]} */ ([
          `both + ${factor}`,
          order(few, (why) => why.relevance + why[factor]),
        ]),
    ),
    ["recall", few.map(({ proves }) => proves)],
  ];
}

/** @param {Asked} asked @param {string[][]} proven */
function shareOf({ answers, one }, proven) {
  const found = new Set(proven.flat());
  const n = answers.filter((answer) => found.has(answer)).length;
  return one ? Number(0 < n) : n / answers.length;
}

/** @param {string} title @param {Row[]} rows */
export function printFactors(title, rows) {
  const [vector, , both] = rows;
  const mean = (/** @type {number[]} */ share) =>
    share.length
      ? (share.reduce((sum, one) => sum + one, 0) / share.length).toFixed(3)
      : "–";
  console.log(`\n${title}\n`);
  console.log(
    table(
      [
        ...["order", ` recall@${N_HITS}`, ` hit@${N_HITS}`, " Chinese"],
        ...[" − vector alone", " − both"],
      ],
      rows.map(({ name, share, chinese }) => [
        name,
        mean(share),
        mean(share.map((one) => Number(0 < one))),
        mean(share.filter((_, at) => chinese[at])),
        difference(share, vector.share),
        difference(share, both.share),
      ]),
    ),
  );
}

/** @param {number[]} ours @param {number[]} theirs */
export function difference(ours, theirs) {
  const { mean, low, high } = pairedDifference(
    ours.map((one, at) => one - theirs[at]),
  );
  const points = (/** @type {number} */ share) =>
    `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
  return `${points(mean)} (${points(low)} to ${points(high)})`;
}
