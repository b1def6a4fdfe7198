// Several alarms by name on the one alarm of an object.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startWorker } from "./harness.mjs";

describe("the alarms of an object", () => {
  /** @type {Awaited<ReturnType<typeof startWorker>>} */
  let worker;
  before(async () => {
    worker = await startWorker("fixture.mjs", { objects: { PROBE: "Probe" } });
  });
  after(() => worker?.close());

  /** @param {string} user */
  const object =
    (user) =>
    /** @param {string} method @param {unknown[]} given */
    (method, ...given) =>
      worker.ask({ object: "PROBE", user, bare: true, method, given });

  /** When the object wakes, once it is done with what it woke for. @param {ReturnType<typeof object>} probe */
  async function armed(probe) {
    for (;;) {
      const { armed } = await probe("alarmTimes");
      if (armed !== null) return armed;
    }
  }

  /** A time so late that no real alarm rings. */
  const LATE = Date.UTC(2100, 0, 1);

  test("two ring in their order, whichever was set first", async () => {
    const probe = object("order");
    await probe("setAlarms", ["b", LATE + 1], ["a", LATE]);
    assert.deepEqual(await probe("runAlarms", LATE + 1), {
      log: ["ran a", "ran b"],
    });
  });

  test("after one has rung, the object wakes for the next", async () => {
    const probe = object("next");
    await probe("setAlarms", ["b", LATE], ["a", Date.now() + 10]);
    // The platform may wake it a moment too soon; it is then woken again.
    assert.equal((await probe("logWith", "ran a")).at(-1), "ran a");
    assert.equal(await armed(probe), LATE);
  });

  test("an alarm of the host's own, set before the named ones, leaves them set", async () => {
    const probe = object("own");
    await probe("setAlarms", ["a", LATE]);
    await probe("setOwnAlarm", Date.now() + 10);
    await probe("logWith", "woken");
    assert.equal(await armed(probe), LATE);
  });

  test("they are still set after the object was stopped", async () => {
    const probe = object("stopped");
    await probe("setAlarms", ["a", LATE], ["b", LATE + 1]);
    await probe("evict").catch(() => {});
    assert.deepEqual(await probe("alarmTimes", "a", "b"), {
      armed: LATE,
      at: [LATE, LATE + 1],
    });
  });

  test("the object wakes for the earliest", async () => {
    const probe = object("earliest");
    await probe("setAlarms", ["a", LATE + 2], ["b", LATE + 1]);
    assert.deepEqual(await probe("alarmTimes", "a", "b", "c"), {
      armed: LATE + 1,
      at: [LATE + 2, LATE + 1, null],
    });
    await probe("setAlarms", ["b", LATE + 3]);
    assert.deepEqual((await probe("alarmTimes", "b")).at, [LATE + 3]);
  });

  test("what failed rings again later and later, and keeps no other from ringing", async () => {
    const probe = object("fails");
    await probe("setAlarms", ["fails", LATE], ["a", LATE + 1]);
    assert.deepEqual(await probe("runAlarms", LATE + 1), {
      error: "no luck",
      log: ["failed", "ran a"],
    });
    const waits = [];
    for (let now = LATE + 1, round = 0; round < 14; round++) {
      const [at] = (await probe("alarmTimes", "fails")).at;
      waits.push((at - now) / 1000);
      now = at;
      await probe("runAlarms", now);
    }
    assert.deepEqual(waits.slice(0, 3), [2, 4, 8]);
    assert.equal(waits.at(-1), 3600);
  });

  test("one that sets itself again stays set, and one that was taken back is gone", async () => {
    const probe = object("again");
    await probe("setAlarms", ["again", LATE], ["a", LATE]);
    await probe("deleteAlarm", "a");
    assert.deepEqual(await probe("runAlarms", LATE), { log: ["ran again"] });
    const [at] = (await probe("alarmTimes", "again")).at;
    assert.ok(Date.now() < at && at < LATE);
  });

  test("a name that nobody listens to any more is dropped", async () => {
    const probe = object("nobody");
    await probe("setAlarms", ["gone", LATE]);
    assert.deepEqual(await probe("runAlarms", LATE), { log: [] });
    assert.deepEqual((await probe("alarmTimes", "gone")).at, [null]);
  });
});
