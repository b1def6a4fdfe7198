// palimpsest/ai-sdk with the SDK's own mock models of each specification: limits, shapes of answers, failures.

import assert from "node:assert/strict";
import test from "node:test";

import { APICallError } from "@ai-sdk/provider";
import { aiSdk } from "palimpsest/ai-sdk";

import { EMBEDDING, LANGUAGE } from "./ai-sdk-models.mjs";
import { vectorFor } from "./server.mjs";
import { question, rejects, searching, storing } from "./support.mjs";

const TEXTS = [
  "住在上海",
  "lives in Lisbon",
  "喜欢茶",
  "likes tea",
  "会弹钢琴",
];
const VECTORS = TEXTS.map(vectorFor);
const ANSWER = '{"fact":"住在上海"}';

/** A failure as the SDK's providers throw it. @param {Partial<ConstructorParameters<typeof APICallError>[0]>} [details] */
const apiError = (details) =>
  new APICallError({
    message: "Too many requests",
    url: "https://example.com",
    requestBodyValues: {},
    statusCode: 429,
    responseHeaders: { "retry-after-ms": "1" },
    ...details,
  });

for (const [version, model] of Object.entries(EMBEDDING)) {
  test(`${version}: a model gets no more texts than it takes, one call after another`, async () => {
    /** @type {number[]} */
    const sizes = [];
    let n_running = 0;
    const { embed, embedModel } = aiSdk({
      embeddingModel: model(
        async ({ values }) => {
          sizes.push(values.length);
          assert.equal(++n_running, 1);
          await new Promise((resolve) => setImmediate(resolve));
          n_running -= 1;
          return values.map(vectorFor);
        },
        {
          maxEmbeddingsPerCall: 2,
          supportsParallelCalls: Promise.resolve(false),
        },
      ),
    });
    assert.deepEqual(await embed(TEXTS, storing()), VECTORS);
    assert.deepEqual(sizes, [2, 2, 1]);
    assert.equal(embedModel, `embed-${version}`);
  });

  test(`${version}: a model that can is called side by side, at most four times, and order is kept`, async () => {
    let n_running = 0;
    let most = 0;
    const { embed } = aiSdk({
      embeddingModel: model(
        async ({ values }) => {
          most = Math.max(most, ++n_running);
          const isFirst = values[0] === TEXTS[0];
          await new Promise((resolve) => setTimeout(resolve, isFirst ? 30 : 5));
          n_running -= 1;
          return values.map(vectorFor);
        },
        {
          maxEmbeddingsPerCall: Promise.resolve(1),
          supportsParallelCalls: Promise.resolve(true),
        },
      ),
    });
    assert.deepEqual(await embed(TEXTS, storing()), VECTORS);
    assert.equal(most, 4);
  });

  test(`${version}: settings, prefixes and the signal reach the model`, async () => {
    /** @type {any[]} */
    const calls = [];
    const { embed } = aiSdk({
      embeddingModel: model(async (call) => {
        calls.push(call);
        return call.values.map(vectorFor);
      }),
      queryPrefix: "query: ",
      documentPrefix: "passage: ",
      embedSettings: (purpose) => ({
        headers: { "x-purpose": purpose },
        providerOptions: { local: { purpose } },
      }),
    });
    const asked = searching();
    await embed(["住在哪里"], asked);
    await embed(["住在上海"], storing());
    assert.deepEqual(
      calls.map(({ values, headers, providerOptions }) => [
        values,
        headers,
        providerOptions,
      ]),
      [
        [
          ["query: 住在哪里"],
          { "x-purpose": "query" },
          { local: { purpose: "query" } },
        ],
        [
          ["passage: 住在上海"],
          { "x-purpose": "document" },
          { local: { purpose: "document" } },
        ],
      ],
    );
    assert.equal(calls[0].abortSignal, asked.signal);
  });

  test(`${version}: what the SDK calls retryable is tried again, anything else is not`, async () => {
    const thrown = [apiError(), new Error("boom")];
    let n_calls = 0;
    const { embed } = aiSdk({
      embeddingModel: model(async ({ values }) => {
        n_calls += 1;
        const error = thrown.shift();
        if (error) throw error;
        return values.map(vectorFor);
      }),
    });
    const error = await rejects(embed(TEXTS, storing()), "failed", /boom/);
    assert.equal(error.cause.message, "boom");
    assert.equal(n_calls, 2);
    assert.deepEqual(await embed(TEXTS, storing()), VECTORS);
  });

  test(`${version}: an answer of the wrong number is refused, and what was not begun is not`, async () => {
    let n_calls = 0;
    const { embed } = aiSdk({
      embeddingModel: model(
        async ({ values }) => {
          if (++n_calls === 1) return [];
          await new Promise((resolve) => setTimeout(resolve, 10));
          return values.map(vectorFor);
        },
        { maxEmbeddingsPerCall: 1, supportsParallelCalls: true },
      ),
    });
    await rejects(embed(TEXTS, storing()), "bad_answer", /0 vectors for 1/);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(n_calls, 4);
  });
}

