// What governance adds to a write: `remember` with every strategy on, and with every strategy off, side by side in one run.
//   node tests/bench/write.mjs [--records 1000,10000] [--writes 300]

import { parseArgs } from "node:util";

import { Memory } from "palimpsest";

import { quantile } from "../eval/quantile.mjs";
import { OFF } from "../eval/strategies.mjs";
import { sentences, vectors } from "./made.mjs";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "1000,10000" },
    writes: { type: "string", default: "300" },
  },
});
const CHUNK = 500;

/**
 * A memory of `texts`; its embeddings cost nothing, so that what is measured is our own.
 *
 * @param {string[]} texts
 * @param {object} policy
 */
async function filled(texts, policy) {
  const vectorOf = vectors();
  const memory = await Memory.open({
    storage: "memory",
    embed: async (/** @type {string[]} */ texts) => texts.map(vectorOf),
    embedModel: "made",
    policy: { gate: { duplicate: 0.9, related: 0.75 }, ...policy },
    seed: 1,
  });
  for (let at = 0; at < texts.length; at += CHUNK)
    await memory.rememberAll(texts.slice(at, at + CHUNK));
  return memory;
}

/** @param {Memory} memory @param {string} text */
async function timed(memory, text) {
  const start = performance.now();
  const { action } = await memory.remember(text);
  return { ms: performance.now() - start, action };
}

/** @param {string} name @param {number[]} numbers */
function row(name, numbers) {
  const [p50, p95] = [0.5, 0.95].map((share) =>
    quantile(numbers, share).toFixed(3),
  );
  return `  ${name.padEnd(24)} p50 ${p50} ms   p95 ${p95} ms`;
}

for (const records of options.records.split(",").map(Number)) {
  const writes = Number(options.writes);
  const texts = sentences(records + writes);
  const known = texts.slice(0, records);
  const memories = {
    governed: await filled(known, {}),
    plain: await filled(known, { strategies: OFF }),
  };

  /** @type {{ governed: number[], plain: number[] }} */
  const times = { governed: [], plain: [] };
  /** @type {Record<string, number>} */
  const actions = {};
  for (const [index, text] of texts.slice(records).entries()) {
    // In turn the one first and the other, so that neither always meets warm caches.
    const order = /** @type {const} */ (["governed", "plain"]);
    for (const name of index % 2 === 0 ? order : order.toReversed()) {
      const { ms, action } = await timed(memories[name], text);
      times[name].push(ms);
      if (name === "governed") actions[action] = (actions[action] ?? 0) + 1;
    }
  }
  const added = times.governed.map((ms, index) => ms - times.plain[index]);
  console.log(
    `${records} records, then ${writes} writes (${Object.entries(actions)
      .map(([action, count]) => `${count} ${action}`)
      .join(", ")})`,
  );
  console.log(row("every strategy on", times.governed));
  console.log(row("plain add", times.plain));
  console.log(row("on over plain, pairwise", added));
  await memories.governed.close();
  await memories.plain.close();
}
