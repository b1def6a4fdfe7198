// Reflections, as a caller sees them: at once, tried out, given up, and by themselves.

import assert from "node:assert/strict";
import test from "node:test";

import { opened, refused, rejects, untyped } from "./support.mjs";

const CATS = ["User has a cat called Miso", "The second cat is called Nori"];
const TEXT = "User has cats called Miso and Nori";
const MERGE = { ops: [{ op: "merge", ids: [1, 2], text: TEXT }] };

/**
 * A model that answers reflections from a list, and nothing else.
 *
 * @param {unknown[]} answers
 */
function modelOf(...answers) {
  /** @type {string[]} */
  const prompts = [];
  const llm = async (
    /** @type {import("palimpsest").LlmRequest} */ { task, prompt },
  ) => {
    if (task !== "reflect") throw new Error(`${task} is not scripted`);
    prompts.push(prompt);
    const answer = answers.shift() ?? "no-change";
    if (answer instanceof Error) throw answer;
    return /** @type {object | string} */ (answer);
  };
  return { llm, prompts };
}

/** @param {import("node:test").TestContext} context @param {unknown[]} answers @param {import("palimpsest").OpenOptions} [options] */
async function reflecting(context, answers, options) {
  const { llm, prompts } = modelOf(...answers);
  const { memory, events } = await opened(context, { llm, ...options });
  for (const text of CATS) await memory.remember(text);
  return { memory, events, prompts };
}

test("a reflection is one entry of the journal, and an undo takes it back", async (context) => {
  const { memory, events } = await reflecting(context, [MERGE]);
  const { tokens, ...done } = await memory.reflect();
  assert.ok(0 < tokens);
  const [entry] = (await memory.journal()).slice(-1);
  assert.deepEqual(done, {
    ...{ examined: 2, merged: 1, updated: 0, deleted: 0, conflicts: 0 },
    ...{ rejected: 0, failed: 0, llmCalls: 1, refusals: [] },
    journalId: entry?.id,
  });
  assert.deepEqual([entry?.operation, entry?.strategy], ["reflect", "reflect"]);
  const [record, ...others] = await memory.list();
  assert.deepEqual([record?.text, others], [TEXT, []]);
  assert.ok(
    events.some(
      (event) =>
        event.type === "decision" && event.decision.strategy === "reflect",
    ),
  );
  await memory.undo();
  const texts = (await memory.list()).map(({ text }) => text);
  assert.deepEqual(texts, CATS);
});

test("a dry run gives a plan that can be read, and what is refused says why", async (context) => {
  const invented = { op: "update", id: 1, text: "User has 3 cats" };
  const answer = { ops: [...MERGE.ops, invented] };
  const { memory } = await reflecting(context, [answer]);
  const { plan, refusals, journalId } = await memory.reflect({ dryRun: true });
  assert.equal(journalId, undefined);
  assert.deepEqual(
    plan?.map(({ op, before, after }) => ({ op, before, after })),
    [{ op: "merge", before: CATS, after: TEXT }],
  );
  assert.equal(plan?.[0]?.diff, `- ${CATS[0]}\n- ${CATS[1]}\n+ ${TEXT}`);
  assert.deepEqual(
    refusals.map(({ op }) => op),
    [invented],
  );
  assert.match(refusals[0]?.reason ?? "", /earlier operation/);
  assert.equal((await memory.list()).length, 2);
});

test("after twenty turns it reflects by itself", async (context) => {
  const { memory, events, prompts } = await reflecting(context, [MERGE]);
  const reflected = new Promise((resolve) => {
    events.push = (event) => {
      if (event.type === "decision" && event.decision.strategy === "reflect")
        resolve(undefined);
      return Array.prototype.push.call(events, event);
    };
  });
  for (let turn = 0; turn < 19; turn += 1) await memory.endTurn();
  // Whatever was begun would be under way by now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(prompts, []);
  await memory.endTurn();
  await reflected;
  assert.equal(prompts.length, 1);
  const texts = (await memory.list()).map(({ text }) => text);
  assert.deepEqual(texts, [TEXT]);
});

test("a model that fails is a count and a warning, and is asked again at once with force", async (context) => {
  const { memory, events } = await reflecting(context, [
    new Error("it is down"),
    "I would merge them.",
    MERGE,
  ]);
  assert.equal((await memory.reflect()).failed, 1);
  assert.equal((await memory.reflect()).llmCalls, 0);
  assert.equal((await memory.reflect({ force: true })).failed, 1);
  assert.equal((await memory.reflect({ force: true })).merged, 1);
  const codes = events.flatMap((event) =>
    event.type === "warning" ? [event.code] : [],
  );
  assert.ok(codes.includes("callback_failed") && codes.includes("bad_answer"));
});

test("a reflection that is given up writes nothing", async (context) => {
  const controller = new AbortController();
  const reason = new Error("the user left");
  /** @type {unknown[]} */
  const heard = [];
  const { memory } = await opened(context, {
    llm: async ({ task, signal }) => {
      if (task !== "reflect") throw new Error("not scripted");
      setTimeout(() => controller.abort(reason), 1);
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          heard.push(signal.reason);
          reject(signal.reason);
        }),
      );
    },
  });
  await memory.remember("User has a cat called Miso");
  const { revision } = await memory.stats();
  const { signal } = controller;
  const error = await rejects(memory.reflect({ signal }), "aborted");
  assert.deepEqual([error.cause, heard], [reason, [reason]]);
  assert.equal((await memory.stats()).revision, revision);
});

test("without a model there is nothing to count", async (context) => {
  const { memory } = await opened(context);
  await memory.remember("用户养了一只黑猫");
  await memory.endTurn();
  assert.deepEqual(await memory.reflect({ force: true }), {
    ...{
      examined: 0,
      merged: 0,
      updated: 0,
      deleted: 0,
      conflicts: 0,
      rejected: 0,
    },
    ...{ failed: 0, llmCalls: 0, tokens: 0, refusals: [] },
  });
});

refused(
  "an option of a reflection that is not there",
  (memory) => memory.reflect(untyped({ dry: true })),
  "invalid_input",
  /no such field; there are `dryRun`, `force`/,
);
refused(
  "an interval of reflections that is no time",
  (memory) => memory.startMaintenance({ reflectEvery: -1 }),
  "invalid_input",
  /startMaintenance: `reflectEvery`/,
);
