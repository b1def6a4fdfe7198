// palimpsest/openai when the server fails: what is tried again, what it rejects with, and that no key is told.

import assert from "node:assert/strict";
import test from "node:test";

import { openai } from "palimpsest/openai";

import * as server from "./server.mjs";
import { rejects, storing } from "./support.mjs";

const { cut, deserted, fails, fleeting, hangUp, page, serve, silent } = server;

/** A key that a message must not repeat. */
const KEY = "sk-proj-VERY-secret-0123456789";

/**
 * An embedding function for a server that ends with the test.
 *
 * @param {import("node:test").TestContext} test @param {object} options @param {...import("./server.mjs").Answer} script
 */
async function embedder(test, options, ...script) {
  const { baseURL, calls } = await serve(test, ...script);
  const { embed } = openai({
    baseURL,
    apiKey: KEY,
    embedModel: "m",
    ...options,
  });
  return { embed, calls };
}

/** @type {[string, import("./server.mjs").Answer][]} */
const FLEETING = [
  ["a rate limit", fleeting(429)],
  ["a request that came too slowly", fleeting(408)],
  ["a conflict", fleeting(409)],
  ["a fault of the server", fleeting(500)],
  ["a gateway without a server", fleeting(502)],
  ["a server that is not ready", fleeting(503)],
  ["a connection that is cut amid the answer", cut],
  ["a connection that is cut before the answer", hangUp],
  ["a proxy's page", page],
  [
    "a gateway that says 200, and in the body what failed",
    server.json({ error: { code: 502, message: "upstream" } }),
  ],
];

for (const [name, answer] of FLEETING)
  test(`${name} is followed by another try`, async (context) => {
    const { embed, calls } = await embedder(context, {}, answer);
    assert.equal((await embed(["住在上海"], storing())).length, 1);
    assert.equal(calls.length, 2);
    assert.deepEqual(calls[0].body, calls[1].body);
  });

/** @type {[string, import("./server.mjs").Answer, string, number][]} */
const FINAL = [
  ["a bad request", fails(400), "bad_request", 400],
  ["a wrong key", fails(401), "unauthorized", 401],
  ["a key without the right", fails(403), "unauthorized", 403],
  ["an unknown model", fails(404), "bad_request", 404],
  [
    "an account without credit",
    fails(429, {}, { message: "no credit", code: "insufficient_quota" }),
    "rate_limited",
    429,
  ],
  [
    "a rate limit that lasts an hour",
    fails(429, { "retry-after": "3600" }),
    "rate_limited",
    429,
  ],
  [
    "a filter of questions",
    fails(400, {}, { message: "filtered", code: "content_filter" }),
    "filtered",
    400,
  ],
];

for (const [name, answer, code, status] of FINAL)
  test(`${name} is final`, async (context) => {
    const { embed, calls } = await embedder(context, {}, answer);
    const error = await rejects(embed(["住在上海"], storing()), code);
    assert.equal(error.status, status);
    assert.equal(calls.length, 1);
  });

test("after its retries a rate limit is what the call rejects with", async (context) => {
  const script = Array.from({ length: 9 }, () => fleeting(429));
  const { embed, calls } = await embedder(context, {}, ...script);
  const error = await rejects(embed(["一"], storing()), "rate_limited", /429/);
  assert.deepEqual(
    [error.status, error.retryable, error.waitMs],
    [429, true, 1],
  );
  assert.equal(calls.length, 4, "once, and three times more");
});

test("with no retries there is one try", async (context) => {
  const { embed, calls } = await embedder(context, { retries: 0 }, cut);
  await rejects(embed(["一"], storing()), "unreachable");
  assert.equal(calls.length, 1);
});

test("what retry-after asks for is waited, in seconds", async (context) => {
  const { embed } = await embedder(
    context,
    {},
    fails(429, { "retry-after": "0.2" }),
  );
  const start = performance.now();
  await embed(["一"], storing());
  assert.ok(200 <= performance.now() - start);
});

