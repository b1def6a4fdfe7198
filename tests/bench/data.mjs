// What every index is given: rows, queries, a sentence for each, and the ten rows that are truly nearest to each query; the same in every run.

import { DIMENSIONS, random, sentences, unit, vectors } from "./made.mjs";

/** How the rows lie: anywhere, or in 40 clusters, in which two have a cosine of about 0.6. @typedef {"uniform" | "clustered"} Lie */
/** @typedef {{ rows: Float32Array[], queries: Float32Array[], nearest: number[][], texts: string[], queryTexts: string[] }} Data */

/** How many are asked for. */
export const K = 10;

const SEED = 23;

/**
 * @param {Lie} lie
 * @param {number} nRows
 * @param {number} nQueries drawn as the rows are, and none of them
 * @returns {Data}
 */
export function madeData(lie, nRows, nQueries) {
  const next = random(SEED);
  const draw = lie === "clustered" ? vectors() : () => unit(next);
  // One array under them all: a hundred thousand arrays of their own are a burden to the collector.
  const all = new Float32Array((nRows + nQueries) * DIMENSIONS);
  const drawn = Array.from({ length: nRows + nQueries }, (_, row) => {
    const view = all.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    view.set(draw());
    return view;
  });
  const rows = drawn.slice(0, nRows);
  const queries = drawn.slice(nRows);
  const nearest = queries.map((query) => nearestOf(rows, query));
  const told = sentences(nRows + nQueries);
  return {
    ...{ rows, queries, nearest },
    ...{ texts: told.slice(0, nRows), queryTexts: told.slice(nRows) },
  };
}

/** The share of the truly nearest that was found. @param {number[]} found @param {number[]} nearest */
export function recallOf(found, nearest) {
  const known = new Set(found);
  return nearest.filter((row) => known.has(row)).length / nearest.length;
}

/** By the inner product of unit vectors, summed in 64 bits. @param {Float32Array[]} rows @param {Float32Array} query */
function nearestOf(rows, query) {
  const products = new Float64Array(rows.length);
  rows.forEach((row, at) => {
    let sum = 0;
    for (let i = 0; i < DIMENSIONS; i += 1) sum += row[i] * query[i];
    products[at] = sum;
  });
  return Array.from(products.keys())
    .sort((one, other) => products[other] - products[one])
    .slice(0, K);
}
