// Everything that is measured, in the order in which it is printed.

import { bare } from "./bare.mjs";
import { edgevec } from "./edgevec.mjs";
import { hnswlib } from "./hnswlib.mjs";
import { langchain } from "./langchain.mjs";
import { loop } from "./loop.mjs";
import { orama } from "./orama.mjs";
import { onIndexedDb, palimpsest } from "./palimpsest.mjs";
import { sqliteVec } from "./sqlite-vec.mjs";
import { voy } from "./voy.mjs";

/** @typedef {import("../subject.mjs").Subject} Subject */

/** @type {Subject[]} */
export const SUBJECTS = [
  ...[loop, bare, palimpsest, onIndexedDb],
  ...[hnswlib, orama, voy, edgevec, langchain, sqliteVec],
];

/**
 * Whether a subject runs at a size: where some are named, just those, whatever the size.
 *
 * @param {Subject} subject
 * @param {number} nRows
 * @param {string[]} named
 */
export function isWanted({ id, mostRows }, nRows, named) {
  // The loop is what the others are held against.
  if (0 < named.length) return named.includes(id) || id === "loop";
  return nRows <= mostRows;
}
