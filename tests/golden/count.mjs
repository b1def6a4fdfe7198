// Counts the golden data: pairs by kind and how alike their words are, the stream's writes by relation and person, its questions
// by type.
//   node tests/golden/count.mjs

import { table } from "../eval/table.mjs";
import {
  LANGUAGES,
  PEOPLE,
  readAside,
  readPairs,
  readQuestions,
  readWrites,
} from "./read.mjs";

/** @param {string[]} names */
const unique = (names) => [...new Set(names)];

/**
 * A row a name: the counts of all, of each language, and of each person.
 *
 * @template One
 * @param {string} head
 * @param {[string, (one: One) => boolean][]} rows
 * @param {One[][]} ofPeople in the order of the people
 */
function counted(head, rows, ofPeople) {
  const columns = [
    ofPeople.flat(),
    ...LANGUAGES.map((language) =>
      ofPeople.filter((_, nth) => PEOPLE[nth].startsWith(language)).flat(),
    ),
    ...ofPeople,
  ];
  const names = [...LANGUAGES, ...PEOPLE].map((name) =>
    aside.people.includes(name) ? ` ${name} (aside)` : ` ${name}`,
  );
  return table(
    [head, " all", ...names],
    rows.map(([name, holds]) => [
      name,
      ...columns.map((column) => column.filter(holds).length),
    ]),
  );
}

const pairs = readPairs();
const aside = readAside();
const kinds = unique(pairs.map(({ kind }) => kind));
console.log("Pairs (the set-aside ones among them)\n");
console.log(
  table(
    ["label", "kind", ...LANGUAGES.map((language) => ` ${language}`), " all"],
    [...kinds, null].map((kind) => {
      const members = pairs.filter(
        (pair) => kind === null || pair.kind === kind,
      );
      const cells = [...LANGUAGES, null].map((language) => {
        const those = members.filter(
          ({ lang }) => language === null || lang === language,
        );
        const apart = those.filter(({ id }) => aside.pairs.includes(id));
        return `${those.length} (${apart.length})`;
      });
      return [kind ? members[0].label : "all", kind ?? "", ...cells];
    }),
  ),
);

/** A text's words, or in Chinese its pairs of neighbouring characters. @param {string} text @param {string} lang */
function piecesOf(text, lang) {
  if (lang === "en") return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
  const characters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return characters.slice(1).map((one, at) => characters[at] + one);
}

/** The share of pieces in common (Jaccard). @param {import("./read.mjs").Pair} pair */
function alike({ a, b, lang }) {
  const ones = new Set(piecesOf(a, lang));
  const others = new Set(piecesOf(b, lang));
  const common = [...ones].filter((piece) => others.has(piece)).length;
  return common / (ones.size + others.size - common);
}

/** @param {number[]} numbers */
const mean = (numbers) =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

console.log(
  "\nHow alike: the mean share of words (zh: of neighbouring characters) in common; and characters (words) a text\n",
);
console.log(
  table(
    ["label", "kind", " zh", " en", " zh, length", " en, length"],
    kinds.map((kind) => {
      const of = LANGUAGES.map((language) =>
        pairs.filter((pair) => pair.kind === kind && pair.lang === language),
      );
      return [
        of[0][0].label,
        kind,
        ...of.map((members) => mean(members.map(alike)).toFixed(2)),
        ...of.map((members) => {
          const lengths = members.flatMap(({ a, b, lang }) =>
            [a, b].map((text) =>
              lang === "zh" ? [...text].length : text.split(" ").length,
            ),
          );
          return mean(lengths).toFixed(1);
        }),
      ];
    }),
  ),
);

const writes = PEOPLE.map(readWrites);
/** @typedef {import("./read.mjs").Write} Write */
console.log("\nThe stream's writes, by person\n");
console.log(
  counted(
    "rel",
    [
      ...unique(writes.flat().map(({ rel }) => rel)).map(
        (rel) =>
          /** @type {[string, (one: Write) => boolean]} */ ([
            rel,
            (one) => one.rel === rel,
          ]),
      ),
      ["same, far", ({ rel, far }) => rel === "same" && far === true],
      ["all", () => true],
    ],
    writes,
  ),
);

const questions = readQuestions();
const asked = PEOPLE.map((person) =>
  questions.filter(({ user }) => user === person),
);
/** @typedef {import("./read.mjs").Question} Question */
console.log("\nThe stream's questions, by person\n");
console.log(
  counted(
    "type",
    [
      ...unique(questions.map(({ type }) => type)).map(
        (type) =>
          /** @type {[string, (one: Question) => boolean]} */ ([
            type,
            (one) => one.type === type,
          ]),
      ),
      ["with outdated", ({ outdated }) => 0 < outdated.length],
      ["all", () => true],
    ],
    asked,
  ),
);
