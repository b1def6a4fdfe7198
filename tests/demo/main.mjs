// The main job: tells a memory what people told an assistant, then asks it, and says what it did and why.
//   node tests/demo/main.mjs [FILE] [--limit N] [--builtin]
// FILE, here or in the environment: JSON lines, plain text or a chat; without one, the project's own stream.

import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";

import { EMBED_MODEL } from "../embedder/index.mjs";
import {
  HOW_TO_FETCH,
  embedderFolder,
  findEmbedder,
} from "../embedder/node.mjs";
import { OWN_STREAM, read } from "./read.mjs";
import {
  checkLines,
  countLines,
  decisionLines,
  recallLines,
  timeLines,
} from "./report.mjs";
import { run } from "./run.mjs";
import { InputError } from "./shapes/input.mjs";
import { progress } from "./terminal.mjs";

/** Columns of the report where the output is no terminal, and the fewest that it makes do with. */
const COLUMNS = 110;
const LEAST_COLUMNS = 60;

/** What `make pkg` packed and unpacked. */
const PACKAGE = new URL(
  "../node_modules/palimpsest/package.json",
  import.meta.url,
);

/** @returns {{ file: string, limit: number, isBuiltin: boolean }} */
function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { limit: { type: "string" }, builtin: { type: "boolean" } },
  });
  const limit = Number(values.limit ?? Infinity);
  if (!(1 <= limit)) throw new InputError("--limit takes a number from 1 up");
  const given = positionals[0] ?? process.env.FILE;
  return {
    file: given ? resolve(given) : OWN_STREAM,
    limit,
    isBuiltin: values.builtin === true,
  };
}

/** The package as npm packs it, among the tests' modules. */
async function loadPackage() {
  try {
    const { version } = JSON.parse(readFileSync(PACKAGE, "utf8"));
    return { ...(await import("palimpsest")), version };
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "ENOENT") throw err;
    throw new InputError("the package is not built: run make pkg");
  }
}

/** @param {boolean} isBuiltin */
async function chooseEmbedder(isBuiltin) {
  const embedder = isBuiltin ? null : await findEmbedder();
  if (embedder) return { embedder, name: EMBED_MODEL };
  return {
    embedder,
    name: isBuiltin
      ? "built in, as asked for"
      : `built in; a real one is not in ${embedderFolder()}: ${HOW_TO_FETCH}`,
  };
}

/** @param {import("./parse.mjs").Told[]} told */
function summary(told) {
  const nPeople = new Set(told.map(({ user }) => user)).size;
  const times = told.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const day = (/** @type {number} */ at) =>
    new Date(at).toISOString().slice(0, 10);
  const [first, last] = [times[0], times.at(-1)];
  const when =
    first !== undefined && last !== undefined
      ? `, ${day(first)} to ${day(last)}`
      : "";
  const people = nPeople === 1 ? "1 person" : `${nPeople} people`;
  return `${told.length} sentences of ${people}${when}`;
}

async function main() {
  const { file, limit, isBuiltin } = options();
  const input = await read(file);
  const told = input.told.slice(0, limit);
  const people = new Set(told.map(({ user }) => user));
  const questions = input.questions.filter(({ user }) => people.has(user));
  const { Memory, version } = await loadPackage();
  const { embedder, name } = await chooseEmbedder(isBuiltin);
  const { stdout } = process;
  // Who reads only the first lines has closed the pipe: that is no fault.
  stdout.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) =>
    process.exit(code === "EPIPE" ? 0 : 1),
  );
  const width = stdout.isTTY
    ? Math.max(LEAST_COLUMNS, stdout.columns)
    : COLUMNS;
  const show = (/** @type {string[]} */ lines) =>
    stdout.write(`${lines.join("\n").trimEnd()}\n\n`);

  show([
    `Palimpsest ${version}`,
    `  stream    ${relative(process.cwd(), file)} (${input.shape})`,
    `            ${summary(told)}`,
    `  embedder  ${name}`,
  ]);
  const bar = progress(stdout, told.length + questions.length);
  const from = performance.now();
  const { writes, refusals, answers, warnings } = await run({
    Memory,
    told,
    questions,
    embedder,
    embedModel: EMBED_MODEL,
    onStep: bar.step,
  });
  bar.end();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);

  show(decisionLines(writes, width));
  show(countLines(writes, refusals));
  const check = checkLines(writes, width);
  if (0 < check.length) show(check);
  show(recallLines(answers, width));
  show(timeLines(writes, answers, embedder !== null));
  for (const [warning, n] of tally(warnings))
    stdout.write(`warning, ${n} times: ${warning}\n`);
  stdout.write(`Done in ${seconds} s\n`);
}

/** @param {string[]} warnings @returns {Map<string, number>} */
function tally(warnings) {
  const counts = new Map();
  for (const one of warnings) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

try {
  await main();
} catch (err) {
  const isUsage =
    err instanceof InputError ||
    /** @type {NodeJS.ErrnoException} */ (err).code?.startsWith(
      "ERR_PARSE_ARGS",
    );
  console.error(isUsage ? `demo: ${/** @type {Error} */ (err).message}` : err);
  process.exitCode = 1;
}
