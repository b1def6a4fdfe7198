// Handles: scopes, events, records and the journal as callers see them.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory, MemoryError } from "palimpsest";

import { opened, rejects } from "./support.mjs";

test("a handle sees its own scope alone", async (context) => {
  const { memory } = await opened(context, { scope: { userId: "ana" } });
  const li = memory.scoped({ userId: "李雷" });
  assert.deepEqual(
    [memory.scope, li.scope],
    [{ userId: "ana" }, { userId: "李雷" }],
  );
  assert.ok(li instanceof Memory);
  const hers = await memory.remember("allergic to peanuts");
  const his = await li.remember("allergic to peanuts");
  assert.deepEqual([hers.action, his.action], ["added", "added"]);
  assert.deepEqual(
    [hers.record.scope, his.record.scope],
    [{ userId: "ana" }, { userId: "李雷" }],
  );
  for (const call of [
    () => li.get(hers.id),
    () => li.touch(hers.id),
    () => li.edit(hers.id, { text: "allergic to nuts" }),
    () => li.pin(hers.id),
    () => li.forget(hers.id, { hard: true }),
    () => li.restore(hers.id),
    () => li.undo(hers.journalIds[0]),
  ])
    await rejects(call(), "not_found");
  assert.deepEqual(
    (await li.recall("peanuts")).map(({ id }) => id),
    [his.id],
  );
  assert.equal((await memory.get(hers.id)).text, "allergic to peanuts");
});

test("scopes that differ in any part are strangers, and the empty one is a scope like any other", async (context) => {
  const { memory } = await opened(context);
  const scopes = [
    {},
    { userId: "a" },
    { agentId: "a" },
    { runId: "a" },
    { userId: "a", runId: "a" },
  ];
  for (const scope of scopes) await memory.scoped(scope).remember("喜欢喝茶");
  for (const scope of scopes)
    assert.equal(
      (await memory.scoped(scope).list()).length,
      1,
      JSON.stringify(scope),
    );
  const found = (await memory.scopes())
    .map((scope) => JSON.stringify(scope))
    .sort();
  assert.deepEqual(found, scopes.map((scope) => JSON.stringify(scope)).sort());
  const hits = await memory.recall("茶", {
    scopes: [{ userId: "a" }, { runId: "a" }],
  });
  assert.equal(hits.length, 2);
});

test("a write is told: the decision, then what changed", async (context) => {
  const { memory, events } = await opened(context, {
    scope: { userId: "ana" },
    clock: () => 0,
  });
  const decision = await memory.remember("plays the cello");
  const told = events.find((event) => event.type === "decision");
  assert.ok(told?.type === "decision");
  assert.deepEqual(told.decision, decision);
  const changed = events.find((event) => event.type === "changed");
  assert.ok(changed?.type === "changed");
  assert.deepEqual(
    [changed.scope, changed.ids, changed.origin],
    [{ userId: "ana" }, [decision.id], "own"],
  );
  assert.ok(0 < changed.revision);
});

