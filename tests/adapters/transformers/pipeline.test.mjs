// palimpsest/transformers with a real pipeline over a tiny model, and with the package's own tensors.

import assert from "node:assert/strict";
import test from "node:test";

import { transformers } from "palimpsest/transformers";

import { load, model, Tensor } from "./extractor.mjs";
import { calm, rejects, searching, storing } from "../support.mjs";
import { DIMENSION, tokensOf, vectorOfToken } from "./tiny-model.mjs";

const extractor = await load();

/** The mean of the vectors of a text's tokens. @param {string} text */
function meanOf(text) {
  const tokens = tokensOf(text).map(vectorOfToken);
  return tokens[0].map(
    (_, place) =>
      tokens.reduce((sum, vector) => sum + vector[place], 0) / tokens.length,
  );
}

/** A vector at length 1. @param {number[]} vector */
const unit = (vector) => vector.map((number) => number / Math.hypot(...vector));

/** Checks that vectors are these, but for the rounding of 32-bit floats. @param {Float32Array[]} found @param {number[][]} wanted */
function check(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((vector, row) => {
    assert.ok(vector instanceof Float32Array);
    assert.equal(vector.length, DIMENSION);
    vector.forEach((number, place) =>
      assert.ok(
        Math.abs(number - wanted[row][place]) < 1e-5,
        `${number} for ${wanted[row][place]} in row ${row}`,
      ),
    );
  });
}

const TEXTS = ["住在上海", "likes tea", "喜欢猫", "a", "lives in 北京"];

test("texts of different lengths get the mean of their tokens, at length 1", async () => {
  const { embed, embedModel } = transformers(extractor, { model });
  check(
    await embed(TEXTS, storing()),
    TEXTS.map((text) => unit(meanOf(text))),
  );
  assert.equal(embedModel, model);
});

test("vectors may keep their length", async () => {
  const { embed } = transformers(extractor, { model, normalize: false });
  check(await embed(TEXTS, storing()), TEXTS.map(meanOf));
});

test("the first token may stand for the text, and so may the last", async () => {
  const first = transformers(extractor, {
    model,
    pooling: "cls",
    normalize: false,
  });
  const last = transformers(extractor, {
    model,
    pooling: "last_token",
    normalize: false,
  });
  const tokens = tokensOf("住在上海").map(vectorOfToken);
  check(await first.embed(["住在上海"], storing()), [tokens[0]]);
  check(await last.embed(["住在上海"], storing()), [tokens[3]]);
});

test("texts and queries get their prefixes", async () => {
  const { embed } = transformers(extractor, {
    model,
    queryPrefix: "query: ",
    documentPrefix: "passage: ",
  });
  check(await embed(["住在上海"], storing()), [
    unit(meanOf("passage: 住在上海")),
  ]);
  check(await embed(["住在上海"], searching()), [
    unit(meanOf("query: 住在上海")),
  ]);
});

test("more texts than a run takes go in several, in order", async () => {
  /** @type {number[]} */
  const sizes = [];
  const { embed } = transformers(
    (texts, options) => {
      sizes.push(texts.length);
      return extractor(texts, options);
    },
    { model, batch: 2 },
  );
  check(
    await embed(TEXTS, storing()),
    TEXTS.map((text) => unit(meanOf(text))),
  );
  assert.deepEqual(sizes, [2, 2, 1]);
});

test("no texts are no run", async () => {
  const { embed } = transformers(() => assert.fail("it ran"), { model });
  assert.deepEqual(await embed([], storing()), []);
});

test("a pipeline that is still loading may be given", async () => {
  const { embed } = transformers(load(), { model });
  check(await embed(["喜欢茶"], storing()), [unit(meanOf("喜欢茶"))]);
});

test("a model that can't be loaded is told at each call, with its cause", async () => {
  const cause = new Error("no such model");
  const { embed } = transformers(Promise.reject(cause), { model });
  await new Promise((resolve) => setImmediate(resolve));
  for (const text of ["喜欢茶", "likes tea"]) {
    const error = await rejects(
      embed([text], storing()),
      "failed",
      /no such model/,
    );
    assert.equal(error.cause, cause);
  }
});

test("what a run throws is the cause of the error", async () => {
  const cause = new RangeError("out of memory");
  const { embed } = transformers(() => Promise.reject(cause), { model });
  assert.equal(
    (await rejects(embed(["一"], storing()), "failed", /memory/)).cause,
    cause,
  );
});

test("an aborted call ends before the next run, with its signal's reason", async () => {
  const controller = new AbortController();
  let n_runs = 0;
  const { embed } = transformers(
    (texts, options) => {
      n_runs += 1;
      controller.abort(new Error("given up"));
      return extractor(texts, options);
    },
    { model, batch: 1 },
  );
  const call = embed(TEXTS, { ...storing(), signal: controller.signal });
  await assert.rejects(call, { message: "given up" });
  assert.equal(n_runs, 1);
});

/** A pipeline that answers this tensor. @param {ConstructorParameters<typeof Tensor>} args */
const answering = (...args) => {
  const tensor = new Tensor(...args);
  return { tensor, ...transformers(async () => tensor, { model }) };
};

test("half-precision numbers are read as the numbers that they are", async () => {
  // 1, −2, 0.5 and 65504, the largest, as IEEE 754 binary16.
  const bits = Uint16Array.of(0x3c00, 0xc000, 0x3800, 0x7bff);
  const { embed } = answering("float16", bits, [2, 2]);
  const rows = await embed(["一", "二"], storing());
  assert.deepEqual(
    rows.map((row) => Array.from(row)),
    [
      [1, -2],
      [0.5, 65504],
    ],
  );
});

test("rows outlive the tensor that they came in, and it is let go", async () => {
  const data = Float32Array.of(1, 2, 3, 4);
  const { embed, tensor } = answering("float32", data, [2, 2]);
  const rows = await embed(["一", "二"], storing());
  data.fill(0);
  const numbers = rows.map((row) => Array.from(row));
  assert.deepEqual(numbers, [
    [1, 2],
    [3, 4],
  ]);
  assert.throws(() => tensor.data, /disposed/);
});

/** @type {[string, number[], RegExp][]} */
const BAD = [
  ["a row a token", [1, 4, 2], /1 × 4 × 2 for 2 texts/],
  ["too few rows", [1, 8], /1 × 8 for 2 texts/],
  ["too many rows", [4, 2], /4 × 2 for 2 texts/],
  ["one long row", [8], /8 for 2 texts/],
];

for (const [name, dims, words] of BAD)
  test(`a tensor with ${name} is refused`, async () => {
    const { embed } = answering("float32", new Float32Array(8), dims);
    const asked = {
      purpose: /** @type {const} */ ("document"),
      signal: calm(),
    };
    await rejects(embed(["一", "二"], asked), "bad_answer", words);
  });
