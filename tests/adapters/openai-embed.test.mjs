// palimpsest/openai embeds by a server: what it sends, what it makes of good and bad answers.

import assert from "node:assert/strict";
import test from "node:test";

import { openai } from "palimpsest/openai";

import { changed, json, serve, vectorFor } from "./server.mjs";
import { calm, plain, rejects, searching, storing } from "./support.mjs";

const TEXTS = ["住在上海", "lives in Lisbon", "喜欢茶"];
const VECTORS = plain(TEXTS.map(vectorFor));

/**
 * An adapter for a server that ends with the test.
 *
 * @param {import("node:test").TestContext} test
 * @param {Partial<import("palimpsest/openai").OpenAIOptions>} [options] @param {...import("./server.mjs").Answer} script
 */
async function embedder(test, options, ...script) {
  const { baseURL, calls } = await serve(test, ...script);
  const given = { baseURL, ...options };
  const adapter = openai({
    ...given,
    embedModel: "embed-model",
    chatModel: undefined,
  });
  return { ...adapter, calls };
}

test("each text gets its vector, in one request that names model, key and format", async (context) => {
  const { embed, embedModel, calls } = await embedder(context, {
    apiKey: "sk-secret",
  });
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
  assert.equal(embedModel, "embed-model");
  assert.equal(calls.length, 1);
  const [{ path, headers, body }] = calls;
  assert.equal(path, "/v1/embeddings");
  assert.equal(headers.authorization, "Bearer sk-secret");
  assert.deepEqual(body, {
    model: "embed-model",
    input: TEXTS,
    encoding_format: "float",
  });
});

test("vectors may travel as base64", async (context) => {
  const { embed, calls } = await embedder(context, { encoding: "base64" });
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
  assert.equal(calls[0].body.encoding_format, "base64");
});

test("a server that doesn't know base64 may answer numbers", async (context) => {
  const numbers = changed((data) =>
    data.map((item, place) => ({
      ...item,
      embedding: vectorFor(TEXTS[place]),
    })),
  );
  const { embed } = await embedder(context, { encoding: "base64" }, numbers);
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
});

test("shortened vectors are asked for, and are those of another model", async (context) => {
  const { embed, embedModel, calls } = await embedder(context, {
    dimensions: 256,
  });
  await embed(TEXTS, storing());
  assert.equal(calls[0].body.dimensions, 256);
  assert.equal(embedModel, "embed-model@256");
});

test("texts and queries get their prefixes", async (context) => {
  const { embed, calls } = await embedder(context, {
    queryPrefix: "query: ",
    documentPrefix: "passage: ",
  });
  await embed(["住在上海"], storing());
  await embed(["谁住在上海？"], searching());
  assert.deepEqual(
    calls.map(({ body }) => body.input),
    [["passage: 住在上海"], ["query: 谁住在上海？"]],
  );
});

test("more texts than a request may hold go in several, in order", async (context) => {
  const { embed, calls } = await embedder(context, { embedBatch: 2 });
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
  assert.deepEqual(
    calls.map(({ body }) => body.input.length),
    [2, 1],
  );
});

test("2,049 texts are two requests when nothing else is said", async (context) => {
  const { embed, calls } = await embedder(context);
  const texts = Array.from({ length: 2049 }, (_, place) => `text ${place}`);
  assert.equal((await embed(texts, storing())).length, 2049);
  assert.deepEqual(
    calls.map(({ body }) => body.input.length),
    [2048, 1],
  );
});

test("no texts are no request", async (context) => {
  const { embed, calls } = await embedder(context);
  assert.deepEqual(await embed([], storing()), []);
  assert.equal(calls.length, 0);
});

test("vectors that come in another order are put in the order of their texts", async (context) => {
  const { embed } = await embedder(
    context,
    {},
    changed((data) => data.reverse()),
  );
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
});

