// Records the vectors of USE for the sentences that models are measured by, as record.py does for the other models.
//   node tests/calibration/record.mjs

import { writeFileSync } from "node:fs";

import { needEmbedder } from "../embedder/node.mjs";
import { nameOf } from "../eval/recorded.mjs";
import { TEXTS } from "./texts.mjs";

/** The nearest 16-bit float. @param {number} value of size less than 2 */
function toHalf(value) {
  const size = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  // Subnormal numbers are whole multiples of 2⁻²⁴.
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const fraction = Math.round((size / 2 ** exponent - 1) * 1024);
  // A fraction that was rounded up to 1024 carries over into the exponent, as it should.
  return sign | (((exponent + 15) << 10) + fraction);
}

const { embed } = await needEmbedder();
const rows = await embed(TEXTS);
const bytes = Buffer.alloc(2 * rows.length * rows[0].length);
rows.forEach((row, at) =>
  row.forEach((value, nth) =>
    bytes.writeUInt16LE(toHalf(value), 2 * (at * row.length + nth)),
  ),
);
const index = {
  how: "node tests/calibration/record.mjs, with the embedder of tests/embedder",
  dimension: rows[0].length,
  texts: TEXTS.map(nameOf),
};
/** @param {string} ending */
const file = (ending) => new URL(`sentences.use.${ending}`, import.meta.url);
writeFileSync(file("f16"), bytes);
writeFileSync(file("json"), `${JSON.stringify(index, null, 2)}\n`);
console.log(`use: ${rows.length} texts`);
