// The golden stream: what ten people told in three months, what each write is to an earlier one, and what is asked of it.

import {
  PEOPLE,
  readAside,
  readQuestions,
  readWrites,
} from "../golden/read.mjs";

/**
 * What a write is to the write `of`. `third` is told of somebody else, `trap` only looks like another one.
 *
 * @typedef {"new" | "same" | "more" | "replaces" | "back" | "ends" | "contradicts" | "exception" | "guess" | "third" | "trap"} Rel
 */
/**
 * One write with its labels. `at` is in milliseconds since the epoch; `fact` is equal for all writes that tell one thing;
 * `slot` names what can have one value at a time.
 *
 * @typedef {{ n: number, at: number, text: string, rel: Rel, of: number | null, fact: string, slot: string | null, far?: boolean }} Write
 */
/**
 * One question. `answers` are the writes that answer it; `outdated` those whose value would be a wrong answer.
 *
 * @typedef {{ at: number, text: string, answers: number[], outdated: number[], type: "now" | "before" | "at" | "many" | "detail" }} Question
 */
/** @typedef {{ name: string, isAside: boolean, writes: Write[], questions: Question[] }} Person */

/** Everybody, the Chinese first. Who is set aside is only reported: no rule may be tuned on them. @returns {Person[]} */
export function readStream() {
  const { people: aside } = readAside();
  const questions = readQuestions();
  return PEOPLE.map((name) => ({
    name,
    isAside: aside.includes(name),
    writes: readWrites(name).map(timed),
    questions: questions.filter(({ user }) => user === name).map(timed),
  }));
}

/**
 * A person's writes and questions in the order of time; a question comes after the writes of its moment.
 *
 * @param {Person} person
 * @returns {({ write: Write, question?: undefined } | { question: Question, write?: undefined })[]}
 */
export function steps({ writes, questions }) {
  const all = [
    ...writes.map((write) => ({ write })),
    ...questions.map((question) => ({ question })),
  ];
  const at = (/** @type {(typeof all)[number]} */ step) =>
    "write" in step ? step.write.at : step.question.at;
  // The sort is stable, and the writes stand first.
  return all.sort((one, other) => at(one) - at(other));
}

/** The labels of a line are what the types above say: golden.test.mjs holds them to it. @param {{ at: string }} line @returns {any} */
const timed = (line) => ({ ...line, at: Date.parse(line.at) });
