// Upkeep of a memory in a Durable Object: at its alarm.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startWorker } from "./harness.mjs";

describe("upkeep in a Durable Object", () => {
  /** @type {Awaited<ReturnType<typeof startWorker>>} */
  let worker;
  before(async () => {
    worker = await startWorker("fixture.mjs", {
      objects: {
        AGING: "Aging",
        MEMORY: "MemoryObject",
        REFLECTING: "Reflecting",
      },
    });
  });
  after(() => worker?.close());

  /** @param {string} user @param {string} method @param {unknown[]} given */
  const ask = (user, method, ...given) =>
    worker.ask({ object: "AGING", user, bare: true, method, given });

  test("it runs by itself, and the alarm is set for the next one", async () => {
    await ask("a", "remember", "用户养了一只黑猫");
    await ask("a", "later", 200);
    assert.deepEqual(await ask("a", "logWith", "cooled"), ["cooled"]);
    assert.deepEqual(await ask("a", "recall", "黑猫"), []);
    const cold = await ask("a", "recall", "黑猫", { includeCold: true });
    assert.equal(cold.length, 1);
    assert.equal(typeof (await ask("a", "upkeepAt")), "number");
  });

  test("the alarm outlives an object that was stopped", async () => {
    await ask("b", "remember", "用户养了一只黑猫");
    await ask("b", "evict").catch(() => {});
    assert.equal(typeof (await ask("b", "upkeepAt")), "number");
    await ask("b", "later", 200);
    assert.deepEqual(await ask("b", "logWith", "cooled"), ["cooled"]);
  });

  test("it is asked for by name too, and an object that is emptied has no alarm", async () => {
    const done = await ask("c", "maintain");
    assert.deepEqual(done.swept, {
      examined: 0,
      cooled: 0,
      warmed: 0,
      expired: 0,
    });
    assert.equal(typeof (await ask("c", "nextMaintenanceAt")), "number");
    await ask("c", "destroy");
    assert.equal(await ask("c", "upkeepAt"), null);
  });

  test("what only a page needs is no method of an object", async () => {
    const call = worker.ask({
      object: "MEMORY",
      user: "d",
      method: "startMaintenance",
    });
    await assert.rejects(call, /startMaintenance/);
  });

  test("a context is asked for as from any memory", async () => {
    await ask("e", "remember", "用户养了一只黑猫");
    const { text, hits } = await ask("e", "context", "黑猫");
    assert.match(text, /事实："用户养了一只黑猫"/);
    assert.equal(hits.length, 1);
  });

  test("a turn is counted and a reflection asked for as of any memory", async () => {
    const reflecting = (
      /** @type {string} */ method,
      /** @type {unknown[]} */ ...given
    ) =>
      worker.ask({
        object: "REFLECTING",
        user: "f",
        bare: true,
        method,
        given,
      });
    await reflecting("remember", "用户养了一只黑猫");
    await reflecting("endTurn");
    // The second turn is the one after which this object reflects.
    await reflecting("endTurn");
    assert.match(await reflecting("firstShown"), /用户养了一只黑猫/);
    await reflecting("remember", "likes tea");
    const done = await reflecting("reflect", { force: true });
    assert.deepEqual([done.examined, done.llmCalls], [1, 1]);
  });
});
