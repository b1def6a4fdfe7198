// The packed package with an adapter's chat model: what a text says is asked, and how two texts stand; whatever fails, the write is kept and waits.

import assert from "node:assert/strict";
import test from "node:test";

import { aiSdk } from "palimpsest/ai-sdk";
import { openai } from "palimpsest/openai";

import { opened, warnings } from "../node/support.mjs";
import { PROVIDED } from "./ai-sdk-models.mjs";
import {
  cut,
  fails,
  fleeting,
  hangUp,
  page,
  says,
  serve,
  silent,
  well,
} from "./server.mjs";

/** @typedef {import("palimpsest").OpenOptions} OpenOptions @typedef {import("./server.mjs").Answer} Answer */

/** The server's vectors tell nothing apart, which measuring them would say. @type {OpenOptions["policy"]} */
const UNMEASURED = { calibrate: "off" };

/** The adapters for a server; `retries` is how often a call is tried again. @type {[string, (baseURL: string, retries?: number) => Partial<OpenOptions>][]} */
const ADAPTERS = [
  [
    "openai",
    (baseURL, retries = 0) => ({
      ...openai({ baseURL, embedModel: "e", chatModel: "c", retries }),
      policy: UNMEASURED,
    }),
  ],
  ...Object.entries(PROVIDED).map(
    ([version, provided]) =>
      /** @type {[string, (baseURL: string, retries?: number) => Partial<OpenOptions>]} */ ([
        `ai-sdk, ${version}`,
        (baseURL, retries = 0) => ({
          ...aiSdk({ ...provided(baseURL), retries }),
          policy: UNMEASURED,
        }),
      ]),
  ),
];

/** What each text is annotated as. @type {Record<string, object>} */
const ANNOTATIONS = {
  我一般十点睡: { key: "bedtime", value: "22:00" },
  现在我习惯十二点睡: { key: "bedtime", value: "00:00" },
};

/** What a good model says of a text, or of two. @param {string} prompt @returns {object} */
function thought(prompt) {
  if (prompt.includes("\n[2]"))
    return { reasoning: "The amount is another.", relation: "replaces" };
  const [, quoted = '""'] = /^\[1\] \S+ \S+ (".*")$/m.exec(prompt) ?? [];
  const text = JSON.parse(quoted);
  return {
    summary: text.slice(0, 20),
    kind: "fact",
    subject: "user",
    key: null,
    value: null,
    topic: null,
    validUntil: null,
    ...ANNOTATIONS[text],
  };
}

/** Whether a call asks the chat model. @param {import("./server.mjs").Call} call */
const isChat = ({ path }) => path.endsWith("/chat/completions");

/** A server with a good model, which fails by the script, one answer a question. @param {import("node:test").TestContext} context @param {...Answer} script */
async function modelServer(context, ...script) {
  /** @type {Answer} */
  const answer = (response, call) => {
    if (!isChat(call)) return well(response, call);
    const prompt = call.body.messages.at(-1).content;
    const words =
      typeof prompt === "string"
        ? prompt
        : prompt.map((/** @type {any} */ part) => part.text).join("");
    const good = says({ content: JSON.stringify(thought(words)) });
    (script.shift() ?? good)(response, call);
  };
  const server = await serve(context, ...Array(64).fill(answer));
  return {
    baseURL: server.baseURL,
    n_asked: () => server.calls.filter(isChat).length,
  };
}

/** What can go wrong with a question, and the words of the warning. @type {[string, Answer, RegExp][]} */
const FAILURES = [
  ["a rate limit", fails(429, {}, { message: "slow down" }), /slow down/],
  ["a fault of the server", fails(503, {}, { message: "on fire" }), /on fire/],
  ["a connection that is cut amid the answer", cut, /\S/],
  ["a connection that is cut before the answer", hangUp, /\S/],
  ["a proxy's page", page, /\S/],
  [
    "prose",
    says({ content: "They say when they go to bed." }),
    /annotate.*refused/,
  ],
  ["an answer of another shape", says({ content: '{"fact":"x"}' }), /refused/],
  ["an answer that breaks off", says({ content: '{"summary":"我' }), /refused/],
  [
    "an answer cut at the token limit",
    says({ content: '{"su' }, "length"),
    /\S/,
  ],
  ["no words at all", says({ content: "" }), /\S/],
  ["a model that does not answer in time", silent, /150 ms/],
];

