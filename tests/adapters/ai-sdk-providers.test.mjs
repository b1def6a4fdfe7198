// palimpsest/ai-sdk with the real provider @ai-sdk/openai-compatible of each specification, and a local server.

import assert from "node:assert/strict";
import test from "node:test";

import { aiSdk } from "palimpsest/ai-sdk";

import { PROVIDED } from "./ai-sdk-models.mjs";
import {
  ANSWER,
  cut,
  fails,
  fleeting,
  says,
  serve,
  vectorFor,
} from "./server.mjs";
import { question, rejects, storing } from "./support.mjs";

for (const [version, provided] of Object.entries(PROVIDED)) {
  /** @param {import("node:test").TestContext} test @param {...import("./server.mjs").Answer} script */
  const adapter = async (test, ...script) => {
    const { baseURL, calls } = await serve(test, ...script);
    return { ...aiSdk(provided(baseURL)), calls };
  };

  test(`${version}: texts get their vectors`, async (context) => {
    const { embed, embedModel, calls } = await adapter(context);
    assert.deepEqual(
      await embed(["住在上海", "likes tea"], storing()),
      ["住在上海", "likes tea"].map(vectorFor),
    );
    assert.equal(embedModel, "e");
    assert.deepEqual(calls[0].body.input, ["住在上海", "likes tea"]);
  });

  test(`${version}: a question gets its answer, by schema`, async (context) => {
    const { llm, calls } = await adapter(context);
    assert.deepEqual(await llm(question()), {
      answer: ANSWER,
      usage: { inputTokens: 11, outputTokens: 5 },
    });
    assert.equal(calls[0].body.response_format.json_schema.name, "annotate");
    assert.deepEqual(
      calls[0].body.response_format.json_schema.schema,
      question().schema,
    );
  });

  test(`${version}: a provider without schemas gets it in words the second time`, async (context) => {
    const { baseURL, calls } = await serve(context);
    const { llm } = aiSdk({
      languageModel: provided(baseURL, false).languageModel,
    });
    await llm(question());
    await llm(question());
    const systems = calls.map(({ body }) => body.messages[0].content);
    assert.deepEqual(
      calls.map(({ body }) => body.response_format.type),
      ["json_object", "json_object"],
    );
    assert.match(systems[0], /Answer in JSON\.$/);
    assert.match(systems[1], /"fact"/);
  });

  for (const [name, answer] of /** @type {const} */ ([
    ["a rate limit", fleeting(429)],
    ["a fault of the server", fleeting(503)],
  ]))
    test(`${version}: ${name} is followed by another try`, async (context) => {
      const { embed, calls } = await adapter(context, answer);
      assert.equal((await embed(["一"], storing())).length, 1);
      assert.equal(calls.length, 2);
    });

  test(`${version}: a wrong key is final, and its cause is what the provider threw`, async (context) => {
    const { llm, calls } = await adapter(context, fails(401));
    const error = await rejects(llm(question()), "unauthorized", /status 401/);
    assert.equal(error.status, 401);
    assert.equal(error.cause.name, "AI_APICallError");
    assert.equal(calls.length, 1);
  });

  test(`${version}: a connection that is cut amid the answer is an error`, async (context) => {
    const script = Array.from({ length: 3 }, () => cut);
    const { embed } = await adapter(context, ...script);
    const error = await embed(["一"], storing()).then(
      () => assert.fail("it answered"),
      (thrown) => thrown,
    );
    assert.equal(error.name, "AdapterError");
    assert.ok(error.cause instanceof Error);
  });

  test(`${version}: an answer cut off at the token limit is none`, async (context) => {
    const { llm } = await adapter(
      context,
      says({ content: '{"fact"' }, "length"),
    );
    await rejects(llm(question()), "cut_off");
  });

  test(`${version}: a request ends with the signal`, async (context) => {
    const { embed, calls } = await adapter(context, () => {});
    const controller = new AbortController();
    const call = embed(["一"], { purpose: "query", signal: controller.signal });
    while (calls.length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("given up"));
    await assert.rejects(call, { message: "given up" });
  });
}