test("a record is complete, with empty lists and without what it lacks", async (context) => {
  const at = Date.UTC(2025, 5, 1);
  const { memory } = await opened(context, { clock: () => at, seed: 7 });
  const { id, record } = await memory.remember({
    text: "住在上海",
    kind: "fact",
    key: "home_city",
    value: "上海",
    subject: "user",
    importance: 0.6,
    tags: ["home"],
    source: { kind: "user", quote: "我住在上海", messageId: "m1", at },
  });
  const { sources, fingerprint, confidence, ...rest } = record;
  assert.deepEqual(rest, {
    id,
    scope: {},
    kind: "fact",
    text: "住在上海",
    details: [],
    subject: "user",
    facts: {},
    key: "home_city",
    value: "上海",
    history: [],
    conflictPending: false,
    importance: 0.6,
    score: 0.6,
    createdAt: at,
    updatedAt: at,
    observedAt: at,
    lastAccessedAt: at,
    tier: "hot",
    status: "active",
    tags: ["home"],
    metadata: {},
    relations: [],
    pinned: false,
    pending: false,
  });
  assert.equal(confidence, 0.9);
  assert.equal(typeof fingerprint, "string");
  assert.deepEqual(sources, [
    { kind: "user", quote: "我住在上海", messageId: "m1", at },
  ]);
  assert.match(
    id,
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.deepEqual(await memory.get(id), record);
});

test("null clears a field of a record, and what a patch leaves out stays", async (context) => {
  const { memory } = await opened(context);
  const { id } = await memory.remember({
    text: "works at a bakery",
    topic: "work",
    subject: "user",
    validUntil: "2030-01-01",
    tags: ["job"],
  });
  const edited = await memory.edit(id, {
    topic: null,
    validUntil: null,
    importance: 1,
  });
  assert.equal("topic" in edited || "validUntil" in edited, false);
  assert.deepEqual(
    [edited.subject, edited.importance, edited.tags],
    ["user", 1, ["job"]],
  );
});

test("what was forgotten can be restored, and undone twice", async (context) => {
  const { memory } = await opened(context);
  const { id } = await memory.remember({
    text: "hates cilantro",
    tags: ["food"],
  });
  const { ids, journalId } = await memory.forget({ tags: ["food"] });
  assert.deepEqual(ids, [id]);
  assert.equal((await memory.get(id)).status, "deleted");
  assert.deepEqual(await memory.recall("cilantro"), []);
  const undone = await memory.undo(journalId);
  assert.deepEqual([undone.undone, undone.ids], [journalId, [id]]);
  assert.equal((await memory.get(id)).status, "active");
  await memory.undo(undone.journalId);
  assert.equal((await memory.get(id)).status, "deleted");
  assert.equal((await memory.restore(id)).status, "active");
  const operations = (await memory.journal()).map(({ operation }) => operation);
  assert.deepEqual(operations, ["write", "forget", "undo", "undo", "restore"]);
  const none = await memory.forget({ tags: ["nobody has this"] });
  assert.deepEqual(none, { ids: [] });
});

test("what was forgotten hard is gone, and its entry can't be undone", async (context) => {
  const { memory } = await opened(context);
  const { id, journalIds } = await memory.remember("secret: 4711");
  await memory.forget(id, { hard: true });
  await rejects(memory.get(id), "not_found");
  await rejects(memory.undo(journalIds[0]), "undo_expired");
});

test("pages of a list and of the journal follow each other", async (context) => {
  const { memory } = await opened(context);
  const texts = [
    "plays chess",
    "住在北京",
    "owns a red bicycle",
    "会说法语",
    "works nights",
  ];
  await memory.rememberAll(texts);
  const first = await memory.list({}, { limit: 2 });
  const rest = await memory.list({}, { after: first[1]?.id ?? "", limit: 10 });
  assert.deepEqual(
    [...first, ...rest].map(({ text }) => text),
    texts,
  );
  const entries = await memory.journal();
  const [one] = await memory.journal({ limit: 1 });
  assert.equal(one?.id, entries[0]?.id);
  const others = await memory.journal({ after: one?.id ?? "" });
  assert.deepEqual(others, entries.slice(1));
});

test("a hit explains itself when asked", async (context) => {
  const { memory } = await opened(context);
  await memory.remember("her dentist is Dr. Novak");
  const [plain] = await memory.recall("dentist");
  const [hit] = await memory.recall("dentist", { explain: true });
  assert.equal(plain && "why" in plain, false);
  assert.ok(hit?.why);
  for (const factor of ["words", "relevance", "decay"])
    assert.equal(typeof Reflect.get(hit.why, factor), "number", factor);
});

test("a second write with an idempotency key is answered with the first one's decision", async (context) => {
  const { memory } = await opened(context);
  const first = await memory.remember({
    text: "paid the rent",
    idempotencyKey: "k1",
  });
  const second = await memory.remember({
    text: "paid the rent",
    idempotencyKey: "k1",
  });
  assert.deepEqual([second.action, second.id], [first.action, first.id]);
  assert.equal((await memory.journal()).length, 1);
});

test("an error keeps its code through structuredClone", async (context) => {
  const { memory } = await opened(context);
  const error = await rejects(memory.get("abc"), "not_found");
  const arrived = MemoryError.from(structuredClone(error));
  assert.ok(arrived instanceof MemoryError);
  assert.deepEqual(
    [arrived.code, arrived.message],
    [error.code, error.message],
  );
});

test("with a seed, the same calls give the same records", async (context) => {
  const records = [];
  for (let run = 0; run < 2; run += 1) {
    let now = 0;
    const { memory } = await opened(context, {
      seed: 42,
      clock: () => (now += 1000),
    });
    await memory.rememberAll(["likes tea", "住在上海", "likes tea"]);
    records.push(await memory.list());
  }
  assert.deepEqual(records[0], records[1]);
});
