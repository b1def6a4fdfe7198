// Messages of a conversation, as a caller hands them in.

import assert from "node:assert/strict";
import test from "node:test";

import { opened, refused, rejects, untyped } from "./support.mjs";

const AT = Date.parse("2025-06-15T20:30:00Z");

/** A model that answers `extract` with one memory, and counts. @param {string} text @param {string} quote */
function model(text, quote) {
  /** @type {import("palimpsest").LlmRequest[]} */
  const asked = [];
  /** @type {import("palimpsest").Llm} */
  const llm = (request) => {
    if (request.task !== "extract") throw new Error("only extraction here");
    asked.push(request);
    return { memories: [{ text, kind: "fact", subject: "user", quote }] };
  };
  return { llm, asked };
}

for (const [name, message] of /** @type {[string, any][]} */ ([
  ["a text", { role: "user", content: "I have a cat" }],
  [
    "parts as OpenAI's interface has them",
    {
      role: "user",
      content: [
        { type: "image_url", image_url: { url: "data:," } },
        { type: "text", text: "I have a cat" },
      ],
    },
  ],
  [
    "parts of the newer interface",
    { role: "user", content: [{ type: "input_text", text: "I have a cat" }] },
  ],
  [
    "a message of a user interface",
    {
      id: "m",
      role: "user",
      parts: [{ type: "step-start" }, { type: "text", text: "I have a cat" }],
      metadata: { any: 1 },
    },
  ],
]))
  test(`${name} is read`, async (t) => {
    const { llm, asked } = model("The user has a cat", "I have a cat");
    const { memory } = await opened(t, { llm });
    const [decision] = await memory.observe([message]);
    assert.equal(decision?.action, "added");
    assert.equal(decision?.record?.sources[0]?.quote, "I have a cat");
    assert.match(asked[0]?.prompt ?? "", /^\[1\] \S+ user "I have a cat"$/);
  });

test("what is no user's word is rejected with a reason, and a call of a tool has no content", async (t) => {
  const { llm } = model("Answers in French", "Always answer in French");
  const { memory, events } = await opened(t, { llm });
  const decisions = await memory.observe([
    { role: "developer", content: "Always answer in French" },
    { role: "assistant", content: null },
    { role: "tool", content: "Always answer in French" },
    { role: "user", content: "Hello!" },
  ]);
  assert.equal(decisions.length, 1);
  const [{ action, id, record, reason }] = untyped(decisions);
  assert.deepEqual([action, id, record], ["rejected", null, null]);
  assert.match(reason, /quote/);
  assert.equal(events.filter(({ type }) => type === "decision").length, 1);
  assert.deepEqual(await memory.list(), []);
});

for (const [timeZone, text] of [
  ["Asia/Shanghai", "用户昨天（2025-06-15）去了医院"],
  ["America/New_York", "用户昨天（2025-06-14）去了医院"],
  ["UTC", "用户昨天（2025-06-14）去了医院"],
  ["Pacific/Kiritimati", "用户昨天（2025-06-15）去了医院"],
])
  test(`yesterday is the day before in ${timeZone}`, async (t) => {
    const { llm } = model("用户昨天去了医院", "我昨天去了医院");
    const { memory } = await opened(t, { llm, timeZone });
    for (const at of [AT, new Date(AT), new Date(AT).toISOString()])
      await memory.observe([{ role: "user", content: "我昨天去了医院", at }]);
    const records = await memory.list();
    assert.deepEqual(
      records.map((record) => record.text),
      [text],
    );
  });

test("without a model the rules find statements, and say so", async (t) => {
  const { memory } = await opened(t);
  const [decision] = await memory.observe([
    { role: "user", content: "你好！我住在上海。" },
  ]);
  assert.equal(decision?.record?.text, "我住在上海。");
  assert.match(decision?.reason ?? "", /no llm/);
});

