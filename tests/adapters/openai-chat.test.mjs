// palimpsest/openai answers by a chat model: how JSON is asked for, and which answers are none.

import assert from "node:assert/strict";
import test from "node:test";

import { openai } from "palimpsest/openai";

import { ANSWER, fails, fleeting, json, says, serve } from "./server.mjs";
import { question, rejects } from "./support.mjs";

/**
 * An adapter for a server that ends with the test.
 *
 * @param {import("node:test").TestContext} test
 * @param {Partial<import("palimpsest/openai").OpenAIOptions>} [options] @param {...import("./server.mjs").Answer} script
 */
async function chatter(test, options, ...script) {
  const { baseURL, calls } = await serve(test, ...script);
  const given = { baseURL, ...options };
  const { llm } = openai({
    ...given,
    chatModel: "chat-model",
    embedModel: undefined,
  });
  return { llm, calls };
}

test("the answer comes with its tokens, asked for by a strict schema", async (context) => {
  const { llm, calls } = await chatter(context);
  assert.deepEqual(await llm(question()), {
    answer: ANSWER,
    usage: { inputTokens: 11, outputTokens: 5 },
  });
  const [{ path, body }] = calls;
  assert.equal(path, "/v1/chat/completions");
  assert.deepEqual(body, {
    model: "chat-model",
    messages: [
      { role: "system", content: "Name the fact." },
      { role: "user", content: '[1] "用户住在上海"' },
    ],
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "annotate",
        strict: true,
        schema: {
          type: "object",
          properties: { fact: { type: "string" } },
          required: ["fact"],
          additionalProperties: false,
        },
      },
    },
  });
});

test("an answer without a count of tokens is a text", async (context) => {
  const bare = json({
    choices: [{ message: { content: ANSWER }, finish_reason: "stop" }],
  });
  const { llm } = await chatter(context, {}, bare);
  assert.equal(await llm(question()), ANSWER);
});

test("an answer in parts is put together", async (context) => {
  const parts = says({
    content: [
      { type: "text", text: '{"fact":' },
      { type: "text", text: '"茶"}' },
    ],
  });
  const { llm } = await chatter(context, {}, parts);
  assert.equal(Object(await llm(question())).answer, '{"fact":"茶"}');
});

test("prose is passed on: the core reads it, and refuses it", async (context) => {
  const { llm } = await chatter(
    context,
    {},
    says({ content: "The fact is tea." }),
  );
  assert.equal(Object(await llm(question())).answer, "The fact is tea.");
});

test("further fields go into the body", async (context) => {
  const { llm, calls } = await chatter(context, {
    chatBody: { temperature: 0, seed: 7 },
  });
  await llm(question());
  assert.deepEqual([calls[0].body.temperature, calls[0].body.seed], [0, 7]);
});

/** @type {[string, import("./server.mjs").Answer, string, RegExp][]} */
const NO_ANSWERS = [
  [
    "a refusal",
    says({ content: null, refusal: "我不能回答" }),
    "refusal",
    /我不能回答/,
  ],
  [
    "an answer cut off at the token limit",
    says({ content: '{"fact":"li' }, "length"),
    "cut_off",
    /token limit/,
  ],
  [
    "an answer that a filter stopped",
    says({ content: "" }, "content_filter"),
    "filtered",
    /filter/,
  ],
  ["an empty answer", says({ content: " \n" }), "bad_answer", /no text/],
  ["no content", says({ content: null }), "bad_answer", /no text/],
  ["no choice", json({ choices: [] }), "bad_answer", /no text/],
  ["nothing of the protocol", json({ ok: true }), "bad_answer", /no text/],
];

for (const [name, answer, code, words] of NO_ANSWERS)
  test(`${name} is an error, and not asked for again`, async (context) => {
    const { llm, calls } = await chatter(context, {}, answer);
    await rejects(llm(question()), code, words);
    assert.equal(calls.length, 1);
  });

test("a rate limit is followed by another try", async (context) => {
  const { llm, calls } = await chatter(context, {}, fleeting(429));
  assert.equal(Object(await llm(question())).answer, ANSWER);
  assert.equal(calls.length, 2);
});

/** The types of the formats asked for. @param {import("./server.mjs").Call[]} calls */
const formats = (calls) =>
  calls.map(({ body }) => body.response_format?.type ?? "none");

/** @type {[string, number, string][]} */
const UNKNOWN_FORMAT = [
  [
    "in OpenAI's words",
    400,
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  ],
  ["in other words", 422, "json_schema: extra fields not permitted"],
];

for (const [name, status, message] of UNKNOWN_FORMAT)
  test(`a server that doesn't know schemas, and says so ${name}, is asked for any object from then on`, async (context) => {
    const { llm, calls } = await chatter(
      context,
      {},
      fails(status, {}, { message }),
    );
    await llm(question());
    await llm(question());
    assert.deepEqual(formats(calls), [
      "json_schema",
      "json_object",
      "json_object",
    ]);
    const [{ content }] = calls[1].body.messages;
    assert.match(
      content,
      /^Name the fact\.\n\n.*JSON schema.*\n\{"type":"object","properties":\{"fact"/,
    );
  });

test("a server that knows no format is asked in words", async (context) => {
  const refusal = fails(400, {}, { message: "unknown field response_format" });
  const { llm, calls } = await chatter(context, {}, refusal, refusal);
  await llm(question());
  assert.deepEqual(formats(calls), ["json_schema", "json_object", "none"]);
  assert.equal("response_format" in calls[2].body, false);
});

test("a server that refuses even words is not asked for ever", async (context) => {
  const refusal = fails(400, {}, { message: "unknown field response_format" });
  const { llm, calls } = await chatter(context, {}, refusal, refusal, refusal);
  await rejects(llm(question()), "bad_request");
  assert.equal(calls.length, 3);
});

test("what was found for one task says nothing of another", async (context) => {
  const refusal = fails(
    400,
    {},
    { message: "Invalid schema for response_format" },
  );
  const { llm, calls } = await chatter(context, {}, refusal);
  await llm(question());
  await llm(question({ task: "judge" }));
  assert.deepEqual(formats(calls), [
    "json_schema",
    "json_object",
    "json_schema",
  ]);
});

test("another bad request is no matter of the format", async (context) => {
  const { llm, calls } = await chatter(
    context,
    {},
    fails(400, {}, { message: "prompt too long" }),
  );
  await rejects(llm(question()), "bad_request", /too long/);
  assert.equal(calls.length, 1);
});

test("the way may be set", async (context) => {
  const object = await chatter(context, { jsonMode: "object" });
  await object.llm(question());
  const words = await chatter(context, { jsonMode: "none" });
  await words.llm(question());
  assert.deepEqual(formats([...object.calls, ...words.calls]), [
    "json_object",
    "none",
  ]);
});

test("what is no object is asked for in words, since both formats are for objects", async (context) => {
  const { llm, calls } = await chatter(context);
  await llm(question({ schema: { type: "array", items: { type: "string" } } }));
  assert.deepEqual(formats(calls), ["none"]);
  assert.match(calls[0].body.messages[0].content, /"type":"array"/);
});
