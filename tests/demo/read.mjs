// Reads the demo's input: the project's own stream, or a file that was given.

import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "./parse.mjs";
import { bankQuestions, questionsBeside } from "./shapes/bank.mjs";
import { InputError } from "./shapes/input.mjs";

/** @typedef {import("./parse.mjs").Told} Told */
/** @typedef {{ user: string, text: string, expect?: string }} Question */

/** The project's own stream and its questions. */
export const OWN_STREAM = fileURLToPath(
  new URL("./stream.jsonl", import.meta.url),
);
const OWN_QUESTIONS = new URL("./questions.json", import.meta.url);

/** Sentences that are asked again where a file brings no questions. */
const N_ASKED_AGAIN = 8;

/**
 * What was told and what will be asked.
 *
 * @param {string} file
 * @returns {Promise<{ shape: string, told: Told[], questions: Question[] }>}
 * @throws {InputError} in words, where the file can't be read
 */
export async function read(file) {
  const { shape, told } = parse(await readText(file), basename(file));
  return { shape, told, questions: await questionsFor(file, told) };
}

/** @param {string} file @param {Told[]} told @returns {Promise<Question[]>} */
async function questionsFor(file, told) {
  if (file === OWN_STREAM)
    return JSON.parse(await readFile(OWN_QUESTIONS, "utf8"));
  const beside = questionsBeside(basename(file));
  if (beside) {
    const path = join(dirname(file), beside);
    const text = await readText(path).catch(() => null);
    if (text !== null) return bankQuestions(text, beside);
  }
  return told
    .filter(({ text }) => /[?？]\s*$/.test(text))
    .slice(0, N_ASKED_AGAIN)
    .map(({ user, text }) => ({ user, text }));
}

/** @param {string} file */
async function readText(file) {
  let bytes;
  try {
    bytes = await readFile(file);
  } catch (err) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (err);
    if (code === "ENOENT") throw new InputError(`there is no file ${file}`);
    if (code === "EISDIR")
      throw new InputError(`${file} is a folder: give one file`);
    throw new InputError(`${file} can't be read: ${message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${file} is not text in UTF-8`);
  }
}
