// Stores of many records, made when they are first asked for, beside the tests' other caches, and kept; and their rows, to fill other stores with.

import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import Database from "better-sqlite3";
import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

import { sentences } from "../made.mjs";
import { OFF, optionsWith } from "./options.mjs";

const CHUNK = 500;
const CACHE = fileURLToPath(
  new URL("../../.cache/bench-stores/", import.meta.url),
);

/** The SQLite file of a store of so many records. @param {number} count */
export async function storeOf(count) {
  const path = `${CACHE}${count}.sqlite`;
  if (!existsSync(path)) await make(path, sentences(count));
  return path;
}

/** @param {string} path @param {string[]} texts */
async function make(path, texts) {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  const memory = await Memory.open({
    storage: await sqliteStorage(unfinished),
    ...optionsWith({ strategies: OFF }),
  });
  for (let at = 0; at < texts.length; at += CHUNK) {
    await memory.rememberAll(texts.slice(at, at + CHUNK));
    if (at % 10_000 === 0) console.error(`making: ${at} of ${texts.length}`);
  }
  await memory.maintain();
  await memory.close();
  renameSync(unfinished, path);
}

/**
 * All rows of a store, some megabytes at a time: of each its collection and its key, each behind its length (two bytes), and its value behind its
 * length (four bytes), little-endian.
 *
 * @param {string} path
 * @param {number} [bytesAtOnce]
 */
export function* rowsOf(path, bytesAtOnce = 4 << 20) {
  const database = reading(path);
  /** @type {Buffer[]} */
  let parts = [];
  let bytes = 0;
  for (const row of database
    .prepare("SELECT collection, key, value FROM palimpsest_rows")
    .iterate()) {
    const { collection, key, value } =
      /** @type {{ collection: string, key: string, value: Uint8Array }} */ (
        row
      );
    const head = Buffer.alloc(8 + collection.length + key.length);
    let at = head.writeUInt16LE(collection.length);
    at += head.write(collection, at, "ascii");
    at = head.writeUInt16LE(key.length, at);
    at += head.write(key, at, "ascii");
    head.writeUInt32LE(value.length, at);
    parts.push(head, Buffer.from(value));
    bytes += head.length + value.length;
    if (bytesAtOnce <= bytes) {
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
  }
  database.close();
  if (bytes) yield Buffer.concat(parts);
}

/** The package's own declaration of the driver knows only what the package calls. @param {string} path @returns {any} */
function reading(path) {
  const Driver = /** @type {any} */ (Database);
  return new Driver(path, { readonly: true });
}

/** The revision of a store. @param {string} path @returns {number} */
export function revisionOf(path) {
  const database = reading(path);
  const row = database.prepare("SELECT revision FROM palimpsest_store").get();
  database.close();
  return Number(row.revision);
}
