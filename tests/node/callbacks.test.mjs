// Callbacks that fail, hang, or answer rubbish: what was told is stored all the same, pending, and the caller is warned.

import assert from "node:assert/strict";
import test from "node:test";

import { axes, axis, opened, rejects, untyped, warnings } from "./support.mjs";

const never = () => new Promise(() => {});
const texts = ["住在杭州", "lives in Hangzhou"];

/** @type {[string, (texts: string[]) => unknown, string, RegExp][]} */
const EMBEDDERS = [
  [
    "rejects with an error",
    () => Promise.reject(new Error("no credit")),
    "callback_failed",
    /no credit/,
  ],
  [
    "rejects with nothing",
    () => Promise.reject(),
    "callback_failed",
    /undefined/,
  ],
  [
    "rejects with a text",
    () => Promise.reject("down"),
    "callback_failed",
    /down/,
  ],
  [
    "throws at once",
    () => {
      throw new TypeError("not a function");
    },
    "callback_failed",
    /not a function/,
  ],
  [
    "answers a promise that can't be looked at",
    () =>
      Object.defineProperty(Promise.resolve([[1]]), "constructor", {
        get() {
          throw new Error("don't look");
        },
      }),
    "callback_failed",
    /don't look/,
  ],
  ["never answers", never, "timeout", /embed.*30 ms/],
  [
    "answers a vector whose buffer was given away",
    async () => {
      const vector = axis(0);
      structuredClone(vector.buffer, { transfer: [vector.buffer] });
      return [vector];
    },
    "bad_vector",
    /vector 0/,
  ],
  ["answers nothing", () => undefined, "bad_vector", /undefined/],
  ["answers a text", async () => "[0.1, 0.2]", "bad_vector", /\[0\.1/],
  ["answers an object", async () => ({ data: [] }), "bad_vector", /object/],
  [
    "answers one bare vector",
    async () => Array.from(axis(0)),
    "bad_vector",
    /a list of numbers; a list of vectors is needed, one a text/,
  ],
  ["answers too few vectors", async () => [], "bad_vector", /0 vectors for 1/],
  [
    "answers too many vectors",
    async () => [axis(0), axis(1)],
    "bad_vector",
    /2 vectors for 1/,
  ],
  [
    "answers a vector of texts",
    async () => [["0.1", "0.2"]],
    "bad_vector",
    /"0\.1"/,
  ],
  [
    "answers a vector with a hole",
    async () => [Object.assign(Array(3), { 0: 1, 2: 2 })],
    "bad_vector",
    /undefined/,
  ],
  ["answers a number for a vector", async () => [3], "bad_vector", /3/],
  [
    "answers an endless vector",
    async () => [{ length: 4e9 }],
    "bad_vector",
    /object/,
  ],
  ["answers an empty vector", async () => [[]], "bad_vector", /empty/],
  ["answers NaN", async () => [[0.5, NaN]], "bad_vector", /NaN/],
  [
    "answers infinity",
    async () => [Float32Array.of(1, Infinity)],
    "bad_vector",
    /inf/i,
  ],
  [
    "answers what only a double holds",
    async () => [[1e300, 0]],
    "bad_vector",
    /inf/i,
  ],
  ["answers zeros", async () => [new Float32Array(8)], "bad_vector", /0/],
];

for (const [name, embed, code, words] of EMBEDDERS)
  for (const text of texts)
    test(`a memory is stored when embed ${name}: ${text}`, async (context) => {
      const { memory, events } = await opened(context, {
        embed: untyped(embed),
        policy: { timeouts: { embedMs: 30 } },
      });
      const decision = await memory.remember(text);
      assert.equal(decision.action, "added");
      assert.equal(decision.pending, true);
      assert.equal((await memory.get(decision.id)).text, text);
      assert.equal((await memory.stats()).pending, 1);
      const warned = warnings(events);
      assert.ok(
        warned.some(
          (event) => event.code === code && words.test(event.message),
        ),
        JSON.stringify(warned),
      );
      const [hit] = await memory.recall(text);
      assert.equal(hit?.id, decision.id, "found by its words");
    });

/** @type {[string, () => unknown][]} */
const SHAPES = [
  ["plain arrays", () => [[0.6, 0.8]]],
  ["single-precision arrays", async () => [Float32Array.of(0.6, 0.8)]],
  ["double-precision arrays", async () => [Float64Array.of(0.6, 0.8)]],
  ["whole numbers", async () => [Int8Array.of(3, 4)]],
  ["things with a length", async () => [{ length: 2, 0: 0.6, 1: 0.8 }]],
  ["a list that is no array", async () => ({ length: 1, 0: [0.6, 0.8] })],
  [
    "something that has a then",
    () => ({
      then: (/** @type {(answer: unknown) => void} */ done) =>
        done([[0.6, 0.8]]),
    }),
  ],
];

for (const [name, embed] of SHAPES)
  test(`vectors may be ${name}`, async (context) => {
    const { memory, events } = await opened(context, { embed: untyped(embed) });
    const decision = await memory.remember("likes tea");
    assert.deepEqual([decision.pending, decision.embedCalls], [false, 1]);
    assert.equal((await memory.stats()).dimension, 2);
    assert.deepEqual(warnings(events), []);
  });

test("a vector of another dimension leaves the memory pending", async (context) => {
  let dimension = 4;
  const { memory, events } = await opened(context, {
    embed: (texts) => texts.map((_, i) => axis(i, dimension)),
  });
  assert.equal((await memory.remember("likes tea")).pending, false);
  dimension = 5;
  assert.equal((await memory.remember("会弹钢琴")).pending, true);
  assert.ok(warnings(events).some((event) => event.code === "bad_vector"));
  assert.equal((await memory.list()).length, 2);
});

test("embed is told what the texts are for, and its signal fires only when it is given up", async (context) => {
  /** @type {{ purpose: string, signal: AbortSignal, texts: string[] }[]} */
  const calls = [];
  let hang = false;
  const embed = axes();
  const { memory } = await opened(context, {
    policy: { timeouts: { embedMs: 30 } },
    embed: async (texts, { purpose, signal }) => {
      calls.push({ purpose, signal, texts });
      if (hang) await never();
      return embed(texts, { purpose, signal });
    },
  });
  await memory.remember("养了一只猫");
  await memory.recall("宠物");
  hang = true;
  await memory.remember("moved to Porto");
  assert.deepEqual(
    calls.map(({ purpose, texts, signal }) => [
      purpose,
      texts[0],
      signal.aborted,
    ]),
    [
      ["document", "养了一只猫", false],
      ["query", "宠物", false],
      ["document", "moved to Porto", true],
    ],
  );
});

test("an answer that comes after its time, or a rejection, disturbs nobody", async (context) => {
  /** @type {((error: Error) => void)[]} */
  const late = [];
  const { memory } = await opened(context, {
    policy: { timeouts: { embedMs: 20 } },
    embed: () => new Promise((_, reject) => late.push(reject)),
  });
  assert.equal((await memory.remember("likes tea")).pending, true);
  for (const reject of late) reject(new Error("too late"));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await memory.list()).length, 1);
});

