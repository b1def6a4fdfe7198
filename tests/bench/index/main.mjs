// The bare vector index beside the JavaScript loop of subjects/loop.mjs over the same vectors, in one process.
//   node tests/bench/index/main.mjs [--records 10000,100000] [--queries 200]

import { parseArgs } from "node:util";

import { quantile } from "../../eval/quantile.mjs";
import { K } from "../data.mjs";
import { DIMENSIONS, random, unit, vectors } from "../made.mjs";
import { loop } from "../subjects/loop.mjs";
import { Index, memoryBytes } from "./index.mjs";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "10000,100000" },
    queries: { type: "string", default: "200" },
  },
});
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
    const plain = await loop.create(
      null,
      /** @type {any} */ ({ nRows: count }),
    );
    const inserting = timed(() =>
      all.forEach((vector, slot) => index.insert(slot, vector)),
    );
    plain.insert(all);

    /** @type {{ ours: number[], loops: number[] }} */
    const times = { ours: [], loops: [] };
    let found = 0;
    let asked = 0;
    const few = count > 20_000 ? queries.slice(0, 40) : queries;
    for (const query of few.slice(0, 10)) plain.search(query, 0);
    for (let round = 0; round < 10; round++)
      for (const query of queries)
        times.ours.push(timed(() => index.topK(query, K)));
    for (const query of few) {
      /** @type {number[]} */
      let expected = [];
      times.loops.push(
        timed(
          () => (expected = /** @type {number[]} */ (plain.search(query, 0))),
        ),
      );
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
