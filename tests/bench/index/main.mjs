// The bare vector index beside a plain JavaScript loop over the same vectors, in one process.
//   node tests/bench/index/main.mjs [--records 10000,100000] [--queries 200]

import { parseArgs } from "node:util";

import { random, unit, vectors } from "../made.mjs";
import { Index, memoryBytes } from "./index.mjs";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "10000,100000" },
    queries: { type: "string", default: "200" },
  },
});
const DIMENSIONS = 384;
const K = 10;

/** What the index is measured against. */
class Loop {
  /** @param {number} count */
  constructor(count) {
    this.numbers = new Float32Array(count * DIMENSIONS);
    this.scores = new Float32Array(count);
  }

  /** @param {number} slot @param {Float32Array} vector */
  insert(slot, vector) {
    this.numbers.set(vector, slot * DIMENSIONS);
  }

  /** The nearest, by insertion into a short list. @param {Float32Array} query @param {number} k */
  topK(query, k) {
    const { numbers, scores } = this;
    /** @type {number[]} */
    const best = [];
    for (let slot = 0, at = 0; slot < scores.length; slot++) {
      let sum = 0;
      for (let i = 0; i < DIMENSIONS; i++) sum += query[i] * numbers[at++];
      scores[slot] = sum;
      if (best.length === k && sum <= scores[best[k - 1]]) continue;
      let place = best.length;
      while (place > 0 && scores[best[place - 1]] < sum) place--;
      best.splice(place, 0, slot);
      if (best.length > k) best.pop();
    }
    return best;
  }
}

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** @param {number[]} times */
const millis = (times) =>
  `median ${quantile(times, 0.5).toFixed(3)} ms, p95 ${quantile(times, 0.95).toFixed(3)} ms`;

/** @param {() => unknown} act */
function timed(act) {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/** @type {Record<string, () => () => Float32Array>} */
const DATA = {
  uniform: () => {
    const next = random(3);
    return () => unit(next);
  },
  clustered: vectors,
};

for (const count of options.records.split(",").map(Number))
  for (const [name, data] of Object.entries(DATA)) {
    const next = data();
    const all = Array.from({ length: count }, next);
    const queries = Array.from({ length: Number(options.queries) }, next);
    const index = new Index(DIMENSIONS);
    const loop = new Loop(count);
    const inserting = timed(() =>
      all.forEach((vector, slot) => index.insert(slot, vector)),
    );
    all.forEach((vector, slot) => loop.insert(slot, vector));

    /** @type {{ ours: number[], loops: number[] }} */
    const times = { ours: [], loops: [] };
    let found = 0;
    let asked = 0;
    const few = count > 20_000 ? queries.slice(0, 40) : queries;
    for (const query of few.slice(0, 10)) loop.topK(query, K);
    for (let round = 0; round < 10; round++)
      for (const query of queries)
        times.ours.push(timed(() => index.topK(query, K)));
    for (const query of few) {
      /** @type {number[]} */
      let expected = [];
      times.loops.push(timed(() => (expected = loop.topK(query, K))));
      const answer = new Set(index.topK(query, K));
      found += expected.filter((slot) => answer.has(slot)).length;
      asked += index.nAsked(query, K);
    }
    const codes = new Index(DIMENSIONS);
    all.forEach((vector, slot) => codes.insertCode(slot, vector));
    const missing = queries.map((query) => codes.missing(query, K).length);
    console.log(`${count} × ${DIMENSIONS}, ${name}`);
    console.log(`  insert      ${inserting.toFixed(1)} ms`);
    console.log(`  top ${K}      ${millis(times.ours)}`);
    console.log(`  loop        ${millis(times.loops)}`);
    console.log(`  recall@${K}   ${(found / (few.length * K)).toFixed(4)}`);
    console.log(
      `  asked       ${(asked / few.length).toFixed(0)} times a search`,
    );
    console.log(
      `  to be read  median ${quantile(missing, 0.5)}, most ${Math.max(...missing)} vectors, where codes alone are in memory`,
    );
    console.log(
      `  memory      ${(index.bytes() / 1e6).toFixed(1)} MB, codes alone ${(codes.bytes() / 1e6).toFixed(1)} MB; the module's ${(memoryBytes() / 1e6).toFixed(1)} MB`,
    );
    index.free();
    codes.free();
  }
