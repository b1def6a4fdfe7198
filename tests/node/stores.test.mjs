// What is stored outlives its handle, is seen by the next one, and survives a store that fails.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "palimpsest";

import { mapStore, opened, rejects } from "./support.mjs";

test("a recall counts as a use unless it is told not to, and closing writes that down", async (context) => {
  const storage = mapStore();
  let now = Date.UTC(2025, 0, 1);
  const clock = () => now;
  const { memory } = await opened(context, { storage, clock });
  const { id } = await memory.remember("her dentist is Dr. Novak");
  now += 86_400_000;
  await memory.recall("dentist", { touch: false });
  assert.equal((await memory.get(id)).lastAccessedAt, Date.UTC(2025, 0, 1));
  await memory.recall("dentist");
  await memory.close();
  const again = await opened(context, { storage, clock });
  assert.equal((await again.memory.get(id)).lastAccessedAt, now);
});

test("a closed handle says so, whatever is asked, and so do those made of it", async (context) => {
  const { memory } = await opened(context);
  const other = memory.scoped({ userId: "a" });
  await memory.close();
  await memory.close();
  for (const handle of [memory, other])
    for (const call of [
      () => handle.remember("tea"),
      () => handle.rememberAll(["tea"]),
      () => handle.recall("tea"),
      () => handle.list(),
      () => handle.stats(),
      () => handle.journal(),
    ])
      await rejects(call(), "closed", /open/);
});

test("what one handle wrote, another on the same store sees at its next call", async (context) => {
  const storage = mapStore();
  const { memory: one } = await opened(context, { storage });
  const { memory: two, events } = await opened(context, { storage });
  const { id } = await one.remember("住在上海");
  assert.deepEqual(
    (await two.recall("上海")).map((hit) => hit.id),
    [id],
  );
  assert.equal((await two.remember("住在上海")).action, "duplicate");
  await one.forget(id, { hard: true });
  assert.deepEqual(await two.recall("上海"), []);
  assert.ok(
    events.some(
      (event) => event.type === "changed" && event.origin === "other",
    ),
  );
});

test("a hundred simultaneous writes of one text leave one record", async (context) => {
  const { memory } = await opened(context);
  const writes = Array.from({ length: 100 }, () =>
    memory.remember("养了一只叫团子的猫"),
  );
  const actions = (await Promise.all(writes))
    .map(({ action }) => action)
    .sort();
  assert.deepEqual(actions, ["added", ...Array(99).fill("duplicate")]);
  assert.equal((await memory.list()).length, 1);
});

test("destroy leaves an empty store", async (context) => {
  const storage = mapStore();
  const { memory } = await opened(context, { storage });
  await memory.scoped({ userId: "a" }).remember("tea");
  await memory.destroy();
  await rejects(memory.list(), "closed");
  const again = await opened(context, { storage });
  assert.deepEqual(await again.memory.scopes(), []);
});

/** @type {[string, () => Error, string][]} */
const FAILURES = [
  ["is gone", () => new Error("connection lost"), "store_unavailable"],
  [
    "is full",
    () => Object.assign(new Error("disk full"), { code: "quota" }),
    "quota",
  ],
  [
    "always changed meanwhile",
    () => Object.assign(new Error("newer"), { code: "conflict" }),
    "conflict",
  ],
];

for (const [name, failure, code] of FAILURES)
  test(`a write into a store that ${name} is rejected, and the next one goes through`, async (context) => {
    const storage = mapStore();
    const { memory } = await opened(context, { storage });
    await memory.remember("住在上海");
    storage.fail = (call) => {
      if (call === "commit") throw failure();
    };
    await rejects(memory.remember("likes tea"), code);
    delete storage.fail;
    assert.deepEqual(
      (await memory.list()).map(({ text }) => text),
      ["住在上海"],
    );
    assert.equal((await memory.remember("likes tea")).action, "added");
  });

test("a store that says of itself that it is damaged is said to be", async (context) => {
  const storage = mapStore();
  const { memory } = await opened(context, { storage });
  await memory.remember("住在上海");
  storage.fail = () => {
    throw Object.assign(new Error("page 7 is torn"), { code: "store_damaged" });
  };
  for (const call of [memory.list(), memory.remember("tea"), memory.export()])
    await rejects(call, "store_damaged", /page 7 is torn/);
  await rejects(Memory.open({ storage }), "store_damaged", /page 7 is torn/);
  delete storage.fail;
  assert.equal((await memory.list()).length, 1);
});

test("a value whose buffer the store gave away is a damaged one", async (context) => {
  const storage = mapStore();
  const { memory } = await opened(context, { storage });
  await memory.remember("住在上海");
  const { read } = storage;
  storage.read = async (requests) => {
    const found = await read.call(storage, requests);
    for (const rows of found.rows)
      for (const row of rows) {
        row[1] = row[1].slice();
        structuredClone(row[1].buffer, { transfer: [row[1].buffer] });
      }
    return found;
  };
  await rejects(Memory.open({ storage }), "store_damaged", /too short/);
});

test("a store that can't be read doesn't open", async () => {
  const storage = mapStore();
  storage.fail = () => {
    throw new Error("no such file");
  };
  await rejects(Memory.open({ storage }), "store_unavailable", /no such file/);
});

test("touches are written a few seconds after a recall", async (context) => {
  const storage = mapStore();
  let now = 0;
  const clock = () => now;
  const { memory } = await opened(context, { storage, clock });
  const { id } = await memory.remember("her dentist is Dr. Novak");
  context.mock.timers.enable({ apis: ["setTimeout"] });
  now += 60_000;
  await memory.recall("dentist");
  context.mock.timers.tick(10_000);
  context.mock.timers.reset();
  await memory.stats();
  const { memory: other } = await opened(context, { storage, clock });
  assert.equal((await other.get(id)).lastAccessedAt, now);
});

test("a fault of the library's own rejects the calls under way, and the next call finds what was told", async (context) => {
  const { memory } = await opened(context);
  const { id } = await memory.remember("住在上海");
  const { now } = Date;
  Date.now = () => {
    throw new RangeError("out of step");
  };
  try {
    const calls = [memory.remember("likes tea"), memory.recall("上海")];
    for (const call of calls) await rejects(call, "internal", /out of step/);
  } finally {
    Date.now = now;
  }
  assert.equal((await memory.get(id)).text, "住在上海");
  assert.equal((await memory.remember("likes tea")).action, "added");
  assert.equal((await memory.list()).length, 2);
});
