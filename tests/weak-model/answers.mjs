// The model's answers as they came, for the fuzz corpus: each once, and no more than a file of the repository should hold.

import { writeFile } from "node:fs/promises";

const FILE = new URL("./answers.jsonl", import.meta.url);
const MOST = 300;
const MOST_BYTES = 200_000;

/** `lang` is the prompt's. @typedef {{ task: string, lang: "zh" | "en", answer: string }} Answer */

/** @param {string} text of a prompt */
export const languageOf = (text) =>
  /\p{Script=Han}/u.test(text) ? "zh" : "en";

/** The lines of the corpus, in the order in which they were given. @param {Answer[]} answers */
export function linesOf(answers) {
  const lines = new Set(answers.map((answer) => JSON.stringify(answer)));
  const kept = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (kept.length === MOST || MOST_BYTES < bytes) break;
    kept.push(line);
  }
  return kept;
}

/** @param {Answer[]} answers */
export const record = (answers) =>
  writeFile(FILE, `${linesOf(answers).join("\n")}\n`);
