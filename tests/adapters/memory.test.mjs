// The packed package with an adapter that fails: the write is kept, pending, and judged by the next one.

import assert from "node:assert/strict";
import test from "node:test";

import { aiSdk } from "palimpsest/ai-sdk";
import { openai } from "palimpsest/openai";

import { opened, warnings } from "../node/support.mjs";
import { PROVIDED } from "./ai-sdk-models.mjs";
import { changed, cut, fails, hangUp, page, serve, silent } from "./server.mjs";

/** The adapters for a server, without tries of their own. @type {[string, (baseURL: string) => import("palimpsest/openai").OpenAIEmbed][]} */
const ADAPTERS = [
  [
    "openai",
    (baseURL) =>
      openai({ baseURL, apiKey: "sk-secret", embedModel: "e", retries: 0 }),
  ],
  ...Object.entries(PROVIDED).map(
    ([version, provided]) =>
      /** @type {[string, (baseURL: string) => import("palimpsest/openai").OpenAIEmbed]} */ ([
        `ai-sdk, ${version}`,
        (baseURL) =>
          aiSdk({
            embeddingModel: provided(baseURL).embeddingModel,
            retries: 0,
          }),
      ]),
  ),
];

/** @type {[string, import("./server.mjs").Answer, RegExp][]} */
const FAILURES = [
  ["a rate limit", fails(429, {}, { message: "slow down" }), /slow down/],
  ["a wrong key", fails(401, {}, { message: "wrong key" }), /wrong key/],
  ["a fault of the server", fails(500, {}, { message: "on fire" }), /on fire/],
  ["a connection that is cut amid the answer", cut, /\S/],
  ["a connection that is cut before the answer", hangUp, /\S/],
  ["a proxy's page", page, /\S/],
  ["a vector too few", changed(() => []), /0 vectors for/],
  ["a server that does not answer in time", silent, /150 ms/],
];

for (const [adapter, open] of ADAPTERS)
  for (const [failure, answer, words] of FAILURES)
    test(`${adapter}: after ${failure} the write is pending, and the next one judges it`, async (context) => {
      const { baseURL, calls } = await serve(context, answer);
      const { memory, events } = await opened(context, {
        ...open(baseURL),
        policy: {
          calibrate: "off",
          timeouts: { embedMs: answer === silent ? 150 : 10_000 },
        },
      });
      const kept = await memory.remember("住在上海");
      assert.deepEqual([kept.action, kept.pending], ["added", true]);
      assert.equal((await memory.stats()).pending, 1);
      const warned = warnings(events).map(({ message }) => message);
      assert.ok(
        warned.some((message) => words.test(message)),
        warned.join("\n"),
      );
      assert.equal(calls.length, 1);

      const next = await memory.remember("plays the violin");
      assert.deepEqual([next.action, next.pending], ["added", false]);
      assert.equal((await memory.stats()).pending, 0);
      const record = await memory.get(kept.id);
      assert.deepEqual([record.text, record.pending], ["住在上海", false]);
      assert.equal((await memory.stats()).vectors, 2);
    });

test("what a failed write said is a duplicate when it is said again", async (context) => {
  const { baseURL } = await serve(context, fails(503));
  const adapter = openai({ baseURL, embedModel: "e", retries: 0 });
  const { memory } = await opened(context, adapter);
  const kept = await memory.remember("喜欢喝茶");
  const again = await memory.remember("喜欢喝茶！");
  assert.deepEqual([again.action, again.id], ["duplicate", kept.id]);
});

test("a rate limit that passes within the adapter's tries leaves nothing pending", async (context) => {
  const { baseURL, calls } = await serve(
    context,
    fails(429, { "retry-after-ms": "1" }),
  );
  const { memory, events } = await opened(context, {
    ...openai({ baseURL, embedModel: "e" }),
    policy: { calibrate: "off" },
  });
  assert.equal((await memory.remember("住在上海")).pending, false);
  assert.equal(calls.length, 2);
  assert.deepEqual(warnings(events), []);
});

test("a write that is given up waits for no further try", async (context) => {
  const { baseURL, calls } = await serve(
    context,
    fails(429, { "retry-after": "1" }),
  );
  const { memory } = await opened(context, {
    ...openai({ baseURL, embedModel: "e" }),
    policy: { calibrate: "off", timeouts: { embedMs: 100 } },
  });
  assert.equal((await memory.remember("住在上海")).pending, true);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.equal(calls.length, 1, "the aborted signal ended the wait");
});

test("a recall whose embedding fails is answered by words", async (context) => {
  const { baseURL, script } = await serve(context);
  const { memory } = await opened(
    context,
    openai({ baseURL, embedModel: "e", retries: 0 }),
  );
  await memory.remember("her sister lives in Granada");
  script.push(fails(500));
  const hits = await memory.recall("Granada");
  assert.deepEqual(
    hits.map(({ text }) => text),
    ["her sister lives in Granada"],
  );
});