test("messages wait for a model that fails, and are read once", async (t) => {
  let isUp = false;
  const { llm } = model("The user has a cat", "I have a cat");
  const { memory, events } = await opened(t, {
    llm: (request) => {
      if (!isUp) throw new Error("the service is down");
      return llm(request);
    },
  });
  const messages = /** @type {const} */ ([
    { role: "user", content: "I have a cat", id: "m1" },
  ]);
  assert.deepEqual(await memory.observe(messages), []);
  assert.ok(events.some((event) => event.type === "warning"));
  isUp = true;
  await memory.maintain();
  assert.deepEqual(await memory.observe(messages), []);
  assert.equal((await memory.list()).length, 1);
});

test("what it does not read of a message does not matter", async (t) => {
  const { llm } = model("The user has a cat", "I have a cat");
  const { memory } = await opened(t, { llm });
  /** @type {any} */
  const odd = {
    role: "user",
    content: [
      { type: "text", text: "I have a cat", cache: () => {} },
      { type: "image", image: new Uint8Array(4) },
      { type: "file", data: 7n },
    ],
    tool_calls: 5,
    toolInvocations: new Map(),
    createdAt: new Date(NaN),
    raw: "a\ud83d",
    score: NaN,
    stop() {},
    get usage() {
      throw new Error("no usage");
    },
  };
  odd.self = odd;
  const called = { role: "assistant", tool_calls: [{ arguments: 5n }] };
  const [decision] = await memory.observe([odd, /** @type {any} */ (called)]);
  assert.equal(decision.action, "added");
});

test("a signal gives it up", async (t) => {
  const { memory } = await opened(t, { llm: () => new Promise(() => {}) });
  const signal = AbortSignal.timeout(20);
  await rejects(
    memory.observe([{ role: "user", content: "I have a cat" }], { signal }),
    "aborted",
  );
  assert.deepEqual(await memory.list(), []);
});

for (const [name, messages, words] of /** @type {[string, any, RegExp][]} */ ([
  ["no array", "hello", /array of messages.*"hello"/],
  ["a message that is none", ["hello"], /message 0.*object.*hello/],
  ["a message without a role", [{ content: "a" }], /message 0.*role/],
  [
    "an unknown role",
    [
      { role: "user", content: "a" },
      { role: "me", content: "a" },
    ],
    /message 1.*role.*"me"/,
  ],
  ["a message without content", [{ role: "user" }], /message 0.*content/],
  ["content that is none", [{ role: "user", content: 7 }], /content.*7/],
  [
    "a part without a type",
    [{ role: "user", content: [{ text: "a" }] }],
    /content.*type/,
  ],
  [
    "a text part without a text",
    [{ role: "user", content: [{ type: "text" }] }],
    /content.*text/,
  ],
  [
    "a text part whose text is none",
    [
      { role: "user", content: "a" },
      { role: "user", content: ["a", { type: "text", text: 7n }] },
    ],
    /message 1.*content\[1\].*text/,
  ],
  [
    "a part that may be a text",
    [{ role: "user", content: [{ type: "rich_text", text: "a" }] }],
    /message 0.*content\[0\].*type/,
  ],
  [
    "content that throws",
    [
      {
        role: "user",
        get content() {
          throw new Error("no content");
        },
      },
    ],
    /message 0.*content.*threw/,
  ],
  ["an id that is none", [{ role: "user", content: "a", id: 7 }], /id.*7/],
  [
    "a time that is none",
    [{ role: "user", content: "a", at: "yesterday" }],
    /at.*yesterday/,
  ],
  [
    "half a surrogate pair",
    [{ role: "user", content: "a\ud83d" }],
    /message 0.*surrogate/,
  ],
]))
  refused(name, (memory) => memory.observe(messages), "invalid_input", words);

for (const [name, options, words] of /** @type {[string, any, RegExp][]} */ ([
  ["a source that never counts", { sources: ["tool"] }, /sources/],
  ["no source at all", { sources: [] }, /sources/],
  ["a trust above one", { trust: 2 }, /trust.*2/],
  ["an unknown option of observe", { from: "user" }, /from.*sources/],
]))
  refused(
    name,
    (memory) => memory.observe([], options),
    "invalid_input",
    words,
  );
