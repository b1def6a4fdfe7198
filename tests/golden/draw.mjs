// Draws what is set aside: a third of the pairs (of each language and kind) and two people in five of each language.
// Run once, before any tuning; `aside.json` is its output, and a test holds the two together.
//   node tests/golden/draw.mjs && make fmt

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { LANGUAGES, PEOPLE, readPairs } from "./read.mjs";

/** A name's place in the draw: the hash of the name, so that no list of random numbers has to be kept. @param {string} name */
const lot = (name) =>
  createHash("sha256").update(`palimpsest aside 1: ${name}`).digest("hex");

/** @param {string[]} names */
const byLot = (names) =>
  [...names].sort((one, other) => (lot(one) < lot(other) ? -1 : 1));

/**
 * The ids of a third of `pairs`: five of each kind of sixteen, and a sixth of the seven kinds whose own lot is lowest.
 *
 * @param {import("./read.mjs").Pair[]} pairs of one language
 */
export function drawPairs(pairs) {
  const kinds = [...new Set(pairs.map((pair) => `${pair.lang} ${pair.kind}`))];
  const withSix = new Set(byLot(kinds).slice(0, 7));
  return kinds.flatMap((kind) => {
    const members = pairs
      .filter((pair) => `${pair.lang} ${pair.kind}` === kind)
      .map((pair) => pair.id);
    return byLot(members)
      .slice(0, withSix.has(kind) ? 6 : 5)
      .sort();
  });
}

/** Two of the five people of each language. @param {string[]} people */
export const drawPeople = (people) => byLot(people).slice(0, 2).sort();

export function draw() {
  const all = readPairs();
  const pairs = LANGUAGES.flatMap((language) =>
    drawPairs(all.filter(({ lang }) => lang === language)),
  );
  const people = LANGUAGES.flatMap((language) =>
    drawPeople(PEOPLE.filter((person) => person.startsWith(language))),
  );
  return { pairs, people };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    new URL("aside.json", import.meta.url),
    `${JSON.stringify(draw(), null, 2)}\n`,
  );
}
