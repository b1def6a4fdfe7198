// Runs the scenario cases of this folder on the packed package; README.md tells their format.
//   node tests/cases/run.mjs [--only ID] [--verbose]

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { play } from "./play.mjs";

const FILES = ["gate", "version", "lifecycle", "recall", "observe"];
const TIMEOUT_MS = 20_000;

const { values: options } = parseArgs({
  options: { only: { type: "string" }, verbose: { type: "boolean" } },
});
const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));
/** @type {import("./scenario.ts").Scenario[]} */
const cases = FILES.flatMap(read);

const counts = { passed: 0, failed: 0 };
/** @param {keyof typeof counts} outcome @param {string} id @param {string[]} lines */
function report(outcome, id, lines = []) {
  counts[outcome] += 1;
  if (outcome !== "failed" && !options.verbose && !options.only) return;
  console.log([`${outcome}: ${id}`, ...lines].join("\n    "));
}

const known = new Set();
for (const scenario of cases) {
  if (known.has(scenario.id)) report("failed", scenario.id, ["stands twice"]);
  known.add(scenario.id);
  if (options.only && options.only !== scenario.id) continue;
  const faults = await Promise.race([play(scenario), noEnd()]);
  report(faults.length === 0 ? "passed" : "failed", scenario.id, faults);
}

const { passed, failed } = counts;
console.log(`${passed} passed, ${failed} failed`);
// A case that hangs would keep the process.
process.exit(failed === 0 ? 0 : 1);

/** Resolves when a case has had its time. @returns {Promise<string[]>} */
function noEnd() {
  return new Promise((resolve) =>
    setTimeout(resolve, TIMEOUT_MS, [`no end in ${TIMEOUT_MS} ms`]).unref(),
  );
}
