// What a Worker or an object can't do is said, and never passes for done.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startWorker } from "./harness.mjs";

const OBJECTS = { MEMORY: "MemoryObject", BARE: "Bare" };

/** A Worker for one test. @param {import("node:test").TestContext} context @param {string} [date] */
async function started(context, date) {
  const worker = await startWorker("fixture.mjs", {
    objects: OBJECTS,
    ...(date && { date }),
  });
  context.after(() => worker.close());
  return worker;
}

/** @param {Promise<unknown>} call @param {string} code @param {RegExp} words */
async function rejects(call, code, words) {
  const error = await call.then(
    (answer) => assert.fail(`it answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  assert.deepEqual([error.isOurs, error.code], [true, code], error.message);
  assert.match(error.message, words);
}

test("a value over 2 MB is refused in words, and nothing of its commit is written", async (context) => {
  const worker = await started(context);
  const ask = (/** @type {number} */ nBytes) =>
    worker.ask({
      object: "BARE",
      user: "large",
      bare: true,
      method: "commitOf",
      given: [nBytes],
    });
  const refused = await ask(2_200_000);
  assert.match(refused.said, /^store_unavailable: a value is over 2 MB/);
  assert.deepEqual([refused.revision, refused.n], [0, 0]);
  // The largest value that the library writes is 1 MiB.
  const stored = await ask(1 << 20);
  assert.deepEqual(stored, { said: "none", revision: 1, n: 2 });
});

test("a call of more than 32 MiB is refused with the platform's words, and the object goes on", async (context) => {
  const worker = await started(context);
  const ask = (/** @type {string} */ method, /** @type {unknown[]} */ given) =>
    worker.ask({ object: "MEMORY", user: "ana", method, given });
  await ask("remember", ["住在上海"]);
  await rejects(
    ask("importOf", [33 << 20, { onCollision: "keep" }]),
    "store_unavailable",
    /32MiB/,
  );
  assert.equal((await ask("remember", ["住在上海"])).action, "duplicate");
});

test("a Worker of a date before methods could be called is told so, and no write seems to be made", async (context) => {
  const worker = await started(context, "2024-04-02");
  for (const scope of [undefined, { agentId: "cook" }])
    await rejects(
      worker.ask({
        object: "MEMORY",
        user: "ana",
        ...(scope && { scope }),
        method: "remember",
        given: ["likes tea"],
      }),
      "store_unavailable",
      /compatibility_date to 2024-04-03/,
    );
});

test("a Worker of the first date on which methods can be called has all of it", async (context) => {
  const worker = await started(context, "2024-04-03");
  const call = { object: "MEMORY", user: "ana", scope: { agentId: "cook" } };
  const write = { ...call, method: "remember", given: ["likes tea"] };
  assert.equal((await worker.ask(write)).action, "added");
  await rejects(
    worker.ask({ ...call, method: "get", given: ["nothing"] }),
    "not_found",
    /^this scope has/,
  );
});