for (const [adapter, open] of ADAPTERS) {
  test(`${adapter}: a text is annotated, and its key makes a version of the next one`, async (context) => {
    const { baseURL, n_asked } = await modelServer(context);
    const { memory, events } = await opened(context, open(baseURL));
    const first = await memory.remember("我一般十点睡");
    assert.deepEqual([first.action, first.llmCalls], ["added", 1]);
    assert.deepEqual(
      [first.record?.key, first.record?.value, first.pending],
      ["bedtime", "22:00", false],
    );
    const next = await memory.remember("现在我习惯十二点睡");
    assert.equal(next.action, "superseded");
    const { current, versions } = await memory.history("bedtime");
    assert.equal(current?.value, "00:00");
    assert.deepEqual(
      versions.map(({ value }) => value),
      ["22:00", "00:00"],
    );
    assert.equal(n_asked(), 2);
    // Said again, nobody is asked.
    assert.equal((await memory.remember("现在我习惯十二点睡！")).llmCalls, 0);
    assert.deepEqual(warnings(events), []);
  });

  test(`${adapter}: where an amount alone differs the model judges, and its word is taken`, async (context) => {
    const { baseURL, n_asked } = await modelServer(context);
    const { memory } = await opened(context, open(baseURL));
    await memory.remember("用户每天跑五公里");
    const next = await memory.remember("用户每天跑十公里");
    assert.deepEqual([next.action, next.pending], ["superseded", false]);
    assert.equal(n_asked(), 3, "annotate, annotate, judge");
    assert.deepEqual(
      (await memory.list()).map(({ text }) => text),
      ["用户每天跑十公里"],
    );
  });

  for (const [failure, answer, words] of FAILURES)
    test(`${adapter}: after ${failure} the write is kept and waits, and the next one has it judged`, async (context) => {
      const { baseURL, n_asked } = await modelServer(context, answer);
      const { memory, events } = await opened(context, {
        ...open(baseURL),
        policy: {
          calibrate: "off",
          timeouts: { llmMs: answer === silent ? 150 : 10_000 },
        },
      });
      const kept = await memory.remember("我一般十点睡");
      assert.deepEqual([kept.action, kept.pending], ["added", true]);
      assert.equal((await memory.stats()).pending, 1);
      const warned = warnings(events).map(({ message }) => message);
      assert.ok(
        warned.some((message) => words.test(message)),
        warned.join("\n"),
      );
      assert.equal(n_asked(), 1);

      await memory.remember("plays the violin");
      assert.equal((await memory.stats()).pending, 0);
      const record = await memory.get(kept.id);
      assert.deepEqual([record.text, record.key], ["我一般十点睡", "bedtime"]);
    });

  test(`${adapter}: a rate limit that passes within the adapter's tries leaves nothing pending`, async (context) => {
    const { baseURL, n_asked } = await modelServer(context, fleeting(429));
    const { memory, events } = await opened(context, open(baseURL, 2));
    assert.equal((await memory.remember("我一般十点睡")).pending, false);
    assert.equal(n_asked(), 2);
    assert.deepEqual(warnings(events), []);
  });

  test(`${adapter}: a call that is aborted stops asking, and nothing is written`, async (context) => {
    const { baseURL, n_asked } = await modelServer(context, silent);
    const { memory } = await opened(context, open(baseURL));
    const signal = AbortSignal.timeout(200);
    await assert.rejects(memory.remember("我一般十点睡", { signal }), {
      code: "aborted",
      message: /nothing was written/,
    });
    assert.deepEqual(await memory.list(), []);
    assert.equal((await memory.remember("我一般十点睡")).action, "added");
    assert.equal(n_asked(), 2);
  });
}

test("openai: a refusal of the model is a warning with its words, and the write waits", async (context) => {
  const refusal = says({ content: null, refusal: "I can't help with that." });
  const { baseURL } = await modelServer(context, refusal);
  const [[, open]] = ADAPTERS;
  const { memory, events } = await opened(context, open(baseURL));
  const kept = await memory.remember("我一般十点睡");
  assert.deepEqual([kept.action, kept.pending], ["added", true]);
  const warned = warnings(events).map(({ message }) => message);
  assert.ok(
    warned.some((message) => /I can't help/.test(message)),
    warned.join(),
  );
});

test("openai: a server that takes no schema is asked in a way that it takes", async (context) => {
  const refuses = fails(
    400,
    {},
    { message: "response_format json_schema is not supported" },
  );
  const { baseURL, n_asked } = await modelServer(context, refuses);
  const [[, open]] = ADAPTERS;
  const { memory } = await opened(context, open(baseURL));
  assert.equal((await memory.remember("我一般十点睡")).pending, false);
  assert.equal(n_asked(), 2);
});
