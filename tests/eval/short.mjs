// The evaluation's short form, for `make test`: no detail is lost, and of the golden pairs no more are dropped than at the last entry.
//   node tests/eval/short.mjs      words alone, no embedding model; never fails on time

import { goldOf } from "./gold.mjs";
import { pairsRow, readHistory, rounded } from "./history.mjs";
import { pairRates } from "./pairs.mjs";
import { openPalimpsest } from "./palimpsest.mjs";
import { runAll } from "./run.mjs";
import { readStream } from "./stream.mjs";
import { ALL, configurations } from "./strategies.mjs";

/** One who speaks Chinese and one who speaks English; neither is set aside. */
const PEOPLE = ["zh-1", "en-2"];

/** What is checked, and what is wrong with it. @type {[name: string, faults: string[]][]} */
const checks = [];

const everything = configurations().find(({ id }) => id === ALL);
if (!everything) throw new Error("no configuration has everything on");
const { strategies } = everything;
const people = readStream().filter(({ name }) => PEOPLE.includes(name));
for (const person of people) {
  if (person.isAside) throw new Error(`${person.name} is set aside`);
  const subject = await openPalimpsest({ strategies });
  const results = await runAll(new Map([[ALL, subject]]), [person]);
  await subject.close();
  const { error, people: told } = results.get(ALL) ?? {};
  const counts = told?.get(person.name)?.counts;
  const { hits = NaN, n = NaN } = counts?.detailsLost ?? {};
  const isWhole = hits === 0 && n === goldOf(person.writes).writes.length;
  checks.push([
    `${person.name}: no detail of ${person.writes.length} writes is lost`,
    isWhole ? [] : [error ?? `${hits} of ${n} are lost`],
  ]);
}

const row = pairsRow("lexical", "tuned");
const last = (await readHistory()).at(-1);
const { wronglyDropped } = await pairRates({ model: "lexical", part: "tuned" });
const share = rounded(wronglyDropped.hits / wronglyDropped.n);
const allowed = last?.figures[row]?.wronglyDropped;
checks.push([
  `of ${wronglyDropped.n} distinct pairs no more are dropped than at the last entry`,
  allowed === undefined
    ? [`tests/eval/history.jsonl has no entry with ${row}: run make eval`]
    : share <= allowed
      ? []
      : [`${share} (${wronglyDropped.hits}), on ${last?.date} ${allowed}`],
]);

for (const [name, faults] of checks)
  console.log(
    `${faults.length === 0 ? "ok" : "not ok"} ${name}${faults.map((fault) => `: ${fault}`).join("")}`,
  );
const failed = checks.filter(([, faults]) => 0 < faults.length).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
