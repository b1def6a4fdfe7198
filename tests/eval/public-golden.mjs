// The golden stream's tuned people, for the factors of a recall's score.

import { readFileSync, readdirSync } from "node:fs";

/** @typedef {import("./public-factors.mjs").Person} Person */
/** @typedef {{ user: string, at: string, text: string, answers: number[] }} Question */

const GOLDEN = new URL("../golden/", import.meta.url);

/** @param {string} path @returns {any[]} */
const linesOf = (path) =>
  readFileSync(new URL(path, GOLDEN), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Those that rules may be tuned on; those set aside are left out. @returns {Person[]} */
export function tunedPeople() {
  const { people: aside } = JSON.parse(
    readFileSync(new URL("aside.json", GOLDEN), "utf8"),
  );
  const files = readdirSync(new URL("stream/", GOLDEN)).filter((file) =>
    /^(zh|en)-\d\.jsonl$/.test(file),
  );
  const names = files.map((file) => file.replace(".jsonl", ""));
  return names
    .filter((name) => !aside.includes(name))
    .map((name) => ({
      name,
      told: linesOf(`stream/${name}.jsonl`).map(({ n, at, text }) => ({
        text,
        at: Date.parse(at),
        proves: [String(n)],
      })),
      asked: linesOf(`stream/questions.${name.slice(0, 2)}.jsonl`)
        .filter((/** @type {Question} */ { user }) => user === name)
        .map((/** @type {Question} */ { text, at, answers }) => ({
          text,
          at: Date.parse(at),
          answers: answers.map(String),
          one: true,
        })),
    }));
}
