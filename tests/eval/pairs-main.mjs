// The golden pairs through the packed package, and the public sets where they lie beside the project.
//   node tests/eval/pairs-main.mjs [--model lexical|use|e5|one] [--golden]     --golden: without the public sets
//   node tests/eval/pairs-main.mjs --misses KIND [--model …]              the tuned pairs of a kind (or all) that go wrong
//   … --practice                                                          the pairs to practise on in place of the golden ones
//   … --alike                                                             the pairs that look alike, also with an embedder that can't tell texts apart

import { parseArgs } from "node:util";

import { judgePairs } from "./pairs.mjs";
import { sweepBoth } from "./pairs-curve.mjs";
import {
  alikePairs,
  goldenEmbedding,
  goldenPairs,
  practicePairs,
  withoutPublic,
} from "./pairs-data.mjs";
import {
  DEFINITIONS,
  curveTable,
  kindTable,
  missesOf,
  rateTable,
  sweepNote,
} from "./pairs-report.mjs";
import { printPublicPairs } from "./public-pairs.mjs";

/** @typedef {import("./pairs.mjs").Judged} Judged */
/** @typedef {import("./pairs-curve.mjs").Swept} Swept */
/** @typedef {import("./pairs-data.mjs").Model} Model */
/** @typedef {import("./pairs-data.mjs").Pair} Pair */

const { values: options } = parseArgs({
  options: {
    model: { type: "string" },
    misses: { type: "string" },
    golden: { type: "boolean", default: false },
    practice: { type: "boolean", default: false },
    alike: { type: "boolean", default: false },
  },
});
const MODELS = /** @type {Model[]} */ (
  options.model ? [options.model] : modelsOf(options)
);
const PAIRS = pairsOf(options);
/** Only the golden pairs are swept, and only beside them the public sets are shown. */
const ARE_GOLDEN = !options.practice && !options.alike;

/** @typedef {{ practice: boolean, alike: boolean }} Which */

/** @param {Which} which @returns {Model[]} */
function modelsOf({ practice, alike }) {
  if (alike) return ["lexical", "use", "one"];
  return practice ? ["lexical", "use"] : ["lexical", "use", "e5"];
}

/** @param {Which} which */
function pairsOf({ practice, alike }) {
  if (alike) return alikePairs();
  return practice ? practicePairs() : goldenPairs();
}

/** Every part and language, and both languages together. */
const GROUPS = ["tuned", "aside"].flatMap((part) =>
  [["zh"], ["en"], ["zh", "en"]].map((languages) => ({
    names: [part, languages.join("+")],
    holds: (/** @type {Pair} */ pair) =>
      pair.part === part && languages.includes(pair.lang),
  })),
);

const start = performance.now();
if (options.misses) await printMisses(options.misses);
else {
  console.log(DEFINITIONS);
  await printGolden();
  const apology = withoutPublic();
  const onlyOurs = options.golden || !ARE_GOLDEN;
  if (!onlyOurs && apology) console.log(`\n${apology}`);
  if (!onlyOurs && !apology) await printPublicPairs(MODELS);
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/** @param {string} kind */
async function printMisses(kind) {
  const pairs = PAIRS.filter(({ part }) => part === "tuned");
  for (const model of MODELS) {
    const embedding = await goldenEmbedding(model);
    const judged = await judgePairs(pairs, embedding, embedding.policy);
    console.log(`${model}\n\n${missesOf(judged, kind)}\n`);
  }
}

async function printGolden() {
  /** @type {[string[], Judged[]][]} */
  const rates = [];
  /** @type {[string[], Swept[]][]} */
  const curves = [];
  /** @type {string[]} */
  const kinds = [];
  let differing = 0;
  for (const model of MODELS) {
    const embedding = await goldenEmbedding(model);
    const judged = await judgePairs(PAIRS, embedding, embedding.policy);
    for (const { names, holds } of GROUPS)
      rates.push([[...names, model], judged.filter(({ pair }) => holds(pair))]);
    kinds.push(`\n${model}: what became of each kind\n\n${kindTable(judged)}`);
    if (model !== "lexical" && ARE_GOLDEN) {
      const swept = await sweepBoth(PAIRS, embedding);
      differing += swept.differing;
      for (const { names, holds } of GROUPS)
        for (const [by, all] of /** @type {const} */ ([
          ["package", swept.byPackage],
          ["cosine", swept.byCosine],
        ]))
          curves.push([
            [names.join(", "), model, by],
            all.filter(({ pair }) => holds(pair)),
          ]);
    }
    await embedding.save?.();
  }
  console.log(`\n${ARE_GOLDEN ? "Golden pairs" : "Pairs"}\n`);
  console.log(rateTable(["part", "language", "model"], rates));
  for (const one of kinds) console.log(one);
  if (curves.length === 0) return;
  console.log(`\nGolden pairs: found (threshold)\n`);
  console.log(curveTable(curves));
  console.log(sweepNote(differing));
}
