// Calls that are given up by a signal, and handles that are let go of by `await using`.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "palimpsest";

import { axes, mapStore, opened, rejects, untyped } from "../node/support.mjs";

/** @typedef {import("palimpsest").CallOptions} CallOptions */

/** @type {[name: string, written: RegExp, call: (memory: Memory, options: CallOptions) => Promise<unknown>][]} */
const CALLS = [
  [
    "remember",
    /nothing was written/,
    (memory, options) => memory.remember("likes tea", options),
  ],
  [
    "rememberAll",
    /the first 0 items were written/,
    (memory, options) => memory.rememberAll(["likes tea"], options),
  ],
  [
    "recall",
    /nothing was written/,
    (memory, options) => memory.recall("tea", options),
  ],
];

/** An embedder that answers once it is told to. */
function slowEmbedder() {
  const embed = axes();
  /** @type {() => void} */
  let answer = () => {};
  const told = new Promise((resolve) => (answer = () => resolve(undefined)));
  /** @type {import("palimpsest").Embed} */
  const slow = async (texts, options) => {
    await told;
    return embed(texts, options);
  };
  return { embed: slow, answer };
}

for (const [name, written, call] of CALLS) {
  test(`${name} does not begin when it was aborted before, and writes nothing`, async (context) => {
    const { memory } = await opened(context);
    const reason = new Error("the user left");
    const signal = AbortSignal.abort(reason);
    const error = await rejects(
      call(memory, { signal }),
      "aborted",
      /nothing was written/,
    );
    assert.equal(error.cause, reason);
    assert.deepEqual(await memory.list(), []);
  });

  test(`${name} that is aborted on its way rejects at once, and says what is written`, async (context) => {
    const { embed, answer } = slowEmbedder();
    const { memory } = await opened(context, {
      embed,
      policy: { calibrate: "off" },
    });
    if (name === "recall") {
      const write = memory.remember("likes tea");
      answer();
      await write;
    }
    const controller = new AbortController();
    const running = call(memory, { signal: controller.signal });
    controller.abort();
    await rejects(running, "aborted", written);
    answer();
    // What was given up does not come true later.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const texts = (await memory.list()).map(({ text }) => text);
    assert.deepEqual(texts, name === "recall" ? ["likes tea"] : []);
  });

  test(`${name} with a signal that stays silent is as without, and lets go of the signal`, async (context) => {
    const { memory } = await opened(context);
    const { signal, n_listeners } = countedSignal();
    assert.ok(await call(memory, { signal }));
    assert.equal(n_listeners(), 0);
  });

  test(`${name} refuses a signal that is none`, async (context) => {
    const { memory } = await opened(context);
    for (const signal of [7, "now", {}])
      await rejects(
        call(memory, { signal: untyped(signal) }),
        "invalid_input",
        /`signal`: an AbortSignal is needed/,
      );
    assert.deepEqual(await memory.list(), []);
  });

  test(`${name} refuses an option that it does not know`, async (context) => {
    const { memory } = await opened(context);
    const { signal } = new AbortController();
    for (const options of [{ signl: signal }, { signal, other: 1 }])
      await rejects(
        call(memory, untyped(options)),
        "invalid_input",
        /signl|other/,
      );
    await rejects(call(memory, untyped(7)), "invalid_input");
    assert.deepEqual(await memory.list(), []);
  });
}