test("one call of embed serves many items", async (context) => {
  let calls = 0;
  const embed = axes();
  const { memory } = await opened(context, {
    embed: (texts, options) => {
      calls += 1;
      return embed(texts, options);
    },
  });
  const decisions = await memory.rememberAll([
    "plays the violin",
    "住在杭州",
    { text: "has two sons" },
  ]);
  assert.deepEqual(
    decisions.map(({ action }) => action),
    ["added", "added", "added"],
  );
  assert.equal(calls, 1);
});

test("a clock that throws or tells no time leaves the time as it was", async (context) => {
  /** @type {unknown[]} */
  const told = [Date.UTC(2025, 0, 1)];
  const { memory } = await opened(context, {
    clock: untyped(() => {
      const time = told.length === 1 ? told[0] : told.pop();
      if (time instanceof Error) throw time;
      return time;
    }),
  });
  told.push(NaN, new Error("no clock"), "noon", undefined, Infinity);
  const { record } = await memory.remember("likes tea");
  assert.equal(record.createdAt, Date.UTC(2025, 0, 1));
});

test("what onEvent throws is nobody's trouble", async (context) => {
  let heard = 0;
  const { memory } = await opened(context, {
    onEvent: () => {
      heard += 1;
      throw new Error("in the listener");
    },
  });
  await memory.remember("likes tea");
  assert.ok(0 < heard);
  assert.equal((await memory.list()).length, 1);
});

test("a query whose embedding fails is answered by words", async (context) => {
  let fails = false;
  const embed = axes();
  const { memory, events } = await opened(context, {
    embed: async (texts, options) => {
      if (fails) throw new Error("down");
      return embed(texts, options);
    },
  });
  await memory.remember("her sister lives in Granada");
  fails = true;
  const hits = await memory.recall("Granada");
  assert.deepEqual(
    hits.map(({ text }) => text),
    ["her sister lives in Granada"],
  );
  assert.ok(warnings(events).some((event) => event.code === "callback_failed"));
  await rejects(memory.recall(""), "invalid_input");
});