for (const [version, model] of Object.entries(LANGUAGE)) {
  test(`${version}: the text of all parts is the answer, with its tokens`, async () => {
    const languageModel = model(() => ({}));
    const { llm } = aiSdk({ languageModel });
    const asked = question();
    assert.deepEqual(await llm(asked), {
      answer: ANSWER,
      usage: { inputTokens: 11, outputTokens: 5 },
    });
    const [call] = languageModel.doGenerateCalls;
    assert.deepEqual(call.prompt, [
      { role: "system", content: "Name the fact.\n\nAnswer in JSON." },
      { role: "user", content: [{ type: "text", text: asked.prompt }] },
    ]);
    assert.deepEqual(call.responseFormat, {
      type: "json",
      schema: asked.schema,
      name: "annotate",
    });
    assert.equal(call.abortSignal, asked.signal);
  });

  test(`${version}: tokens that were not counted are left out`, async () => {
    const { llm } = aiSdk({
      languageModel: model(() => ({ tokens: [11, undefined] })),
    });
    assert.equal(await llm(question()), ANSWER);
  });

  test(`${version}: settings reach the model, by task`, async () => {
    const languageModel = model(() => ({}));
    const { llm } = aiSdk({
      languageModel,
      llmSettings: (task) => ({
        temperature: 0,
        providerOptions: { local: { task } },
      }),
    });
    await llm(question({ task: "judge" }));
    const [{ temperature, providerOptions }] = languageModel.doGenerateCalls;
    assert.deepEqual(
      [temperature, providerOptions],
      [0, { local: { task: "judge" } }],
    );
  });

  for (const [reason, code] of [
    ["length", "cut_off"],
    ["content-filter", "filtered"],
    ["error", "failed"],
  ])
    test(`${version}: an answer that ended by ${reason} is none`, async () => {
      const { llm } = aiSdk({ languageModel: model(() => ({ reason })) });
      await rejects(llm(question()), code);
    });

  test(`${version}: an answer without text is none`, async () => {
    const { llm } = aiSdk({
      languageModel: model(() => ({ text: "", reason: "tool-calls" })),
    });
    await rejects(llm(question()), "bad_answer", /tool-calls/);
  });

  test(`${version}: a provider that leaves the schema out is told it in words from then on`, async () => {
    const languageModel = model(() => ({ warns: true }));
    const { llm } = aiSdk({ languageModel });
    await llm(question());
    await llm(question());
    const systems = languageModel.doGenerateCalls.map(
      ({ prompt }) => prompt[0].content,
    );
    assert.doesNotMatch(systems[0], /schema/);
    assert.match(systems[1], /JSON schema.*\n\{"type":"object"/);
  });

  test(`${version}: after its retries a rate limit is what the call rejects with`, async () => {
    const cause = apiError();
    const languageModel = model(() => Promise.reject(cause));
    const { llm } = aiSdk({ languageModel });
    const error = await rejects(llm(question()), "rate_limited", /Too many/);
    assert.deepEqual(
      [error.cause, error.status, error.waitMs],
      [cause, 429, 1],
    );
    assert.equal(
      languageModel.doGenerateCalls.length,
      3,
      "once, and twice more",
    );
  });

  test(`${version}: an aborted call rejects with its signal's reason`, async () => {
    const controller = new AbortController();
    const { llm } = aiSdk({
      languageModel: model(({ abortSignal }) => {
        controller.abort(new Error("given up"));
        return Promise.reject(abortSignal.reason);
      }),
    });
    await assert.rejects(llm(question({ signal: controller.signal })), {
      message: "given up",
    });
  });
}

test("v4: the text to parse may be another than all text", async () => {
  const languageModel = LANGUAGE.v4(() => ({
    text: "a draft",
    more: { structuredOutputText: ANSWER },
  }));
  assert.equal(
    Object(await aiSdk({ languageModel }).llm(question())).answer,
    ANSWER,
  );
});

test("v4: an answer whose stream broke off is none", async () => {
  const { llm } = aiSdk({
    languageModel: LANGUAGE.v4(() => ({ reason: "interrupted" })),
  });
  await rejects(llm(question()), "cut_off");
});

/** @type {[string, any, RegExp][]} */
const UNKNOWN = [
  [
    "a model of another specification",
    { specificationVersion: "v1" },
    /v1; v2, v3, v4 are known/,
  ],
  ["a model's name", "openai/text-embedding-3-small", /call its provider/],
];

for (const [name, model, words] of UNKNOWN)
  test(`${name} is refused at once`, () => {
    const refused = { name: "TypeError", message: words };
    assert.throws(() => aiSdk({ embeddingModel: model }), refused);
    assert.throws(() => aiSdk({ languageModel: model }), refused);
  });
