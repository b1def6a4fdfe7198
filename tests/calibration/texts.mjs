// The texts of the recordings: the sentences two a pair, then the near ones one a pair, then the probe.

import { readFileSync } from "node:fs";

const HERE = new URL("./", import.meta.url);
const CALIBRATE = new URL("../../src/calibrate/", HERE);

/** @param {string} name @param {URL} folder */
const lines = (name, folder) =>
  readFileSync(new URL(name, folder), "utf8").trimEnd().split("\n");

/** Each pair says the same. @type {[string, string][]} */
export const PAIRS = lines("sentences.txt", CALIBRATE).map((line) => {
  const [one, other] = line.split("|");
  return [one, other];
});

/** What is near to the first of each pair, and says something else. */
export const NEAR = lines("near.txt", HERE);

/** By which a model is known again. */
export const PROBE = lines("sentences.rs", CALIBRATE)
  .map((line) => /PROBE: &str = "(.*)";/.exec(line)?.[1])
  .find((probe) => probe !== undefined);

/** Every text, in the order of the rows. */
export const TEXTS = [...PAIRS.flat(), ...NEAR, PROBE ?? ""];
