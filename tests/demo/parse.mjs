// What people told, out of the shapes of file that the demo takes. Pure: text in, sentences out.

import { chatTold, isChat, isMessages, messagesTold } from "./shapes/chat.mjs";
import { bankTold, isBank } from "./shapes/bank.mjs";
import { InputError, asTime, nameOf } from "./shapes/input.mjs";

export { InputError };

/** Whose sentence it is where a file does not say. */
const SOMEBODY = "user";

/**
 * One sentence, told by somebody.
 *
 * `at` is in milliseconds since the epoch, and missing where the file gives no time. `id` and `gold` stand in the
 * project's own stream: a name to refer to, and what the sentence is to an earlier one.
 *
 * @typedef {object} Told
 * @property {string} user
 * @property {number} [at]
 * @property {string} text
 * @property {string} [id]
 * @property {Partial<Record<"repeats" | "details" | "changes" | "apart", string>>} [gold]
 */

/**
 * What a file holds, in the order in which it was told.
 *
 * @param {string} text the whole file
 * @param {string} name the file's name, for its ending and for errors
 * @returns {{ shape: string, told: Told[] }}
 * @throws {InputError} in words, where the file is of no known shape
 */
export function parse(text, name) {
  const { shape, told } = parseAny(text.replace(/^\ufeff/, ""), name);
  const spoken = told.filter((one) => one.text.trim() !== "");
  if (spoken.length === 0)
    throw new InputError(`${name} holds no sentence of a user`);
  return { shape, told: spoken };
}

/** @param {string} text @param {string} name */
function parseAny(text, name) {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const whole = tryJson(text);
  if (whole && typeof whole.value === "object" && whole.value !== null)
    return { ...oneDocument(whole.value, name) };
  const isJson = /\.(json|jsonl|ndjson)$/i.test(name);
  if (whole || isJson || /^\s*\{/.test(first) || tryJson(first))
    return { shape: "JSON lines", told: jsonLines(lines, name) };
  return {
    shape: "plain text, a sentence a line",
    told: lines.map((line) => ({ user: SOMEBODY, text: line.trim() })),
  };
}

/** @param {object} value @param {string} name @returns {{ shape: string, told: Told[] }} */
function oneDocument(value, name) {
  if (isChat(value)) return { shape: "a chat", told: chatTold(value, name) };
  if (isMessages(value))
    return { shape: "messages", told: messagesTold(value, SOMEBODY, name) };
  if (isBank(value))
    return { shape: "days of chats", told: bankTold(value, name) };
  if (Array.isArray(value))
    return {
      shape: "a JSON list",
      told: value.map((item, nth) => oneItem(item, `${name}, item ${nth + 1}`)),
    };
  if ("text" in value || "content" in value)
    return { shape: "JSON lines", told: [oneItem(value, `${name}, line 1`)] };
  throw new InputError(
    `${name} is JSON of an unknown shape (${nameOf(value)}): give JSON lines with "text", plain text, or a chat`,
  );
}

/** @param {string[]} lines @param {string} name @returns {Told[]} */
function jsonLines(lines, name) {
  return lines.flatMap((line, nth) => {
    if (line.trim() === "") return [];
    const where = `${name}, line ${nth + 1}`;
    const parsed = tryJson(line);
    if (!parsed) throw new InputError(`${where}: not JSON, or cut short`);
    return [oneItem(parsed.value, where)];
  });
}

/**
 * A string, or an object with `text` or `content` and perhaps `user`, `at`.
 *
 * @param {unknown} item
 * @param {string} where for errors
 * @returns {Told}
 */
function oneItem(item, where) {
  if (typeof item === "string") return { user: SOMEBODY, text: item };
  if (typeof item !== "object" || item === null || Array.isArray(item))
    throw new InputError(`${where}: neither a string nor an object`);
  const { text, content, user, at, id, gold } =
    /** @type {Record<string, unknown>} */ (item);
  const said = text ?? content;
  if (typeof said !== "string")
    throw new InputError(`${where}: no "text" (${nameOf(item)})`);
  return {
    user: user === undefined ? SOMEBODY : String(user),
    ...(at === undefined ? {} : { at: asTime(at, where) }),
    text: said,
    ...(typeof id === "string" ? { id } : {}),
    ...(gold ? { gold: /** @type {Told["gold"]} */ (gold) } : {}),
  };
}

/**
 * @param {string} text
 * @returns {{ value: unknown } | null} null where it is no JSON
 */
function tryJson(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