test("vectors without an index are taken in the order in which they come", async (context) => {
  const bare = changed((data) => data.map(({ embedding }) => ({ embedding })));
  const { embed } = await embedder(context, {}, bare);
  assert.deepEqual(plain(await embed(TEXTS, storing())), VECTORS);
});

/** @type {[string, import("./server.mjs").Answer, RegExp][]} */
const BAD = [
  [
    "one vector too few",
    changed((data) => data.slice(1)),
    /2 vectors for 3 texts/,
  ],
  [
    "one vector too many",
    changed((data) => [...data, data[0]]),
    /4 vectors for 3 texts/,
  ],
  [
    "two vectors for one text",
    changed((data) => [data[0], data[1], data[1]]),
    /text 1 of 3/,
  ],
  [
    "a vector for a text that was not sent",
    changed((data) => [...data.slice(1), { ...data[0], index: 3 }]),
    /text 3 of 3/,
  ],
  [
    "a vector for a text before the first",
    changed((data) => [...data.slice(1), { ...data[0], index: -1 }]),
    /text -1 of 3/,
  ],
  ["no list", json({ object: "list" }), /no vectors for 3 texts/],
  [
    "no vector in an item",
    changed((data) => [...data.slice(1), { index: 0 }]),
    /no vector/,
  ],
  [
    "broken base64",
    changed((data) => [...data.slice(1), { index: 0, embedding: "%%%" }]),
    /base64/,
  ],
  [
    "base64 of half a number",
    changed((data) => [...data.slice(1), { index: 0, embedding: "AAAAAAA=" }]),
    /base64/,
  ],
];

for (const [name, answer, words] of BAD)
  test(`an answer with ${name} is refused, and not asked for again`, async (context) => {
    const { embed, calls } = await embedder(context, {}, answer);
    await rejects(embed(TEXTS, storing()), "bad_answer", words);
    assert.equal(calls.length, 1);
  });

test("a key may be fetched before each request, and headers outrank the adapter's", async (context) => {
  let n_keys = 0;
  const { embed, calls } = await embedder(context, {
    apiKey: async () => `key-number-${++n_keys}\n`,
    headers: {
      "api-key": "for-the-gateway",
      "Content-Type": "application/json; charset=utf-8",
    },
  });
  await embed(["一"], storing());
  await embed(["二"], storing());
  assert.deepEqual(
    calls.map(({ headers }) => headers.authorization),
    ["Bearer key-number-1", "Bearer key-number-2"],
  );
  assert.equal(calls[0].headers["api-key"], "for-the-gateway");
  assert.equal(
    calls[0].headers["content-type"],
    "application/json; charset=utf-8",
  );
});

test("without a key none is sent", async (context) => {
  const { embed, calls } = await embedder(context);
  await embed(["一"], storing());
  assert.equal(calls[0].headers.authorization, undefined);
});

test("an address may end in a stroke, and keeps its query", async (context) => {
  const { baseURL, calls } = await serve(context);
  const { embed } = openai({
    baseURL: `${baseURL}/?api-version=2026-01-01`,
    embedModel: "embed-model",
  });
  await embed(["一"], { purpose: "document", signal: calm() });
  assert.deepEqual(
    [calls[0].path, calls[0].query],
    ["/v1/embeddings", "?api-version=2026-01-01"],
  );
});

test("the user's own fetch is used", async () => {
  /** @type {string[]} */
  const urls = [];
  const { embed } = openai({
    embedModel: "embed-model",
    fetch: async (url) => {
      urls.push(String(url));
      return Response.json({ data: [{ index: 0, embedding: [1, 2] }] });
    },
  });
  assert.deepEqual(await embed(["一"], storing()), [[1, 2]]);
  assert.deepEqual(urls, ["https://api.openai.com/v1/embeddings"]);
});

test("a half that has no model is not there", () => {
  assert.deepEqual(Object.keys(openai({ embedModel: "m" })), [
    "embedModel",
    "embed",
  ]);
  assert.deepEqual(Object.keys(openai({ chatModel: "m" })), ["llm"]);
});
