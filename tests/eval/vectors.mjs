// The vectors of the texts that the evaluations use: e5's are recorded, USE's are computed; what is computed is kept on disk.

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";

import { EMBED_MODEL } from "../embedder/index.mjs";
import { needEmbedder } from "../embedder/node.mjs";
import { MADE_BY, startE5 } from "./e5.mjs";
import { nameOf, readRecordings } from "./recorded.mjs";

const CACHE = new URL("../.cache/vectors/", import.meta.url);
const RECORDED = new URL("../golden/vectors/", import.meta.url);
/** Of the sentences that models are measured by, and of the one that they are known again by. */
const CALIBRATION = new URL("../calibration/", import.meta.url);
const EMBEDDER = new URL("../embedder/", import.meta.url);

/** What a vector of USE is computed by: when one of these files changes, the vectors kept on disk are not used any more. */
const PARTS = [
  "charsmap.mjs",
  "encoder.mjs",
  "matrix.mjs",
  "npz.mjs",
  "sentencepiece.mjs",
];

/**
 * @typedef {object} Vectors
 * @property {(texts: string[]) => Promise<Float32Array[]>} embed one vector a text, in order
 * @property {string} embedModel what `Memory.open` is to be told
 * @property {() => Promise<void>} save keeps on disk what was computed; does nothing where nothing was
 */

/**
 * @param {"use" | "e5"} model
 * @returns {Promise<Vectors>}
 */
export async function openVectors(model) {
  switch (model) {
    case "use":
      return openComputed();
    case "e5":
      return openRecorded();
    default:
      throw new Error(`no model ${model}: use or e5`);
  }
}

/** The recorded vectors of the sentences that models are measured by, by the texts' names. @param {"use" | "e5"} model */
export const calibrationVectors = (model) => readRecordings(CALIBRATION, model);

/** @returns {Promise<Vectors>} */
async function openRecorded() {
  const recorded = new Map([
    ...(await calibrationVectors("e5")),
    ...(await readRecordings(RECORDED, "e5")),
  ]);
  /** @type {ReturnType<typeof startE5> | undefined} */
  let compute;
  return kept({
    file: new URL("e5.vectors", CACHE),
    madeBy: MADE_BY,
    embedModel: "multilingual-e5-small",
    recorded: (text) => recorded.get(nameOf(text)),
    async embed(texts) {
      compute ??= startE5();
      return Promise.all(texts.map(compute));
    },
  });
}

/** @returns {Promise<Vectors>} */
async function openComputed() {
  /** @type {Promise<import("../embedder/index.mjs").Embedder> | undefined} */
  let embedder;
  return kept({
    file: new URL("use.vectors", CACHE),
    madeBy: await hashOfParts(),
    embedModel: EMBED_MODEL,
    recorded: () => undefined,
    async embed(texts) {
      embedder ??= needEmbedder();
      return (await embedder).embed(texts);
    },
  });
}

/**
 * Vectors that are recorded, that a file on disk keeps, or that are computed, once each.
 *
 * @param {object} source
 * @param {URL} source.file
 * @param {string} source.madeBy
 * @param {string} source.embedModel
 * @param {(text: string) => Float32Array | undefined} source.recorded
 * @param {(texts: string[]) => Promise<Float32Array[]>} source.embed
 * @returns {Promise<Vectors>}
 */
async function kept({ file, madeBy, embedModel, recorded, embed }) {
  const known = await read(file, madeBy);
  let computed = 0;
  const vectorOf = (/** @type {string} */ text) =>
    recorded(text) ?? known.get(text);
  return {
    embedModel,
    async embed(texts) {
      const missing = [...new Set(texts)].filter((text) => !vectorOf(text));
      if (missing.length) {
        const vectors = await embed(missing);
        missing.forEach((text, at) => known.set(text, vectors[at]));
        computed += missing.length;
      }
      return texts.map((text) => /** @type {Float32Array} */ (vectorOf(text)));
    },
    async save() {
      if (computed === 0) return;
      // What another run saved meanwhile is kept too.
      await write(
        file,
        madeBy,
        new Map([...(await read(file, madeBy)), ...known]),
      );
      computed = 0;
    },
  };
}

async function hashOfParts() {
  const hash = createHash("sha256");
  for (const part of PARTS)
    hash.update(await readFile(new URL(part, EMBEDDER)));
  return hash.digest("hex");
}

/**
 * The kept vectors by text; none where there is no file, or it was made by another embedder.
 *
 * The file is a line of JSON, which lists the texts, and then their rows: one file, so that one rename replaces both.
 *
 * @param {URL} file
 * @param {string} madeBy
 * @returns {Promise<Map<string, Float32Array>>}
 */
async function read(file, madeBy) {
  const vectors = new Map();
  const bytes = await readFile(file).catch((err) => {
    if (err.code === "ENOENT") return null;
    throw err;
  });
  if (!bytes) return vectors;
  const end = bytes.indexOf("\n");
  const head = JSON.parse(bytes.toString("utf8", 0, end));
  if (head.madeBy !== madeBy) return vectors;
  const floats = new Float32Array(
    new Uint8Array(bytes.subarray(end + 1)).buffer,
  );
  const dimension = floats.length / head.texts.length;
  head.texts.forEach((/** @type {string} */ text, /** @type {number} */ row) =>
    vectors.set(text, floats.subarray(row * dimension, (row + 1) * dimension)),
  );
  return vectors;
}

/** @param {URL} file @param {string} madeBy @param {Map<string, Float32Array>} vectors */
async function write(file, madeBy, vectors) {
  await mkdir(CACHE, { recursive: true });
  const head = `${JSON.stringify({ madeBy, texts: [...vectors.keys()] })}\n`;
  const rows = [...vectors.values()].map((vector) =>
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  );
  const beside = new URL(`${file.href}.${process.pid}`);
  await writeFile(beside, Buffer.concat([Buffer.from(head), ...rows]));
  await rename(beside, file);
}
