// What a large store takes: the memory of the wasm instance once it is open, the time to open it, to recall from it and to write to it.
//   node tests/bench/memory.mjs [--records 10000,100000] [--budget BYTES]
// A store is made when it is first asked for, beside the tests' other caches, and kept.

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";

// First of all, for it watches who makes an instance.
import { memoryBytes } from "./page/memories.mjs";

import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

import { quantile } from "../eval/quantile.mjs";
import { OFF } from "../eval/strategies.mjs";
import { sentences, vectors } from "./made.mjs";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "10000,100000" },
    budget: { type: "string", default: String(64 * 1024 * 1024) },
    queries: { type: "string", default: "50" },
  },
});
const CHUNK = 500;
const CACHE = fileURLToPath(
  new URL("../.cache/bench-stores/", import.meta.url),
);
const megabytes = (/** @type {number} */ bytes) =>
  `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {string} path @param {object} policy */
async function opened(path, policy) {
  const vectorOf = vectors();
  return Memory.open({
    storage: await sqliteStorage(path),
    embed: async (/** @type {string[]} */ texts) => texts.map(vectorOf),
    embedModel: "made",
    policy: { gate: { duplicate: 0.9, related: 0.75 }, ...policy },
    seed: 1,
  });
}

/** @param {string} path @param {string[]} texts */
async function make(path, texts) {
  mkdirSync(CACHE, { recursive: true });
  rmSync(path, { force: true });
  const start = performance.now();
  const memory = await opened(path, { strategies: OFF });
  for (let at = 0; at < texts.length; at += CHUNK) {
    await memory.rememberAll(texts.slice(at, at + CHUNK));
    if (at % 10_000 === 0) console.error(`${at} of ${texts.length}`);
  }
  const folding = performance.now();
  await memory.maintain();
  console.log(
    `  made in ${((folding - start) / 1000).toFixed(1)} s, upkeep ${((performance.now() - folding) / 1000).toFixed(1)} s`,
  );
  await memory.close();
}

/** @param {number} count */
async function measure(count) {
  const path = `${CACHE}${count}.sqlite`;
  const texts = sentences(count + 100);
  const before = memoryBytes();
  const memory = await opened(path, {
    memoryBudget: Number(options.budget),
    strategies: OFF,
  });
  const start = performance.now();
  const { vectors: n } = await memory.stats();
  const opening = performance.now() - start;
  const atOpen = memoryBytes();
  /** @type {number[]} */
  const recalls = [];
  /** @type {number[]} */
  const writes = [];
  for (const text of texts.slice(count, count + Number(options.queries))) {
    const before = performance.now();
    await memory.recall(text, { touch: false });
    recalls.push(performance.now() - before);
  }
  for (const text of texts.slice(count + 50)) {
    const before = performance.now();
    const { id } = await memory.remember(text);
    writes.push(performance.now() - before);
    await memory.forget(id, { hard: true });
  }
  console.log(
    `${count} records × 384, budget ${megabytes(Number(options.budget))}`,
  );
  console.log(`  vectors     ${n}`);
  console.log(`  open        ${opening.toFixed(0)} ms`);
  console.log(
    `  memory      ${megabytes(atOpen)} once open (${megabytes(before)} before), ${megabytes(memoryBytes())} after recalls and writes`,
  );
  for (const [name, times] of Object.entries({ recalls, writes }))
    console.log(
      `  ${name.padEnd(11)} median ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`,
    );
  await memory.close();
}

for (const count of options.records.split(",").map(Number)) {
  if (!existsSync(`${CACHE}${count}.sqlite`))
    await make(`${CACHE}${count}.sqlite`, sentences(count));
  else await measure(count);
}
