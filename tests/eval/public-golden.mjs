// The golden stream's tuned people, for the factors of a recall's score.

import { readStream } from "./stream.mjs";

/** @typedef {import("./public-factors.mjs").Person} Person */

/** Those that rules may be tuned on; those set aside are left out. @returns {Person[]} */
export const tunedPeople = () =>
  readStream()
    .filter(({ isAside }) => !isAside)
    .map(({ name, writes, questions }) => ({
      name,
      told: writes.map(({ n, at, text }) => ({
        ...{ text, at },
        proves: [String(n)],
      })),
      asked: questions.map(({ text, at, answers }) => ({
        ...{ text, at },
        answers: answers.map(String),
        one: true,
      })),
    }));
