// Draws what is set aside: a third of the pairs (of each language and kind) and two people in five of each language.
// Run once, before any tuning; `aside.json` is its output, and a test holds the two together.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LANGUAGES = ["zh", "en"];

/** A name's place in the draw: the hash of the name, so that no list of random numbers has to be kept. */
const lot = (/** @type {string} */ name) =>
  createHash("sha256").update(`palimpsest aside 1: ${name}`).digest("hex");

const byLot = (/** @type {string[]} */ names) =>
  [...names].sort((one, other) => (lot(one) < lot(other) ? -1 : 1));

/** The ids of a third of `pairs`: five of each kind of sixteen, and a sixth of the seven kinds whose own lot is lowest. */
/** @typedef {{ id: string, lang: string, kind: string }} Pair */

export function drawPairs(/** @type {Pair[]} */ pairs) {
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

/** Two of the five people of each language. */
export const drawPeople = (/** @type {string[]} */ people) =>
  byLot(people).slice(0, 2).sort();

export function draw() {
  const here = (/** @type {string} */ name) =>
    fileURLToPath(new URL(name, import.meta.url));
  const pairs = LANGUAGES.flatMap((language) => {
    const lines = readFileSync(here(`pairs.${language}.jsonl`), "utf8")
      .trim()
      .split("\n");
    return drawPairs(lines.map((line) => JSON.parse(line)));
  });
  const people = LANGUAGES.flatMap((language) =>
    drawPeople([1, 2, 3, 4, 5].map((n) => `${language}-${n}`)),
  );
  return { pairs, people };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    new URL("aside.json", import.meta.url),
    `${JSON.stringify(draw(), null, 2)}\n`,
  );
}
