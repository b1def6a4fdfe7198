// Recorded vectors: rows of little-endian 16-bit floats, one after the other, and the index that says whose they are.

import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

/** The number that 16 bits of IEEE 754 stand for. @param {number} bits */
function fromHalf(bits) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Every number that 16 bits can stand for: reading by table is twenty times as fast. */
const HALVES = Float32Array.from({ length: 1 << 16 }, (_, bits) =>
  fromHalf(bits),
);

/**
 * The rows of a recording.
 *
 * @param {Uint8Array} bytes
 * @param {number} dimension
 */
export function rowsOf(bytes, dimension) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = 2 * dimension;
  if (bytes.byteLength % size)
    throw new Error(
      `${bytes.byteLength} bytes are no rows of ${dimension} numbers`,
    );
  return Array.from({ length: bytes.byteLength / size }, (_, row) =>
    Float32Array.from(
      { length: dimension },
      (_, at) => HALVES[view.getUint16(row * size + 2 * at, true)],
    ),
  );
}

/** How a recording's index names a text. @param {string} text */
export const nameOf = (text) =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);

/**
 * Every recording of a model in a folder: `NAME.MODEL.f16` beside `NAME.MODEL.json`, which lists the texts' names in the
 * order of the rows.
 *
 * @param {URL} folder
 * @param {string} model
 * @returns {Promise<Map<string, Float32Array>>} by the text's name
 */
export async function readRecordings(folder, model) {
  const ending = `.${model}.json`;
  const vectors = new Map();
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending));
  for (const file of files.sort()) {
    const { dimension, texts } = JSON.parse(
      await readFile(new URL(file, folder), "utf8"),
    );
    const bytes = await readFile(new URL(file.replace(/json$/, "f16"), folder));
    const rows = rowsOf(bytes, dimension);
    if (rows.length !== texts.length)
      throw new Error(
        `${file} names ${texts.length} texts, beside it are ${rows.length} rows`,
      );
    rows.forEach((row, at) => vectors.set(texts[at], row));
  }
  return vectors;
}

/** The cosine of two vectors, of any length: those of 16-bit floats are 1 long to three digits only. @param {Float32Array} one @param {Float32Array} other */
export function cosine(one, other) {
  let sum = 0;
  let ones = 0;
  let others = 0;
  for (let at = 0; at < one.length; at += 1) {
    sum += one[at] * other[at];
    ones += one[at] ** 2;
    others += other[at] ** 2;
  }
  return sum / Math.sqrt(ones * others);
}
