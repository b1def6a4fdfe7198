// What the cosines of the recordings come to: each model's quantiles, and the thresholds that neighbouring choices would give.
//   node tests/calibration/quantiles.mjs

import { cosine, nameOf, readRecordings } from "../eval/recorded.mjs";
import { NEAR, PAIRS, PROBE } from "./texts.mjs";

const MODELS = ["e5", "minilm", "use"];

/** @param {number[]} values @param {number} share 0 to 1 */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place % 1);
}

/** @param {string} model */
async function cosines(model) {
  const vectors = await readRecordings(new URL("./", import.meta.url), model);
  /** @param {string} text @returns {Float32Array} */
  const of = (text) => {
    const vector = vectors.get(nameOf(text));
    if (vector) return vector;
    throw new Error(`no vector of ${model} is recorded for ${text}`);
  };
  of(PROBE ?? "");
  const half = PAIRS.length / 2;
  const unrelated = PAIRS.flatMap(([one], at) =>
    PAIRS.slice(at + 1, at < half ? half : PAIRS.length).map(([other]) =>
      cosine(of(one), of(other)),
    ),
  );
  return {
    same: PAIRS.map(([one, other]) => cosine(of(one), of(other))),
    near: PAIRS.map(([one], at) => cosine(of(one), of(NEAR[at]))),
    unrelated,
  };
}

const SHARES = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];
console.log(`| model | pairs | ${SHARES.join(" | ")} |`);
for (const model of MODELS)
  for (const [name, values] of Object.entries(await cosines(model)))
    console.log(
      `| ${model} | ${values.length} ${name} | ${SHARES.map((share) => quantile(values, share).toFixed(3)).join(" | ")} |`,
    );
console.log(
  "\n`duplicate` by quantile of the same, of which it is at least 0.99 of the unrelated:",
);
for (const model of MODELS) {
  const { same, near, unrelated } = await cosines(model);
  for (const share of [0, 0.05, 0.1, 0.25]) {
    const duplicate = Math.max(
      quantile(same, share),
      quantile(unrelated, 0.99),
    );
    const [found, alike] = [same, near].map(
      (values) => values.filter((one) => duplicate <= one).length,
    );
    console.log(
      `${model} ${share}: ${duplicate.toFixed(4)} reaches ${found} of ${same.length} same, ${alike} of ${near.length} near; related ${quantile(unrelated, 0.95).toFixed(4)}`,
    );
  }
}
