// A bank of chats by user and day: `{ USER: { name, history: { "2023-04-27": [{ query, response }] } } }`, with questions beside it.

import { InputError, asTime } from "./input.mjs";

/** @typedef {import("../parse.mjs").Told} Told */
/** @typedef {{ name?: string, history: Record<string, { query: string }[]> }} Person */

/** When the first sentence of a day is told, after midnight UTC, and how far the next are apart; in milliseconds. */
const MORNING = 9 * 3_600_000;
const APART = 60_000;

/**
 * @param {object} value
 * @returns {value is Record<string, Person>}
 */
export function isBank(value) {
  const people = Object.values(value);
  return (
    !Array.isArray(value) &&
    0 < people.length &&
    people.every((person) => typeof person?.history === "object")
  );
}

/**
 * Each user's own sentences, all in order of time.
 *
 * @param {Record<string, Person>} bank
 * @param {string} name for errors
 * @returns {Told[]}
 */
export function bankTold(bank, name) {
  const told = [];
  for (const [user, { history }] of Object.entries(bank)) {
    for (const [day, turns] of Object.entries(history)) {
      const morning = asTime(day, `${name}, ${user}`) + MORNING;
      for (const [nth, { query }] of turns.entries()) {
        if (typeof query !== "string")
          throw new InputError(`${name}, ${user}: a turn without "query"`);
        told.push({ user, at: morning + nth * APART, text: query });
      }
    }
  }
  return told.sort((one, other) => one.at - other.at);
}

/** The file of questions that stands beside a bank, by the bank's name; null for another name. */
export function questionsBeside(/** @type {string} */ name) {
  const [, rest] = /^memory_bank(.*\.json)$/.exec(name) ?? [];
  return rest ? `probing_questions${rest}l` : null;
}

/**
 * The questions: a line `{ USER: [QUESTION, …] }` each.
 *
 * @param {string} text
 * @param {string} name for errors
 * @returns {{ user: string, text: string }[]}
 */
export function bankQuestions(text, name) {
  return text.split(/\r?\n/).flatMap((line, nth) => {
    if (line.trim() === "") return [];
    let people;
    try {
      people = JSON.parse(line);
    } catch {
      throw new InputError(`${name}, line ${nth + 1}: not JSON, or cut short`);
    }
    return Object.entries(people).flatMap(([user, questions]) =>
      /** @type {string[]} */ (questions).map((question) => ({
        user,
        text: question.replace(/^"(.*)"$/, "$1"),
      })),
    );
  });
}
