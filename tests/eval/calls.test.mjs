// What a write of the golden stream asks of a model that always answers: at most 1.2 calls on average, none for a text that is known.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { Memory } from "palimpsest";

import { oracleOf } from "./oracle.mjs";
import { readStream } from "./stream.mjs";
import { openVectors } from "./vectors.mjs";

/** @typedef {import("palimpsest").Decision} Decision */

/** Calls a write, on average. Source: what the project promises of a model's part in a write. */
const MOST_CALLS = 1.2;

/** What is told twice, one write after the other: every so manieth. */
const REPEATED = 5;

describe("a model's calls on the golden stream", () => {
  /** @type {Decision[]} */
  const decisions = [];
  /** @type {Decision[]} */
  const repeated = [];
  let asked = 0;

  before(async () => {
    const people = readStream().filter(({ isAside }) => !isAside);
    const oracle = oracleOf(people);
    const { embed, embedModel } = await openVectors("e5");
    let now = 0;
    const memory = await Memory.open({
      storage: "memory",
      seed: 1,
      clock: () => now,
      embed,
      embedModel,
      llm: (request) => {
        asked += 1;
        return oracle.answer(request);
      },
    });
    for (const { name, writes } of people) {
      const scope = memory.scoped({ userId: name });
      for (const [nth, { at, text }] of writes.entries()) {
        now = at;
        const input = { text, observedAt: at };
        decisions.push(await scope.remember(input));
        if (nth % REPEATED === 0) repeated.push(await scope.remember(input));
      }
    }
    await memory.close();
  });

  test("are at most 1.2 a write", () => {
    const calls = decisions.reduce((sum, { llmCalls }) => sum + llmCalls, 0);
    assert.ok(100 < decisions.length);
    assert.ok(
      calls / decisions.length <= MOST_CALLS,
      `${calls} calls for ${decisions.length} writes`,
    );
  });

  test("are all counted in the decisions", () => {
    const all = [...decisions, ...repeated];
    const calls = all.reduce((sum, { llmCalls }) => sum + llmCalls, 0);
    assert.ok(calls <= asked, `${calls} are told of, ${asked} were made`);
  });

  test("are none for a text that was just told", () => {
    assert.ok(20 < repeated.length);
    for (const { action, llmCalls, record } of repeated)
      assert.deepEqual([action, llmCalls], ["duplicate", 0], record?.text);
  });
});
