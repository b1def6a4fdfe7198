// Holds the embedder to what the wheel's own code answered.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";

import { DIMENSION } from "./index.mjs";
import { embedderFolder, findEmbedder, needEmbedder } from "./node.mjs";

/** Largest difference of two numbers that count as equal: the wheel computes in 32 bits, and 6 decimals are recorded. */
const TOLERANCE = 2e-5;

/** @type {{ text: string, ids: number[], start: number[], cosines: number[] }[]} */
const recorded = JSON.parse(
  await readFile(new URL("./recorded.json", import.meta.url), "utf8"),
).texts;

/** @param {number} found @param {number} wanted @param {string} what */
function near(found, wanted, what) {
  assert.ok(
    Math.abs(found - wanted) <= TOLERANCE,
    `${what}: ${found}, recorded ${wanted}`,
  );
}

/** @param {Float32Array} a @param {Float32Array} b */
const cosine = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

describe("the embedder", () => {
  /** @type {import("./index.mjs").Embedder} */
  let embedder;

  before(async () => {
    embedder = await needEmbedder();
  });

  test("cuts each text into the pieces that were recorded", () => {
    for (const { text, ids } of recorded)
      assert.deepEqual(embedder.tokenize(text), ids, JSON.stringify(text));
  });

  test("answers the vectors that were recorded, each of length 1", async () => {
    const vectors = await embedder.embed(recorded.map(({ text }) => text));
    assert.equal(vectors.length, recorded.length);
    for (const [nth, { text, start, cosines }] of recorded.entries()) {
      assert.equal(vectors[nth].length, DIMENSION);
      start.forEach((wanted, i) =>
        near(vectors[nth][i], wanted, `number ${i} of ${text}`),
      );
      cosines.forEach((wanted, other) =>
        near(
          cosine(vectors[nth], vectors[other]),
          wanted,
          `cosine of ${text} and ${recorded[other].text}`,
        ),
      );
    }
  });

  test("answers the same alone as among others", async () => {
    const [text, other] = recorded.map(({ text }) => text);
    const [, vector] = await embedder.embed([other, text]);
    assert.deepEqual(vector, embedder.embedOne(text));
  });

  test("takes a text of nothing but broken characters", async () => {
    const [vector] = await embedder.embed(["\ud800 \udfff \u0000"]);
    near(cosine(vector, vector), 1, "length");
  });
});

test("where files are missing the answer is null", async () => {
  assert.equal(await findEmbedder("/nowhere/palimpsest"), null);
});

test("the cache folder follows the environment", () => {
  const folder = (/** @type {NodeJS.ProcessEnv} */ env) => embedderFolder(env);
  assert.equal(folder({ PALIMPSEST_CACHE: "/a" }), "/a/usem3");
  assert.equal(folder({ XDG_CACHE_HOME: "/b" }), "/b/palimpsest/usem3");
});