test("a call that is aborted aborts the signals of its callbacks, and asks no further", async (context) => {
  /** @type {AbortSignal[]} */
  const signals = [];
  const { memory } = await opened(context, {
    embed: (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const controller = new AbortController();
  const reason = new Error("the user left");
  const running = memory.remember("likes tea", { signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false],
  );
  controller.abort(reason);
  const error = await rejects(running, "aborted");
  assert.equal(error.cause, reason);
  assert.deepEqual(
    signals.map(({ aborted, reason }) => ({ aborted, reason })),
    [{ aborted: true, reason }],
  );
});

test("of calls that are aborted side by side each callback hears its own reason, and none hears it that is not", async (context) => {
  /** @type {Map<string, AbortSignal>} */
  const signals = new Map();
  const { memory } = await opened(context, {
    embed: ([text = ""], { signal }) => {
      signals.set(text, signal);
      return new Promise(() => {});
    },
    policy: { calibrate: "off" },
  });
  const controllers = ["likes tea", "住在上海", "plays chess"].map((text) => {
    const controller = new AbortController();
    const running = memory.remember(text, { signal: controller.signal });
    return { text, controller, running: rejects(running, "aborted") };
  });
  const silent = memory.remember("owns a boat").catch(() => {});
  while (signals.size < 4) await new Promise((resolve) => setTimeout(resolve));
  const [first, second, third] = controllers;
  first?.controller.abort("the first");
  second?.controller.abort("第二");
  // Without a reason of the caller's it is the runtime's.
  third?.controller.abort();
  await Promise.all(controllers.map(({ running }) => running));
  const reasonOf = (/** @type {string} */ text) => signals.get(text)?.reason;
  assert.equal(reasonOf("likes tea"), "the first");
  assert.equal(reasonOf("住在上海"), "第二");
  assert.equal(reasonOf("plays chess").name, "AbortError");
  assert.equal(signals.get("owns a boat")?.aborted, false);
  await memory.close();
  await silent;
});

test("more calls than may ask at once are given up, and the next one has its turn", async (context) => {
  let isStuck = true;
  const embed = axes();
  const { memory } = await opened(context, {
    embed: (texts, options) =>
      isStuck ? new Promise(() => {}) : embed(texts, options),
    policy: { concurrency: 2, calibrate: "off" },
  });
  const controller = new AbortController();
  const { signal } = controller;
  const running = Array.from({ length: 8 }, (_, i) =>
    rejects(memory.remember(`text ${i}`, { signal }), "aborted"),
  );
  await new Promise((resolve) => setTimeout(resolve));
  controller.abort();
  await Promise.all(running);
  isStuck = false;
  assert.equal((await memory.remember("likes tea")).pending, false);
  assert.equal((await memory.list()).length, 1);
});

test("a write that the store has already is said to be perhaps stored, and its key tells", async (context) => {
  const storage = mapStore();
  const { commit } = storage;
  const { memory } = await opened(context, { storage });
  /** @type {() => void} */
  let go = () => {};
  const told = new Promise((resolve) => (go = () => resolve(undefined)));
  storage.commit = async (batch) => {
    await told;
    return commit.call(storage, batch);
  };
  const controller = new AbortController();
  const input = { text: "住在上海", idempotencyKey: "k" };
  const running = memory.remember(input, { signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  await rejects(running, "aborted", /may be stored all the same/);
  go();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal((await memory.remember(input)).action, "added");
  assert.deepEqual(
    (await memory.list()).map(({ text }) => text),
    ["住在上海"],
  );
});

test("a store that never answers holds up no call that is aborted, and close no longer than ten seconds", async (context) => {
  const storage = mapStore();
  const { memory } = await opened(context, { storage });
  await memory.remember("was here before");
  storage.commit = () => new Promise(() => {});
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  const { signal } = controller;
  await rejects(memory.remember("likes tea", { signal }), "aborted");
  const hung = rejects(memory.remember("likes tea"), "closed", /may be stored/);
  await new Promise((resolve) => setTimeout(resolve, 10));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const closing = memory.close();
  const first = await Promise.race([closing, Promise.resolve("waits")]);
  assert.equal(first, "waits");
  for (let i = 0; i < 10; i++) await Promise.resolve();
  context.mock.timers.tick(10_000);
  context.mock.timers.reset();
  await rejects(closing, "store_unavailable", /ten seconds/);
  await hung;
  await rejects(memory.list(), "closed");
});

test("evaluate, export and import can be given up too", async (context) => {
  const { memory } = await opened(context);
  await memory.remember("likes tea");
  const bytes = await memory.export();
  const signal = AbortSignal.abort();
  await rejects(memory.evaluate({ signal }), "aborted");
  await rejects(memory.export({ signal }), "aborted");
  const options = /** @type {const} */ ({ onCollision: "keep", signal });
  await rejects(memory.import(bytes, options), "aborted");
  const silent = new AbortController().signal;
  assert.equal((await memory.evaluate({ signal: silent })).records.active, 1);
  assert.deepEqual(await memory.export({ signal: silent }), bytes);
});

test("handles of one scope are one to the core, however many are made", async (context) => {
  const { memory } = await opened(context);
  const [one, other] = [1, 2].map(() => memory.scoped({ userId: "ana" }));
  await one?.remember("likes tea");
  for (let i = 0; i < 1_000; i++) memory.scoped({ userId: `user ${i % 100}` });
  assert.equal((await other?.list())?.length, 1);
  assert.equal((await one?.scoped({ userId: "ana" }).list())?.length, 1);
  assert.deepEqual(await memory.scoped({ userId: "user 1" }).list(), []);
});

test("a handle is closed by its asyncDispose", async (context) => {
  const { memory } = await opened(context);
  await memory[Symbol.asyncDispose]();
  await rejects(memory.remember("likes tea"), "closed");
});

/** A signal, and how many listen to it. */
function countedSignal() {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = /** @type {typeof addEventListener} */ (
    (/** @type {[any, any]} */ ...args) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    }
  );
  signal.removeEventListener = /** @type {typeof removeEventListener} */ (
    (/** @type {[any, any]} */ ...args) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    }
  );
  return { signal, n_listeners: () => listeners };
}

test("a store that never answers is given up by a signal when it is opened, and when it is destroyed", async () => {
  const store = mapStore();
  let silent = true;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {import("palimpsest").StorageAdapter} */
  const storage = {
    read: async (requests) => {
      if (silent)
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      return store.read(requests);
    },
    commit: (batch) => (silent ? new Promise(() => {}) : store.commit(batch)),
  };
  const reason = new Error("the user left");
  const opening = new AbortController();
  const open = Memory.open({ storage }, { signal: opening.signal });
  setTimeout(() => opening.abort(reason), 5);
  const error = await rejects(open, "aborted", /nothing was written/);
  assert.equal(error.cause, reason);
  const before = { signal: AbortSignal.abort() };
  await rejects(Memory.open({ storage }, before), "aborted");
  await rejects(
    Memory.open({ storage }, untyped({ signal: "soon" })),
    "invalid_input",
  );

  // One that answers after all is closed at once: nobody holds it.
  const closed = new Promise(
    (resolve) => (storage.close = async () => resolve(undefined)),
  );
  assert.equal(waiting.length, 1);
  silent = false;
  for (const answer of waiting.splice(0)) answer();
  await closed;
  delete storage.close;

  const memory = await Memory.open({ storage });
  silent = true;
  const emptying = new AbortController();
  setTimeout(() => emptying.abort(), 5);
  const { signal } = emptying;
  await rejects(memory.destroy({ signal }), "aborted", /unknown/);
});
