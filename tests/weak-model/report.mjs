// What the weak model's run prints.

import { RATES } from "../eval/figures.mjs";
import { wilson } from "../eval/interval.mjs";
import { addUp } from "../eval/score.mjs";
import { table } from "../eval/table.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {import("../eval/score.mjs").Counts} Counts */

/** Tasks of which an answer is taken or refused as a whole; of the others each proposal is. */
const WHOLE = ["annotate", "judge", "merge"];
/** Reasons that are shown of each task, the most frequent first. */
const REASONS = 3;

/** @param {Tally} tally */
export function taskTable(tally) {
  const head = [
    ...["task", " calls", " understood", " refused", " not asked any more"],
    ...[" s a call", "refused for"],
  ];
  const rows = [...tally.tasks].map(([name, task]) => {
    const { calls, refused, failed, ms } = task;
    const reasons = [...task.reasons]
      .sort(([, one], [, other]) => other - one)
      .slice(0, REASONS)
      .map(([reason, count]) => `${count} × ${reason}`);
    return [
      ...[name, calls],
      ...[WHOLE.includes(name) ? calls - refused : "–", refused, failed],
      ...[(ms / 1000 / Math.max(1, calls)).toFixed(1), reasons.join("; ")],
    ];
  });
  return table(head, rows);
}

/** @param {Tally} tally */
export const countLines = ({ operations, warnings }) => [
  ...[...operations].map(([operation, count]) => `${operation}: ${count}`),
  ...[...warnings].map(([warning, count]) => `warning: ${count} × ${warning}`),
];

/** @param {{ label: string, counts: Counts[] }[]} rows */
export function ratesTable(rows) {
  const head = ["", ...RATES.map(({ label }) => ` ${label}`)];
  return table(
    head,
    rows.map(({ label, counts }) => {
      const all = addUp(counts);
      return [label, ...RATES.map(({ id }) => shown(all[id]))];
    }),
  );
}

/** A share with its 95 % interval. @param {import("../eval/interval.mjs").Rate} rate */
function shown(rate) {
  if (rate.n === 0) return "–";
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
  const { low, high } = wilson(rate);
  return `${percent(rate.hits / rate.n)} % (${percent(low)}–${percent(high)})`;
}
