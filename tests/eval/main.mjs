// The evaluation: the golden stream through the packed package and its peers; a table, JSON, a page of charts, a history.
//   node tests/eval/main.mjs [--model use|e5]      e5's vectors are recorded; only USE's figures go into the history

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

import { progress } from "../demo/terminal.mjs";
import { PARTS } from "./figures.mjs";
import {
  append,
  historyLines,
  keptOf,
  keptOfPairs,
  pairsRow,
  readHistory,
} from "./history.mjs";
import { page } from "./page.mjs";
import { pairRates } from "./pairs.mjs";
import { PASSES, measure } from "./rows.mjs";
import { readStream } from "./stream.mjs";
import { tableLines } from "./tables.mjs";
import { openVectors } from "./vectors.mjs";

/** @typedef {import("./stream.mjs").Person} Person */

const OUT = new URL("./out/", import.meta.url);
const GOLDEN = new URL("../golden/", import.meta.url);
const PACKAGE = new URL(
  "../node_modules/palimpsest/package.json",
  import.meta.url,
);
/** What the figures come from: where it differs from the commit, the entry says so by a plus sign. */
const MEASURED = ["src", "pkg-template", "Cargo.lock", "tests/golden"];

/** Texts that are embedded between two steps of the progress bar. */
const CHUNK = 32;

const { stdout } = process;
const say = (/** @type {string} */ line = "") => stdout.write(`${line}\n`);

async function main() {
  const { values } = parseArgs({
    options: { model: { type: "string", default: "use" } },
  });
  const model = /** @type {"use" | "e5"} */ (values.model);
  const from = performance.now();
  const people = readStream();
  const about = {
    ...(await provenance()),
    model,
    nPeople: people.length,
    nWrites: people.flatMap(({ writes }) => writes).length,
    nQuestions: people.flatMap(({ questions }) => questions).length,
  };
  const vectors = await openVectors(model);
  say(
    `Palimpsest ${about.version} (${about.commit}), ${about.nWrites} writes of ${about.nPeople} people, ${about.nQuestions} questions, ${vectors.embedModel}`,
  );
  await embedAll(people, vectors);
  const pairs = await pairFigures();
  const rows = await measureAll(people, vectors);
  // Those of what the oracle wrote.
  await vectors.save();
  say();
  for (const line of tableLines(rows)) say(line);

  const entry = {
    date: about.date,
    version: about.version,
    commit: about.commit,
    gold: about.gold,
    figures: { ...keptOf(rows), ...pairs },
  };
  const entries = await readHistory();
  const isKept = model === "use";
  if (isKept) {
    for (const line of historyLines(entries.at(-1), entry)) say(line);
    if (await append(entries, entry)) entries.push(entry);
  } else say("Only USE's figures go into the history.");

  const report = { ...about, embedModel: vectors.embedModel, rows };
  await mkdir(OUT, { recursive: true });
  await writeFile(
    new URL("report.json", OUT),
    `${JSON.stringify(report, null, 1)}\n`,
  );
  await writeFile(new URL("report.html", OUT), await page(report, entries));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  say();
  say(`tests/eval/out/report.html, report.json; done in ${seconds} s`);
}

/** The golden pairs, for the history: `make test` holds their wrongly dropped share to the last entry. */
async function pairFigures() {
  /** @type {import("./history.mjs").Kept} */
  const kept = {};
  const from = performance.now();
  for (const model of /** @type {const} */ (["lexical", "use"]))
    for (const part of PARTS)
      kept[pairsRow(model, part)] = keptOfPairs(
        await pairRates({ model, part }),
      );
  say(`  golden pairs: ${seconds(from)} s`);
  return kept;
}

/** What was measured: the package's version, the commit, the stream. */
async function provenance() {
  const { version } = JSON.parse(await readFile(PACKAGE, "utf8"));
  const run = promisify(execFile);
  const git = async (/** @type {string[]} */ ...args) =>
    (
      await run("git", args, {
        cwd: fileURLToPath(new URL("../..", import.meta.url)),
      })
    ).stdout.trim();
  const commit = await git("rev-parse", "--short", "HEAD").catch(
    () => "no commit",
  );
  const changed = await git("status", "--porcelain", "--", ...MEASURED).catch(
    () => "",
  );
  const hash = createHash("sha256");
  const files = await readdir(GOLDEN, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".jsonl")).sort())
    hash.update(await readFile(new URL(file, GOLDEN)));
  return {
    date: new Date().toISOString().slice(0, 10),
    version,
    commit: changed === "" ? commit : `${commit}+`,
    gold: hash.digest("hex").slice(0, 8),
  };
}

/**
 * Every text's vector, so that none is computed while times are taken.
 *
 * @param {Person[]} people
 * @param {import("./vectors.mjs").Vectors} vectors
 */
async function embedAll(people, vectors) {
  const texts = people.flatMap(({ writes, questions }) =>
    [...writes, ...questions].map(({ text }) => text),
  );
  const bar = progress(stdout, texts.length);
  const from = performance.now();
  for (let at = 0; at < texts.length; at += CHUNK) {
    await vectors.embed(texts.slice(at, at + CHUNK));
    bar.step(Math.min(at + CHUNK, texts.length), "vectors");
  }
  await vectors.save();
  bar.end();
  say(`  vectors of ${texts.length} texts, ${seconds(from)} s`);
}

/** @param {Person[]} people @param {import("./vectors.mjs").Vectors} vectors */
async function measureAll(people, vectors) {
  const steps = people.flatMap(({ writes, questions }) => [
    ...writes,
    ...questions,
  ]);
  const bar = progress(stdout, PASSES.length * steps.length);
  let from = performance.now();
  let done = 0;
  return measure(people, vectors, (pass, { name }, left) => {
    bar.step((done += 1), `${pass}, ${name}`);
    if (0 < left) return;
    bar.end();
    say(`  ${pass}, ${name}: ${seconds(from)} s`);
    from = performance.now();
  });
}

/** @param {number} from */
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1);

await main();
