// The bench: the library beside the indexes and stores that a user could pick instead, in one process, in Node and in headless Chromium.
//   node tests/bench/main.mjs [--in node,page] [--lie uniform,clustered] [--rows 1000,10000,100000] [--only hnswlib,…] [--json FILE]

import { fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { shorten } from "../demo/terminal.mjs";
import { startChromium } from "./in-chromium.mjs";
import { shippedBytes, versionOf } from "./libraries.mjs";
import { SMALL } from "./subject.mjs";
import { SUBJECTS, isWanted } from "./subjects/index.mjs";
import { tableLines } from "./tables.mjs";

/** @typedef {import("./measure.mjs").Run} Run */
/** @typedef {import("./measure.mjs").Row} Row */

/** Queries of a run: where one takes long, fewer. */
const QUERIES = { small: 200, large: 50 };

/** Megabytes that Node may take for objects: at 100,000 rows more than it allows by itself. */
const HEAP_MB = 8192;

const list = (/** @type {string} */ text) => text.split(",").filter(Boolean);

async function main() {
  const { values } = parseArgs({
    options: {
      in: { type: "string", default: "node,page" },
      lie: { type: "string", default: "uniform,clustered" },
      rows: { type: "string", default: "1000,10000,100000" },
      only: { type: "string", default: "" },
      json: { type: "string" },
    },
  });
  const named = list(values.only);
  const unknown = named.filter((id) => !SUBJECTS.some((it) => it.id === id));
  if (0 < unknown.length)
    throw new Error(
      `no subject ${unknown.join(", ")}: ${SUBJECTS.map(({ id }) => id).join(", ")}`,
    );
  /** @type {Run[]} */
  const runs = list(values.rows).flatMap((rows) =>
    /** @type {Run["lie"][]} */ (list(values.lie)).map((lie) => ({
      lie,
      nRows: Number(rows),
      nQueries: Number(rows) <= SMALL ? QUERIES.small : QUERIES.large,
      named,
    })),
  );

  const shipped = await aboutSubjects(
    SUBJECTS.filter((subject) =>
      runs.some(({ nRows }) => isWanted(subject, nRows, named)),
    ),
  );
  const results = [];
  for (const runtime of list(values.in)) {
    const chromium = runtime === "page" ? await startChromium() : null;
    const where = chromium
      ? `Chromium ${chromium.version}`
      : `Node ${process.versions.node}`;
    for (const run of runs) {
      const rows = await (chromium ? chromium.run(run, say) : inNode(run, say));
      say("");
      console.log(
        `\n${where}, ${run.nRows.toLocaleString("en")} × 384, ${run.lie}\n`,
      );
      for (const line of tableLines(rows, shipped)) console.log(line);
      results.push({ where, ...run, rows });
    }
    await chromium?.close();
  }
  if (values.json)
    await writeFile(values.json, `${JSON.stringify(results, null, 1)}\n`);
}

/** What a page downloads for each, and its version. @param {import("./subject.mjs").Subject[]} subjects */
async function aboutSubjects(subjects) {
  /** @type {import("./tables.mjs").Shipped} */
  const shipped = new Map();
  for (const subject of subjects) {
    // One that is not there is listed with its error when it is run.
    const bytes = await shippedBytes(subject).catch(() => undefined);
    const version = await versionOf(subject).catch(() => "");
    shipped.set(subject.id, { bytes, version });
  }
  return shipped;
}

/** Says on a terminal what is being done, on one line. @param {string} text */
function say(text) {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r\x1b[2K${shorten(text, process.stdout.columns - 2)}`);
}

/** @param {Run} run @param {(text: string) => void} say @returns {Promise<Row[]>} */
function inNode(run, say) {
  const child = fork(new URL("in-node.mjs", import.meta.url), {
    execArgv: ["--expose-gc", `--max-old-space-size=${HEAP_MB}`],
  });
  return new Promise((resolve, reject) => {
    child.on(
      "message",
      (/** @type {{ said?: string, rows?: Row[] }} */ { said, rows }) => {
        if (said !== undefined) say(said);
        if (rows) resolve(rows);
      },
    );
    child.on("exit", (code, signal) =>
      reject(new Error(`the run in Node ended with ${code ?? signal}`)),
    );
    child.send(run);
  });
}

await main();
