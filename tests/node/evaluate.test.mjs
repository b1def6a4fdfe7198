// Evaluating a store through the package: the report's shape, what is refused, and that nothing is written.

import assert from "node:assert/strict";
import test from "node:test";

import { ADD_ALL_POLICY } from "../eval/strategies.mjs";
import { axis, mapStore, opened, refused, untyped } from "./support.mjs";

/** Every row of a store, as text. @param {import("palimpsest").StorageAdapter} store */
async function everything(store) {
  const collections = /** @type {const} */ ([
    "records",
    "vectors",
    "journal",
    "cache",
    "meta",
  ]);
  const { revision, rows } = await store.read(
    collections.map((collection) => ({ collection })),
  );
  return JSON.stringify([revision, rows], (_, value) =>
    value instanceof Uint8Array ? [...value] : value,
  );
}

test("a report counts, names pairs and says what to do, and nothing is written", async (context) => {
  const storage = mapStore();
  const { memory, events } = await opened(context, {
    storage,
    policy: ADD_ALL_POLICY,
    scope: { userId: "ana" },
    clock: () => 1_750_000_000_000,
  });
  for (const text of [
    "用户喜欢简洁的界面",
    "用户非常喜欢简洁的界面。",
    "用户住在成都",
    "用户住在上海",
  ])
    await memory.remember(text);
  const cat = await memory.remember("用户的猫叫团子");
  const before = await everything(storage);
  const heard = events.length;

  const report = await memory.evaluate({
    questions: [
      { text: "猫叫什么", answers: [cat.id] },
      { text: "界面", answers: ["简洁"] },
      { text: "猫叫什么", answers: ["年糕"] },
    ],
  });

  assert.equal(await everything(storage), before);
  assert.equal(events.length, heard);
  assert.equal(report.at, 1_750_000_000_000);
  assert.deepEqual(report.scope, { userId: "ana" });
  assert.deepEqual(report.records, {
    active: 5,
    cold: 0,
    pending: 0,
    inConflict: 0,
  });
  assert.deepEqual(report.sample, { n: 5, of: 5, seed: 0 });

  const { duplicates, contradictions } = report;
  assert.deepEqual(
    [duplicates.rate, duplicates.low, duplicates.high, duplicates.n],
    [0.2, 0.2, 0.2, 5],
  );
  const [pair] = duplicates.pairs;
  assert.deepEqual(pair?.texts, [
    "用户喜欢简洁的界面",
    "用户非常喜欢简洁的界面。",
  ]);
  assert.equal(pair?.kind, "same_words");
  assert.equal(pair?.by, "rules");
  assert.equal(typeof pair?.cosine, "number");
  assert.equal((await memory.get(pair?.ids[0] ?? "")).text, pair?.texts[0]);
  assert.equal(contradictions.pairs[0]?.kind, "name");
  assert.equal(contradictions.pendingConflicts, 0);

  assert.equal(report.recall?.at, 5);
  assert.equal(report.recall?.n, 3);
  assert.equal(Math.round((report.recall?.rate ?? 0) * 3), 2);
  assert.deepEqual(report.recall?.misses[0]?.answers, ["年糕"]);
  assert.ok(report.recall?.misses[0]?.found.includes(cat.id));

  assert.equal(report.writes?.n, 5);
  assert.ok(0 < (report.writes?.ownMs.p50 ?? 0), "real time, whatever `clock`");
  assert.deepEqual(report.writes?.callbacksMs, { p50: 0, p95: 0 });
  assert.deepEqual(report.writes?.tokens, { input: 0, output: 0 });
  assert.equal(report.judging, undefined);

  assert.deepEqual(
    report.diagnosis.map(({ of, kind, n, strategy, call }) => ({
      of,
      kind,
      n,
      strategy,
      call,
    })),
    [
      {
        of: "duplicates",
        kind: "same_words",
        n: 1,
        strategy: "gate",
        call: "forget",
      },
      {
        of: "contradictions",
        kind: "name",
        n: 1,
        strategy: "versions",
        call: "forget",
      },
    ],
  );
  assert.match(report.diagnosis[0]?.advice ?? "", /policy\.strategies\.gate/);
  assert.equal(report.judgedBy, "rules");
  assert.match(report.note, /规则/);
});

test("an empty store has no rate", async (context) => {
  const { memory } = await opened(context);
  const report = await memory.evaluate();
  assert.deepEqual(report.duplicates, { low: 0, high: 1, n: 0, pairs: [] });
  assert.ok(!("rate" in report.contradictions) && !("writes" in report));
  assert.deepEqual(report.diagnosis, []);
});

