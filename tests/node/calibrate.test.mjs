// Thresholds of an embedding model, and embedding everything anew, through the package.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "palimpsest";

import { mapStore } from "../cases/store.mjs";
import { opened, rejects, warnings } from "./support.mjs";

/** @typedef {import("palimpsest").MemoryEvent} MemoryEvent */

const DIMENSIONS = 64;

/**
 * A model of letters; `turn` makes another model of it.
 *
 * @param {number} turn
 */
const letters =
  (turn = 1) =>
  async (/** @type {string[]} */ texts) =>
    texts.map((text) => {
      const vector = new Float32Array(DIMENSIONS).fill(0.01);
      for (const letter of text)
        vector[((letter.codePointAt(0) ?? 0) * turn) % DIMENSIONS] += 1;
      return vector;
    });

/** @param {MemoryEvent[]} events @param {string} task */
const progressOf = (events, task) =>
  events.flatMap((event) =>
    event.type === "progress" && event.task === task
      ? [[event.done, event.total]]
      : [],
  );

test("a model that ships with thresholds is not measured", async (context) => {
  const { memory, events } = await opened(context, {
    embed: letters(),
    embedModel: "Xenova/Multilingual-E5-small",
  });
  const decision = await memory.remember("likes tea");
  assert.equal(decision.embedCalls, 1);
  const { thresholds } = await memory.stats();
  assert.deepEqual(thresholds, { duplicate: 0.919, related: 0.889 });
  assert.deepEqual(progressOf(events, "calibrate"), []);
});

test("another model is measured at the first write, and the store remembers what was found", async (context) => {
  const storage = mapStore();
  const options = { storage, embed: letters(), embedModel: "mine" };
  const { memory, events } = await opened(context, options);
  assert.equal((await memory.remember("likes tea")).embedCalls, 2);
  assert.deepEqual(progressOf(events, "calibrate"), [[65, 65]]);
  const found = (await memory.stats()).thresholds;
  assert.notDeepEqual(found, { duplicate: 0.9, related: 0.75 });

  const later = await opened(context, options);
  assert.equal((await later.memory.remember("住在上海")).embedCalls, 1);
  assert.deepEqual((await later.memory.stats()).thresholds, found);
});

test("measuring can be forbidden, outranked and forced", async (context) => {
  for (const policy of /** @type {const} */ ([
    { calibrate: "off" },
    { gate: { duplicate: 0.9 } },
  ])) {
    const options = { embed: letters(), embedModel: "mine", policy };
    const { memory } = await opened(context, options);
    assert.equal((await memory.remember("likes tea")).embedCalls, 1);
    assert.equal((await memory.stats()).thresholds.duplicate, 0.9);
    const found = await memory.calibrate();
    assert.deepEqual([found.model, found.embedCalls], ["mine", 5]);
    assert.equal(typeof found.separates, "boolean");
    const holds = (await memory.stats()).thresholds.duplicate;
    assert.equal(holds, "gate" in policy ? 0.9 : found.duplicate);
  }
});

test("a callback that does not know the sentences leaves the write and the standard thresholds", async (context) => {
  const known = new Set(["likes tea", "住在上海", "owns a kayak"]);
  const embed = letters();
  const { memory, events } = await opened(context, {
    embedModel: "recorded",
    embed: async (texts) => {
      if (texts.some((text) => !known.has(text)))
        throw new Error("no recorded vector");
      return embed(texts);
    },
  });
  for (const text of known)
    assert.equal((await memory.remember(text)).pending, false);
  assert.ok(
    warnings(events).every(({ code }) => code === "callback_failed") &&
      0 < warnings(events).length,
  );
  const { thresholds, vectors } = await memory.stats();
  assert.deepEqual(thresholds, { duplicate: 0.9, related: 0.75 });
  assert.equal(vectors, 3);
  await rejects(memory.calibrate(), "callback_failed", /no recorded vector/);
});

test("another model behind one name is noticed, and everything can be embedded anew", async (context) => {
  const storage = mapStore();
  const policy = /** @type {const} */ ({ calibrate: "off" });
  const old = await Memory.open({ storage, embed: letters(), policy });
  await old.rememberAll(["likes tea", "住在上海", "owns a kayak"]);
  await old.close();

  const { memory, events } = await opened(context, {
    ...{ storage, embed: letters(7), policy },
  });
  const kept = await memory.remember("plays chess on Sundays");
  assert.deepEqual([kept.action, kept.pending], ["added", true]);
  assert.deepEqual(
    warnings(events).map(({ code }) => code),
    ["bad_vector"],
  );
  const [hit] = await memory.recall("kayak", { explain: true });
  assert.deepEqual([hit?.text, hit?.why?.cosine], ["owns a kayak", undefined]);

  const done = await memory.reembed();
  assert.deepEqual([done.records, done.embedded, done.failed], [4, 4, 0]);
  assert.deepEqual(progressOf(events, "reembed"), [[4, 4]]);
  const stats = await memory.stats();
  assert.deepEqual([stats.vectors, stats.pending], [4, 0]);
  const [again] = await memory.recall("kayak", { explain: true });
  assert.equal(typeof again?.why?.cosine, "number");
});

test("both long calls can be given up before they begin", async (context) => {
  const { memory } = await opened(context, { embed: letters() });
  const signal = AbortSignal.abort();
  await rejects(memory.reembed({ signal }), "aborted");
  await rejects(memory.calibrate({ signal }), "aborted");
});
