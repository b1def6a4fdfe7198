// Found against wrongly dropped, as the one threshold is swept: the package's curve, and the plain cosine's.

import {
  isApart,
  isFound,
  isKnown,
  isWronglyDropped,
  judgePairs,
} from "./pairs.mjs";
import { cosine } from "./recorded.mjs";

/** @typedef {import("./interval.mjs").Rate} Rate */
/** @typedef {import("./pairs.mjs").Judged} Judged */
/** @typedef {import("./pairs-data.mjs").Embedding} Embedding */
/** @typedef {import("./pairs-data.mjs").Pair} Pair */
/** @typedef {{ threshold: number, wrong: Rate, found: Rate }} Point */
/**
 * A pair with its cosine, and the answers to it while the threshold is not above (`under`) or above it (`over`).
 *
 * @typedef {{ pair: Pair, cosine: number, under: string, over: string }} Swept
 */

/** Thresholds that every cosine reaches, and that none does but that of equal vectors. */
const LOWEST = -1;
const HIGHEST = 1;

/**
 * The plain cosine's answers: a duplicate from the threshold on, a record of its own below.
 *
 * @param {Pair[]} pairs
 * @param {Embedding} embedding
 * @returns {Promise<Swept[]>}
 */
export async function sweepPlain(pairs, { embed }) {
  if (!embed)
    throw new Error(
      "the package's own embedder is not to be had apart from it",
    );
  const ones = await embed(pairs.map(({ a }) => a));
  const others = await embed(pairs.map(({ b }) => b));
  return pairs.map((pair, at) => ({
    pair,
    cosine: cosine(ones[at], others[at]),
    under: "duplicate",
    over: "added",
  }));
}

/**
 * The package's answers at any threshold, from two runs of it: at the lowest, where every cosine is enough, and at the
 * highest, where words alone decide. In between, a pair is answered as the one or the other, since a threshold does
 * nothing but divide the cosines; `sweepBoth` holds that to a run of the package.
 *
 * @param {Pair[]} pairs
 * @param {Embedding} embedding
 * @returns {Promise<Swept[]>}
 */
export async function sweepPackage(pairs, embedding) {
  const plain = await sweepPlain(pairs, embedding);
  const under = await judgePairs(pairs, embedding, {
    gate: { duplicate: LOWEST },
  });
  const over = await judgePairs(pairs, embedding, {
    gate: { duplicate: HIGHEST },
  });
  return plain.map(({ pair, cosine }, at) => ({
    pair,
    cosine,
    under: under[at].action,
    over: over[at].action,
  }));
}

/** @param {Swept} swept @param {number} threshold */
const answerAt = ({ pair, cosine, under, over }, threshold) => ({
  pair,
  action: threshold <= cosine ? under : over,
});

/**
 * A point a threshold at which something changes, from the highest threshold down.
 *
 * @param {Swept[]} swept
 * @returns {Point[]}
 */
export function curveOf(swept) {
  const falling = [...swept].sort((one, other) => other.cosine - one.cosine);
  const n = {
    wrong: swept.filter(({ pair }) => isApart(pair)).length,
    found: swept.filter(({ pair }) => isKnown(pair)).length,
  };
  const hits = { wrong: 0, found: 0 };
  const count = (
    /** @type {Swept} */ { pair },
    /** @type {string} */ action,
    /** @type {1 | -1} */ by,
  ) => {
    if (isWronglyDropped({ pair, action })) hits.wrong += by;
    if (isFound({ pair, action })) hits.found += by;
  };
  for (const one of swept) count(one, one.over, 1);

  const curve = [];
  for (const [at, one] of falling.entries()) {
    const above = falling[at - 1]?.cosine ?? HIGHEST;
    // In the middle between two cosines, so that no rounding decides on which side a pair is.
    if (one.cosine < above)
      curve.push({
        threshold: (above + one.cosine) / 2,
        wrong: { hits: hits.wrong, n: n.wrong },
        found: { hits: hits.found, n: n.found },
      });
    count(one, one.over, -1);
    count(one, one.under, 1);
  }
  curve.push({
    threshold: LOWEST,
    wrong: { hits: hits.wrong, n: n.wrong },
    found: { hits: hits.found, n: n.found },
  });
  return curve;
}

/**
 * The point that finds most with at most that share wrongly dropped, the one with the highest threshold of equals; none
 * where even the highest threshold drops more.
 *
 * @param {Point[]} curve
 * @param {number} limit 0 to 1
 * @returns {Point | undefined}
 */
export function bestAt(curve, limit) {
  /** @type {Point | undefined} */
  let best;
  for (const point of curve)
    if (
      point.wrong.hits <= limit * point.wrong.n &&
      (best === undefined || best.found.hits < point.found.hits)
    )
      best = point;
  return best;
}

/**
 * Both sweeps of a set, and how many pairs a run of the package at the threshold for 2 % wrongly dropped answers
 * otherwise than its sweep says; not 0 would mean that the sweep can't be believed.
 *
 * @param {Pair[]} pairs
 * @param {Embedding} embedding
 */
export async function sweepBoth(pairs, embedding) {
  const byCosine = await sweepPlain(pairs, embedding);
  const byPackage = await sweepPackage(pairs, embedding);
  const { threshold } = bestAt(curveOf(byPackage), 0.02) ?? { threshold: 0.9 };
  const judged = await judgePairs(pairs, embedding, {
    gate: { duplicate: threshold },
  });
  const differing = judged.filter((one, at) => {
    const said = answerAt(byPackage[at], threshold);
    return (
      isFound(one) !== isFound(said) ||
      isWronglyDropped(one) !== isWronglyDropped(said)
    );
  }).length;
  return { byCosine, byPackage, differing };
}
