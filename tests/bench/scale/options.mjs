// How the stores that are measured are opened: in Node, in a page and in a Worker.

import { STRATEGIES } from "../../eval/strategies.mjs";
import { vectorOf } from "../made.mjs";

/** Every strategy off: what is written is added. */
export const OFF = Object.fromEntries(STRATEGIES.map((name) => [name, false]));

/** Options of a memory whose embeddings cost little. @param {object} policy */
export function optionsWith(policy) {
  return {
    embed: async (/** @type {string[]} */ texts) => texts.map(vectorOf),
    embedModel: "made",
    policy: { gate: { duplicate: 0.9, related: 0.75 }, ...policy },
    seed: 1,
  };
}
