// Twenty days of the golden stream with everything on and the oracle: what each day's reflections ask, cost and change, as a table.
//   node tests/eval/days.mjs [--model use|e5]

import { parseArgs } from "node:util";

import { oracleOf } from "./oracle.mjs";
import { openPalimpsest } from "./palimpsest.mjs";
import { ALL, configurations } from "./strategies.mjs";
import { readStream } from "./stream.mjs";
import { table } from "./table.mjs";
import { openVectors } from "./vectors.mjs";

const MS_PER_DAY = 86_400_000;
/** Days on which something is told, of each person the first ones. */
const TOLD = 20;
/** Days after them on which nothing is. */
const QUIET = 2;

const COLUMNS = /** @type {const} */ ([
  "llmCalls",
  "tokens",
  "examined",
  "merged",
  "updated",
  "deleted",
  "conflicts",
  "rejected",
]);

/** @typedef {Record<(typeof COLUMNS)[number] | "writes" | "held", number>} Day `held` are the active records at its end */

const { values } = parseArgs({
  options: { model: { type: "string", default: "use" } },
});
const vectors = await openVectors(/** @type {"use" | "e5"} */ (values.model));
const people = readStream();
const strategies = configurations().find(({ id }) => id === ALL)?.strategies;
if (!strategies) throw new Error("no configuration has everything on");

/** @returns {Day} */
const nothing = () => ({
  ...{ writes: 0, held: 0, llmCalls: 0, tokens: 0 },
  ...{
    examined: 0,
    merged: 0,
    updated: 0,
    deleted: 0,
    conflicts: 0,
    rejected: 0,
  },
});
const days = Array.from({ length: TOLD + QUIET }, nothing);
let today = days[0];
const subject = await openPalimpsest({
  strategies,
  embed: vectors.embed,
  embedModel: vectors.embedModel,
  llm: oracleOf(people).answer,
  onReflect(_user, reflected) {
    for (const column of COLUMNS) today[column] += reflected[column];
  },
});
for (const { name, writes } of people) {
  const dayOf = ({ at = 0 }) => Math.floor(at / MS_PER_DAY);
  const told = [...new Set(writes.map(dayOf))].slice(0, TOLD);
  for (const [nth, day] of told.entries()) {
    today = days[nth];
    for (const write of writes.filter((write) => dayOf(write) === day)) {
      await subject.remember(name, write);
      await subject.upkeep?.(name);
      today.writes += 1;
    }
    // A host reflects at the day's end, too: what was told last belongs to this day.
    await subject.finish?.(name);
    today.held += await nActive(name);
  }
  for (let quiet = 0; quiet < QUIET; quiet += 1) {
    today = days[TOLD + quiet];
    await subject.finish?.(name);
    today.held += await nActive(name);
  }
}
await subject.close();
await vectors.save();

/** @param {string} name */
async function nActive(name) {
  const records = await subject.records(name);
  return records.filter(({ status }) => status === "active").length;
}

const head = [
  ...["day", " told", " records then", " calls", " tokens"],
  ...[" tokens a write", " looked at", " merged", " updated"],
  ...[" deleted", " conflicts", " refused"],
];
console.log(
  `${people.length} people, everything on, the oracle, ${vectors.embedModel}; sums of all people`,
);
console.log(
  table(
    head,
    days.map((day, nth) => [
      `${nth + 1}${nth < TOLD ? "" : ", nothing told"}`,
      ...[day.writes, day.held, day.llmCalls, day.tokens].map(String),
      day.writes === 0 ? "–" : String(Math.round(day.tokens / day.writes)),
      ...[day.examined, day.merged, day.updated].map(String),
      ...[day.deleted, day.conflicts, day.rejected].map(String),
    ]),
  ),
);
