// What a large store takes: the memory once it is open, the time to open it, to recall from it and to write to it; in Node, in a page on IndexedDB
// and in a Durable Object.
//   node tests/bench/scale/main.mjs [--in node,page,object] [--records 10000,100000] [--budget BYTES] [--queries 50]
// A budget of 1 keeps no vector's numbers in memory, only codes.

import { fork } from "node:child_process";
import { parseArgs } from "node:util";

import { sentences } from "../made.mjs";
import { inObject } from "./in-object.mjs";
import { inPage } from "./in-page.mjs";
import { storeOf } from "./stores.mjs";

const { values: options } = parseArgs({
  options: {
    in: { type: "string", default: "node,page,object" },
    records: { type: "string", default: "10000,100000" },
    budget: { type: "string", default: String(64 * 1024 * 1024) },
    queries: { type: "string", default: "50" },
  },
});

/** @typedef {import("./steps.mjs").Measured & { busy?: number, rss?: number, rssBefore?: number, rssOpen?: number, heap?: number }} Found */

/** @type {Record<string, (path: string, budget: number, texts: string[]) => Promise<Found>>} */
const RUNTIMES = { node: inNode, page: inPage, object: inObject };

/** @param {string} path @param {number} budget @param {string[]} texts @returns {Promise<Found>} */
function inNode(path, budget, texts) {
  const child = fork(new URL("in-node.mjs", import.meta.url), [
    path,
    String(budget),
    JSON.stringify(texts),
  ]);
  return new Promise((resolve, reject) => {
    child.on("message", (found) => resolve(/** @type {Found} */ (found)));
    child.on("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

const megabytes = (/** @type {number} */ bytes) =>
  `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

for (const count of options.records.split(",").map(Number)) {
  const path = await storeOf(count);
  const texts = sentences(count + Number(options.queries)).slice(count);
  for (const runtime of options.in.split(",")) {
    const found = await RUNTIMES[runtime](path, Number(options.budget), texts);
    console.log(
      `${runtime}, ${count} records × 384, budget ${megabytes(Number(options.budget))}: ${found.vectors} vectors`,
    );
    console.log(
      `  open        ${found.opening.toFixed(0)} ms${found.busy === undefined ? "" : `, ${found.busy.toFixed(0)} ms of the processor`}`,
    );
    console.log(
      `  wasm        ${megabytes(found.atOpen)} once open, ${megabytes(found.atEnd)} after recalls and writes`,
    );
    if (found.heap)
      console.log(`  heap        ${megabytes(found.heap)} of JavaScript`);
    if (found.rss)
      console.log(
        `  resident    ${[found.rssBefore, found.rssOpen, found.rss]
          .filter((bytes) => bytes !== undefined)
          .map(megabytes)
          .join(", ")}`,
      );
    for (const name of /** @type {const} */ (["recalls", "writes"]))
      console.log(
        `  ${name.padEnd(11)} median ${quantile(found[name], 0.5).toFixed(2)} ms, p95 ${quantile(found[name], 0.95).toFixed(2)} ms`,
      );
  }
}
