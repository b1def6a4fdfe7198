// Reads the golden pairs, the golden stream, and its questions.

import { readFileSync } from "node:fs";

export const LANGUAGES = ["zh", "en"];

/** The people whose stream this is, five of each language. */
export const PEOPLE = LANGUAGES.flatMap((language) =>
  [1, 2, 3, 4, 5].map((nth) => `${language}-${nth}`),
);

/**
 * `a` is stored first, `b` is told later, `label` says how `b` stands to `a`.
 *
 * @typedef {{ id: string, lang: string, label: string, kind: string, a: string, b: string }} Pair
 */
/**
 * A write of the stream, `rel` to the write `of` of the same person.
 *
 * @typedef {{ n: number, at: string, text: string, rel: string, of: number | null, fact: string, slot: string | null,
 *   far?: boolean }} Write
 */
/**
 * A question, with the numbers of the writes that answer it and of those whose value would be wrong.
 *
 * @typedef {{ user: string, at: string, text: string, answers: number[], outdated: number[], type: string }} Question
 */

/** @param {string} name of the file, from here */
const linesOf = (name) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** @returns {Pair[]} */
export const readPairs = () =>
  LANGUAGES.flatMap((language) => linesOf(`pairs.${language}.jsonl`));

/** More pairs of the same kinds, to practise on. @returns {Pair[]} */
export const readPractice = () =>
  LANGUAGES.flatMap((language) => linesOf(`practice.${language}.jsonl`));

/** Pairs that look alike and must both be kept. @returns {Pair[]} */
export const readAlike = () =>
  LANGUAGES.flatMap((language) => linesOf(`alike.${language}.jsonl`));

/** @param {string} person @returns {Write[]} */
export const readWrites = (person) => linesOf(`stream/${person}.jsonl`);

/** @returns {Question[]} */
export const readQuestions = () =>
  LANGUAGES.flatMap((language) =>
    linesOf(`stream/questions.${language}.jsonl`),
  );

/** What is set aside. @returns {{ pairs: string[], people: string[] }} */
export const readAside = () =>
  JSON.parse(readFileSync(new URL("aside.json", import.meta.url), "utf8"));
