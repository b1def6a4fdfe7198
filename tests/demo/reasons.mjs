// Why a write was decided as it was, in words; and which decisions are worth showing.

import { nearest } from "./run.mjs";

/** @typedef {import("./run.mjs").Write} Write */
/** @typedef {import("palimpsest").Decision} Decision */

/** Decisions that are shown of a sort. */
const N_SHOWN = 2;
/** Guards of which one decision each is shown. */
const N_GUARDS = 4;

/** @type {[title: string, isOne: (decision: Decision) => boolean][]} */
const SORTS = [
  ["duplicate, word for word", (d) => isDuplicate(d) && isExact(d)],
  [
    "duplicate, by words",
    (d) => isDuplicate(d) && !isExact(d) && d.embedCalls === 0,
  ],
  [
    "duplicate, by vector",
    (d) => isDuplicate(d) && !isExact(d) && 0 < d.embedCalls,
  ],
  ["updated", ({ action }) => action === "updated"],
  ["superseded", ({ action }) => action === "superseded"],
  ["conflict", ({ action }) => action === "conflict"],
  ["merged", ({ action }) => action === "merged"],
];

/** @param {Decision} decision */
const isDuplicate = ({ action }) => action === "duplicate";
/** @param {Decision} decision */
const isExact = ({ evidence }) => evidence.exact === true;

/**
 * A few decisions of every sort that came up; of those that a guard kept apart, the closest one of each guard.
 *
 * @param {Write[]} writes
 * @returns {{ title: string, write: Write }[]}
 */
export function examples(writes) {
  const shown = SORTS.flatMap(([title, isOne]) =>
    writes
      .filter(({ decision }) => isOne(decision))
      .slice(0, N_SHOWN)
      .map((write) => ({ title, write })),
  );
  const guards = new Set();
  const apart = writes
    .filter(
      ({ decision, known }) =>
        decision.action === "added" &&
        0 < guardsOf(decision).length &&
        known !== undefined,
    )
    .sort((one, other) => closeness(other.decision) - closeness(one.decision));
  for (const write of apart) {
    const [{ guard }] = guardsOf(write.decision);
    if (guards.has(guard) || N_GUARDS <= guards.size) continue;
    guards.add(guard);
    shown.push({ title: "added, kept apart by a guard", write });
  }
  return shown;
}

/** @param {Decision} decision */
const closeness = (decision) => nearest(decision)?.cosine ?? 0;

/**
 * What forbids calling the text and the nearest record the same.
 *
 * @param {Decision} decision
 */
const guardsOf = (decision) => nearest(decision)?.guards ?? [];

/**
 * The words of those guards.
 *
 * @param {Decision} decision
 * @returns {string[]}
 */
export const differences = (decision) =>
  guardsOf(decision).map(
    ({ guard, new: ours, stored }) =>
      `${guard}: ${quoted(ours)} against ${quoted(stored)}`,
  );

/**
 * Why, in words.
 *
 * @param {Decision} decision
 * @returns {string}
 */
export function reason(decision) {
  const { action, evidence } = decision;
  const parts = [];
  if (action === "duplicate" && isExact(decision))
    parts.push("the same words, apart from signs, width, script, case or tone");
  else if (action === "duplicate")
    parts.push("nothing of weight is left over, and no guard speaks");
  if (action === "updated")
    parts.push("says all that was known, and more; the old text is kept");
  if (action === "superseded")
    parts.push("a newer value; the old one is history");
  if (action === "conflict")
    parts.push("two values that can't both hold; the user is to be asked");
  if (action === "added") parts.push(...differences(decision));
  if (evidence.cosine !== undefined)
    parts.push(`cosine ${evidence.cosine.toFixed(3)}`);
  if (evidence.char !== undefined && !isExact(decision))
    parts.push(`${(100 * evidence.char).toFixed(0)} % of the characters match`);
  return parts.join("; ");
}

/** @param {string} words */
const quoted = (words) => (words === "" ? "nothing" : `"${words}"`);
