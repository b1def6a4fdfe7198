// Installs the packed package into a fresh folder for every runtime, and lets each run the same program.
//   node tests/runtimes/main.mjs [NAME…]     only the rows whose names begin so

import { rm } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

import { closeBrowser } from "./browser.mjs";
import { BUNDLERS } from "./bundlers.mjs";
import { ALL } from "./folder.mjs";
import { PAGES } from "./pages.mjs";
import { PROCESSES } from "./processes.mjs";

/**
 * @typedef {object} Answer what `apps/use.mjs` returns
 * @property {string[]} actions @property {string[]} hits @property {string[]} refused @property {number} ms to the first recall
 *
 * @typedef {object} Row one runtime
 * @property {string} name
 * @property {RegExp} [says] what the refusal says, of a row that must be refused
 * @property {() => Promise<{ version: string, bytes: number, answer: Answer | string }>} run with the bytes that are loaded of package and program
 */

const EXPECTED = {
  actions: ["added", "duplicate"],
  hits: ["Lives in Lisbon with two cats", "住在上海，养了一只狗"],
  refused: ["MemoryError", "not_found", "MemoryError", "not_found"],
};
/** Rows side by side: most of a row is waiting for a process to start. */
const SIDE_BY_SIDE = 2;

const wanted = process.argv.slice(2);
const rows = [...PROCESSES, ...BUNDLERS, ...PAGES].filter(
  ({ name }) =>
    wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
const width = Math.max(...rows.map(({ name }) => name.length));
const counts = { passed: 0, failed: 0 };
const waiting = [...rows];
console.log(
  `      ${"runtime".padEnd(width)}   loaded   recall  version; recall: from the start of the process or page to the first`,
);
try {
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (let row = waiting.shift(); row; row = waiting.shift())
        await tell(row);
    }),
  );
} finally {
  await closeBrowser();
  await rm(ALL, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Runs one row and prints its line. @param {Row} row */
async function tell({ name, says, run }) {
  try {
    const { version, bytes, answer } = await run();
    const time = says ? refused(answer, says) : timed(answer);
    counts.passed += 1;
    const size = `${(bytes / 1000).toFixed(0)} KB`.padStart(8);
    console.log(
      `pass  ${name.padEnd(width)} ${size} ${time.padStart(8)}  ${version}`,
    );
  } catch (error) {
    counts.failed += 1;
    const { message, stdout, stderr } = Object(error);
    const said = [message ?? error, stdout, stderr].filter(Boolean).join("\n");
    console.log(`FAIL  ${name}: ${said}`);
  }
}

/** The time to the first recall, of an answer that is right. @param {Answer | string} answer */
function timed(answer) {
  const { ms, ...others } = /** @type {Answer} */ (Object(answer));
  if (!isDeepStrictEqual(others, EXPECTED))
    throw new Error(`it answered ${JSON.stringify(answer)}`);
  return `${ms.toFixed(0)} ms`;
}

/** @param {Answer | string} answer @param {RegExp} says */
function refused(answer, says) {
  if (!says.test(String(answer)))
    throw new Error(`it answered ${JSON.stringify(answer)}`);
  return "refused";
}
