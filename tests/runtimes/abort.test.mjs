// Calls that are given up by a signal, and handles that are let go of by `await using`.

import assert from "node:assert/strict";
import test from "node:test";

import { axes, opened, rejects, untyped } from "../node/support.mjs";

/** @typedef {import("palimpsest").Memory} Memory @typedef {import("palimpsest").CallOptions} CallOptions */

/** @type {[name: string, written: RegExp, call: (memory: Memory, options: CallOptions) => Promise<unknown>][]} */
const CALLS = [
  [
    "remember",
    /may store/,
    (memory, options) => memory.remember("likes tea", options),
  ],
  [
    "rememberAll",
    /may store/,
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

test("a write that was aborted on its way is stored once, and its key tells", async (context) => {
  const { embed, answer } = slowEmbedder();
  const { memory } = await opened(context, {
    embed,
    policy: { calibrate: "off" },
  });
  const controller = new AbortController();
  const input = { text: "住在上海", idempotencyKey: "k" };
  const running = memory.remember(input, { signal: controller.signal });
  controller.abort();
  await rejects(running, "aborted");
  answer();
  assert.equal((await memory.remember(input)).action, "added");
  assert.equal((await memory.list()).length, 1);
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
