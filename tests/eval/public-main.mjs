// Public data through the packed package, where it lies beside the project: labelled pairs, and LoCoMo's facts.
//   node tests/eval/public-main.mjs [--locomo | --factors]     --locomo: without the pairs; --factors: only what each factor of a recall gives

import { parseArgs } from "node:util";

import { percent } from "./interval.mjs";
import { MODEL_NAMES, withoutPublic } from "./pairs-data.mjs";
import { DEFINITIONS } from "./pairs-report.mjs";
import { difference, measureFactors, printFactors } from "./public-factors.mjs";
import { tunedPeople } from "./public-golden.mjs";
import {
  N_HITS,
  locomoPeople,
  locomoVectors,
  need,
  readLocomo,
  recallOfCosine,
  recallOfPackage,
} from "./public-locomo.mjs";
import { printPublicPairs } from "./public-pairs.mjs";
import { ADD_ALL_POLICY } from "./strategies.mjs";
import { table } from "./table.mjs";
import { openVectors } from "./vectors.mjs";

/** @typedef {import("./public-locomo.mjs").Recalls} Recalls */

/** Without merging, which is another question: a merged text holds many facts, so five hits would hold more than five. */
const GATED = { strategies: { merge: false } };

const { values: options } = parseArgs({
  options: {
    locomo: { type: "boolean", default: false },
    factors: { type: "boolean", default: false },
  },
});
const start = performance.now();
const apology = withoutPublic();
if (apology) console.log(apology);
else {
  if (!options.locomo && !options.factors) {
    console.log(DEFINITIONS);
    await printPublicPairs(["lexical", "use", "e5"]);
  }
  if (!options.factors) await printLocomo();
  await printEachFactor();
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
}

async function printLocomo() {
  const locomo = readLocomo();
  const words = await recallOfPackage(locomo, "lexical", null, GATED);
  const rows = [];
  for (const model of /** @type {const} */ (["lexical", "use", "e5"])) {
    const vectors = model === "lexical" ? null : locomoVectors(model);
    const gated = vectors
      ? await recallOfPackage(locomo, model, vectors, GATED)
      : words;
    const all = await recallOfPackage(locomo, model, vectors, ADD_ALL_POLICY);
    const alone = vectors && recallOfCosine(locomo, vectors);
    rows.push([
      model,
      `${percent(gated.kept)} (${gated.kept.hits}/${gated.kept.n})`,
      ...[mean(gated.recalls), hitRate(gated.recalls)],
      ...[mean(all.recalls), difference(gated.recalls, all.recalls)],
      ...(alone ? [mean(alone), difference(gated.recalls, alone)] : ["–", "–"]),
      vectors ? difference(gated.recalls, words.recalls) : "–",
    ]);
  }
  console.log(
    `\nLoCoMo: ${locomo.facts.length} facts in order, then the ${locomo.questions.length} questions that have evidence among them; merging off\n`,
  );
  console.log(
    table(
      [
        ...["model", " kept", ` recall@${N_HITS}`, ` hit@${N_HITS}`],
        ...[" add-all", "gate − add-all"],
        ...[" cosine alone", "package − cosine", "package − words alone"],
      ],
      rows,
    ),
  );
  console.log(`
kept: writes not answered duplicate; what was dropped counts as not recallable. recall@${N_HITS}: the share of a question's turns that the first ${N_HITS} hits
prove; hit@${N_HITS}: of questions, those with one at least. add-all: the same recall with gate, fingerprint and versions off. cosine alone: every
fact kept, the nearest ${N_HITS} by vector. words alone: the package without an embedding model (row lexical). Differences are paired by question,
in points of recall@${N_HITS}, with the 95 % interval of a paired bootstrap (10,000 samples, seed 1).`);
}

async function printEachFactor() {
  const locomo = readLocomo();
  for (const model of /** @type {const} */ (["lexical", "use", "e5"])) {
    const vectors = model === "lexical" ? null : locomoVectors(model);
    const embedder = vectors && {
      embedModel: MODEL_NAMES[/** @type {"use" | "e5"} */ (model)],
      embed: async (
        /** @type {string[]} */ texts,
        /** @type {{ purpose: "document" | "query" }} */ { purpose },
      ) => texts.map((text) => need(vectors[purpose], text)),
    };
    printFactors(
      `LoCoMo, ${model}: each fact a record of its own, what each factor gives`,
      await measureFactors(locomoPeople(locomo), embedder),
    );
    const opened = model === "lexical" ? null : await openVectors(model);
    printFactors(
      `The golden stream's tuned people, ${model}: each write a record of its own`,
      await measureFactors(
        tunedPeople(),
        opened && { embedModel: opened.embedModel, embed: opened.embed },
      ),
    );
    await opened?.save();
  }
  console.log(`
recall: as it is shipped. both: vector and words, weighed against each other. both + X: with one factor more. vector alone, words alone: of all records
of the scope. Chinese: the recall@${N_HITS} of questions in Chinese. On the golden stream a question is answered by one of its answers.`);
}

/** @param {Recalls} recalls */
function mean(recalls) {
  const sum = recalls.reduce((sum, one) => sum + one, 0);
  return (sum / recalls.length).toFixed(3);
}

/** @param {Recalls} recalls */
function hitRate(recalls) {
  const hits = recalls.filter((share) => 0 < share).length;
  return (hits / recalls.length).toFixed(3);
}