test("a wait ends with the signal, whose reason is what the call rejects with", async (context) => {
  const { embed, calls } = await embedder(
    context,
    {},
    fails(429, { "retry-after": "30" }),
  );
  const controller = new AbortController();
  const call = embed(["一"], {
    purpose: "document",
    signal: controller.signal,
  });
  while (calls.length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  const reason = new Error("given up");
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(call, reason);
  assert.equal(calls.length, 1);
});

test("a request ends with the signal", async (context) => {
  const { embed, calls } = await embedder(context, {}, silent);
  const controller = new AbortController();
  const call = embed(["一"], {
    purpose: "document",
    signal: controller.signal,
  });
  while (calls.length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await assert.rejects(call, { name: "AbortError" });
});

test("a signal that is aborted already sends nothing", async (context) => {
  const { embed, calls } = await embedder(context, {});
  const signal = AbortSignal.abort();
  await assert.rejects(embed(["一"], { purpose: "query", signal }), {
    name: "AbortError",
  });
  assert.equal(calls.length, 0);
});

test("a try that takes too long is given up, and another made", async (context) => {
  const { embed, calls } = await embedder(context, { timeoutMs: 60 }, silent);
  assert.equal((await embed(["一"], storing())).length, 1);
  assert.equal(calls.length, 2);
});

test("a server that is always too slow is a time-out", async (context) => {
  const options = { timeoutMs: 30, retries: 1 };
  const { embed } = await embedder(context, options, silent, silent);
  await rejects(embed(["一"], storing()), "timeout", /30 ms/);
});

test("a fetch that heeds no signal is given up all the same", async () => {
  const fetch = () => new Promise(() => {});
  const { embed } = openai({
    embedModel: "m",
    fetch,
    retries: 0,
    timeoutMs: 10,
  });
  await rejects(embed(["一"], storing()), "timeout");
});

test("where nobody listens the error says why, and has its cause", async () => {
  const baseURL = await deserted();
  const { embed } = openai({ baseURL, embedModel: "m", retries: 0 });
  const call = embed(["一"], storing());
  const error = await rejects(call, "unreachable", /ECONNREFUSED/);
  assert.ok(error.cause instanceof Error);
});

test("what a server says is repeated, but not at length", async (context) => {
  const message = "额度".repeat(1000);
  const { embed } = await embedder(context, {}, fails(400, {}, { message }));
  const error = await rejects(
    embed(["一"], storing()),
    "bad_request",
    /额度额度/,
  );
  assert.ok(error.message.length < 400);
});

/** @type {[string, object, import("./server.mjs").Answer][]} */
const TELLING = [
  [
    "a server that repeats it",
    {},
    fails(401, {}, { message: `Incorrect key: ${KEY}.` }),
  ],
  [
    "a server that repeats it in prose",
    {},
    (response) => response.end(`key ${KEY}?`),
  ],
  [
    "a server that repeats a header",
    { apiKey: "none", headers: { "api-key": KEY } },
    fails(400, {}, { message: `bad header ${KEY}` }),
  ],
  ["a line end within it", { apiKey: `${KEY}\n${KEY}` }, page],
  ["a letter that no header may hold", { apiKey: `${KEY}钥匙` }, page],
  [
    "an address that holds it",
    { baseURL: `http://user:${KEY}@127.0.0.1:1/v1` },
    page,
  ],
  ["no address at all", { baseURL: `${KEY} is no address` }, page],
  [
    "a fetch that repeats it",
    {
      fetch: () =>
        Promise.reject(
          new TypeError("failed", { cause: new Error(`Bearer ${KEY}`) }),
        ),
    },
    page,
  ],
];

for (const [name, options, answer] of TELLING)
  test(`the key is not told by ${name}`, async (context) => {
    const { embed } = await embedder(
      context,
      { retries: 0, ...options },
      answer,
    );
    const error = await embed(["一"], storing()).then(
      () => assert.fail("it answered"),
      (thrown) => thrown,
    );
    assert.equal(error.name, "AdapterError", error.stack);
    for (let inner = error; inner instanceof Error; inner = inner.cause) {
      const all = [inner.message, inner.stack, JSON.stringify(inner)].join(" ");
      assert.ok(!all.includes(KEY), all);
    }
  });