test("the language model is asked by task, and its failures cost nothing", async (context) => {
  /** @type {import("palimpsest").LlmRequest[]} */
  const asked = [];
  /** @type {string | Error} */
  let answer = "nonsense";
  const { memory } = await opened(context, {
    policy: { ...ADD_ALL_POLICY, timeouts: { llmMs: 200 } },
    llm: (request) => {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      if (answer === "hang") return new Promise(() => {});
      return { answer, usage: { inputTokens: 200, outputTokens: 30 } };
    },
  });
  await memory.remember("User is fond of strong coffee");
  await memory.remember("User adores strong coffee");

  const rubbish = await memory.evaluate();
  assert.deepEqual(rubbish.judging, {
    calls: 1,
    notJudged: 1,
    notAsked: 0,
    tokens: { input: 200, output: 30 },
  });
  assert.equal(rubbish.judgedBy, "rules");
  assert.equal(asked[0]?.task, "judge");
  assert.match(asked[0]?.prompt ?? "", /^\[1\] .*"User is fond.*\n\[2\] .*/);
  assert.ok(asked[0]?.system && asked[0].schema && !asked[0].signal.aborted);

  answer =
    '{"reasoning": "Both say that coffee is liked.", "relation": "same"}';
  const judged = await memory.evaluate();
  assert.equal(judged.judgedBy, "rules and model");
  assert.deepEqual(
    judged.duplicates.pairs.map(({ kind, by }) => [kind, by]),
    [["by_model", "model"]],
  );

  answer = new Error("down");
  assert.equal((await memory.evaluate()).judging?.notJudged, 1);
  answer = "hang";
  assert.equal((await memory.evaluate()).judging?.notJudged, 1);
  assert.ok(asked.at(-1)?.signal.aborted, "its time is over");

  const n = asked.length;
  assert.equal((await memory.evaluate({ judge: false })).judging, undefined);
  assert.equal((await memory.evaluate({ maxCalls: 0 })).judging?.notAsked, 1);
  assert.equal(asked.length, n);
});

test("what callbacks take is told apart from the library's own time", async (context) => {
  const { memory } = await opened(context, {
    embed: async (texts) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return texts.map((text) => axis(text.length));
    },
  });
  await memory.rememberAll(["喜欢茶", "owns a kayak"]);
  await memory.remember("plays chess on Sundays");
  const { writes } = await memory.evaluate();
  assert.equal(writes?.n, 3);
  // Times are held against each other: how long anything takes depends on the machine.
  const { callbacksMs, ownMs } = writes ?? assert.fail("no writes");
  assert.ok(395 <= callbacksMs.p95, "one call of 400 ms");
  assert.ok(callbacksMs.p50 < callbacksMs.p95, "two texts share a call");
  assert.ok(ownMs.p95 < callbacksMs.p95);
  assert.equal(Math.round((writes?.embedCalls ?? 0) * 3), 2);
});

/** @type {[string, unknown, RegExp][]} */
const REFUSED = [
  ["an unknown option", { size: 3 }, /size.*sample/],
  ["a sample below none", { sample: -1 }, /sample.*0 to 100000.*-1/],
  ["half a record", { sample: 0.5 }, /sample.*0\.5/],
  ["a seed that is no number", { seed: "7" }, /seed.*integer.*"7"/],
  ["a seed that is not whole", { seed: 1.5 }, /seed.*1\.5/],
  ["a seed of NaN", { seed: NaN }, /seed.*NaN/],
  ["a seed too large to be exact", { seed: 2 ** 53 }, /seed/],
  ["a word for a truth", { judge: "no" }, /judge.*"no"/],
  ["questions that are none", { questions: ["tea"] }, /questions.*objects/],
  [
    "a question without a text",
    { questions: [{ answers: ["a"] }] },
    /questions\[0\]\.text/,
  ],
  [
    "a question without answers",
    { questions: [{ text: "tea" }] },
    /questions\[0\]\.answers/,
  ],
  [
    "a question with no answer",
    { questions: [{ text: "tea", answers: [] }] },
    /questions\[0\]\.answers/,
  ],
  [
    "a question that is blank",
    { questions: [{ text: " ", answers: ["a"] }] },
    /questions\[0\]\.text/,
  ],
  ["options that are none", 7, /object.*7/],
];

for (const [name, options, words] of REFUSED)
  refused(
    name,
    (memory) => memory.evaluate(untyped(options)),
    "invalid_input",
    words,
  );
