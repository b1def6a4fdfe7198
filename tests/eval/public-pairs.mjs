// The public sets of labelled pairs through the packed package: their rates, and the curves of those that have one.

import { judgePairs } from "./pairs.mjs";
import { sweepBoth } from "./pairs-curve.mjs";
import { PUBLIC_SETS, publicEmbedding, publicPairs } from "./pairs-data.mjs";
import { curveTable, hasCurve, rateTable, sweepNote } from "./pairs-report.mjs";

/** @typedef {import("./pairs.mjs").Judged} Judged */
/** @typedef {import("./pairs-curve.mjs").Swept} Swept */

/** @param {import("./pairs-data.mjs").Model[]} models */
export async function printPublicPairs(models) {
  /** @type {[string[], Judged[]][]} */
  const rates = [];
  /** @type {[string[], Swept[]][]} */
  const curves = [];
  let differing = 0;
  for (const set of PUBLIC_SETS) {
    const pairs = publicPairs(set);
    for (const model of models) {
      const embedding = publicEmbedding(set, pairs, model);
      rates.push([[set, model], await judgePairs(pairs, embedding)]);
      if (model === "lexical" || !hasCurve(pairs)) continue;
      const swept = await sweepBoth(pairs, embedding);
      curves.push([[set, model, "package"], swept.byPackage]);
      curves.push([[set, model, "cosine"], swept.byCosine]);
      differing += swept.differing;
    }
  }
  console.log("\nPublic sets\n");
  console.log(rateTable(["set", "model"], rates));
  if (curves.length === 0) return;
  console.log(`\nPublic sets: found (threshold)\n`);
  console.log(curveTable(curves));
  console.log(sweepNote(differing));
}
