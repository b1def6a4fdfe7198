// The demo's report: lines of text out of what a run found.

import { quantile } from "../eval/quantile.mjs";
import { differences, examples, reason } from "./reasons.mjs";
import { N_HITS } from "./run.mjs";
import { pad, shorten } from "./terminal.mjs";

/** @typedef {import("./run.mjs").Write} Write */
/** @typedef {import("./run.mjs").Answer} Answer */

/** In the order in which they are counted out. */
const ACTIONS = /** @type {const} */ ([
  "added",
  "duplicate",
  "updated",
  "merged",
  "superseded",
  "conflict",
]);
/** Hits that are shown of a recall. */
const N_SHOWN = 3;

/** @param {Write[]} writes @param {number} width */
export function decisionLines(writes, width) {
  const lines = ["A few decisions"];
  let last = "";
  for (const { title, write } of examples(writes)) {
    lines.push("");
    if (title !== last) lines.push(`  ${title}`);
    last = title;
    const { told, known, decision } = write;
    lines.push(`    told   ${shorten(told.text, width - 11)}`);
    if (known !== undefined)
      lines.push(`    known  ${shorten(known, width - 11)}`);
    lines.push(`    why    ${shorten(reason(decision), width - 11)}`);
  }
  return lines;
}

/** @param {Write[]} writes @param {import("./run.mjs").Refusal[]} refusals */
export function countLines(writes, refusals) {
  const counts = new Map();
  for (const { decision } of writes)
    counts.set(decision.action, (counts.get(decision.action) ?? 0) + 1);
  const pending = writes.filter(({ decision }) => decision.pending).length;
  return [
    `Decisions on ${writes.length} sentences`,
    ...ACTIONS.filter((action) => counts.has(action)).map(
      (action) => `  ${pad(action, 12)}${counts.get(action)}`,
    ),
    ...(0 < pending ? [`  ${pad("pending", 12)}${pending}`] : []),
    ...refusals.map(
      ({ code, message, told }) =>
        `  refused     ${code}: ${message} (${shorten(told.text, 40)})`,
    ),
  ];
}

/** @typedef {{ text: string, why: string, isRight: boolean }} Checked */

/**
 * The decisions beside what the stream says of its sentences, where it says something.
 *
 * @param {Write[]} writes
 * @param {number} width
 */
export function checkLines(writes, width) {
  if (writes.every(({ told }) => !told.gold)) return [];
  const records = new Map(
    writes.map(({ told, decision }) => [told.id, decision.id]),
  );
  /** @type {Record<string, Checked[]>} */
  const sorts = { repeats: [], details: [], others: [] };
  for (const { told, decision } of writes) {
    const takenIn = ["duplicate", "updated"].includes(decision.action);
    const { repeats, details } = told.gold ?? {};
    const known = repeats ?? details;
    const isRight =
      known === undefined
        ? !takenIn
        : takenIn && records.get(known) === decision.id;
    const sort = repeats ? "repeats" : details ? "details" : "others";
    const [why = "no guard, but words are left over"] = differences(decision);
    sorts[sort].push({ text: told.text, why, isRight });
  }
  const right = (/** @type {Checked[]} */ all) =>
    `${all.filter(({ isRight }) => isRight).length} of ${all.length}`;
  const keptTwice = (/** @type {Checked[]} */ all) =>
    all
      .filter(({ isRight }) => !isRight)
      .flatMap(({ text, why }) => [
        `    kept twice  ${shorten(text, width - 16)}`,
        `                ${shorten(why, width - 16)}`,
      ]);
  const lost = sorts.others.filter(({ isRight }) => !isRight);
  return [
    "Beside what the stream says of itself",
    `  repetitions recognised           ${right(sorts.repeats)}`,
    ...keptTwice(sorts.repeats),
    `  more detail recognised           ${right(sorts.details)}`,
    ...keptTwice(sorts.details),
    `  changes, exceptions and new kept ${right(sorts.others)}`,
    ...lost.map(({ text }) => `    taken in    ${shorten(text, width - 16)}`),
  ];
}

/** @param {Write[]} writes @param {Answer[]} answers @param {boolean} hasCallback */
export function timeLines(writes, answers, hasCallback) {
  const row = (
    /** @type {string} */ label,
    /** @type {{ ms: number, callbackMs: number }[]} */ calls,
    /** @type {(call: { ms: number, callbackMs: number }) => number} */ of,
  ) => {
    const at = (/** @type {number} */ share) => quantile(calls.map(of), share);
    return `  ${pad(label, 22)}${milliseconds(at(0.5))}  ${milliseconds(at(0.95))}`;
  };
  const own = (/** @type {{ ms: number, callbackMs: number }} */ call) =>
    call.ms - call.callbackMs;
  const lines = [`${pad("Milliseconds a call", 24)}  median     p95`];
  if (0 < writes.length) {
    lines.push(row("write, its own time", writes, own));
    if (hasCallback)
      lines.push(row("write, callbacks", writes, (call) => call.callbackMs));
  }
  if (0 < answers.length) {
    lines.push(row("recall, its own time", answers, own));
    if (hasCallback)
      lines.push(row("recall, callbacks", answers, (call) => call.callbackMs));
  }
  return lines;
}

/** @param {number} ms */
const milliseconds = (ms) => ms.toFixed(2).padStart(8);

/** @param {Answer[]} answers @param {number} width */
export function recallLines(answers, width) {
  if (answers.length === 0) return ["No question to recall with"];
  const expected = answers.filter(({ question }) => question.expect);
  const found = expected.filter(({ place }) => 0 < place);
  const lines = [
    expected.length === 0
      ? "Recalls"
      : `Recalls: ${found.length} of ${expected.length} find what is expected among the first ${N_HITS}`,
  ];
  for (const { question, hits, place } of answers) {
    const { user, text, expect } = question;
    const mark = expect === undefined ? "?" : 0 < place ? "✓" : "✗";
    lines.push("", `  ${mark} ${user}: ${shorten(text, width - 8)}`);
    hits.slice(0, Math.max(N_SHOWN, place)).forEach((hit, nth) => {
      const sign = nth + 1 === place ? "→" : " ";
      lines.push(
        `    ${sign} ${hit.score.toFixed(3)}  ${shorten(hit.text, width - 14)}`,
      );
    });
    if (hits.length === 0) lines.push("      nothing");
    if (expect !== undefined && place === 0)
      lines.push(`      expected: ${expect}`);
  }
  return lines;
}
