// Memories in Durable Objects: one a user, many at once, and stopped in the middle of a write.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startWorker } from "./harness.mjs";

describe("a memory in a Durable Object", () => {
  /** @type {Awaited<ReturnType<typeof startWorker>>} */
  let worker;
  before(async () => {
    worker = await startWorker("fixture.mjs", {
      objects: {
        MEMORY: "MemoryObject",
        PROBE: "Probe",
        BARE: "Bare",
        PLAIN: "Plain",
        STRICT: "Strict",
      },
      withoutSqlite: ["PLAIN"],
    });
  });
  after(() => worker?.close());

  /** @param {string} user @param {string} method @param {unknown[]} given */
  const ask = (user, method, ...given) =>
    worker.ask({ object: "MEMORY", user, method, given });
  /** @param {string} user @param {string} method @param {unknown[]} given */
  const probe = (user, method, ...given) =>
    worker.ask({ object: "PROBE", user, method, given, bare: true });
  /** @param {string} user @param {string} [object] @returns {Promise<string[]>} */
  const texts = async (user, object = "MEMORY") =>
    (await worker.ask({ object, user, method: "list" })).map(
      (/** @type {{ text: string }} */ { text }) => text,
    );

  test("every method of a memory is one of the object", async () => {
    const first = await ask("all", "remember", "住在上海");
    assert.equal(first.action, "added");
    const { id } = first;
    const [again, tea] = await ask("all", "rememberAll", [
      "住在上海。",
      { text: "likes tea", observedAt: "2025-01-01" },
    ]);
    assert.deepEqual([again.action, tea.action], ["duplicate", "added"]);
    assert.equal((await ask("all", "recall", "上海", { limit: 1 }))[0].id, id);
    assert.equal((await ask("all", "get", id)).text, "住在上海");
    assert.equal((await ask("all", "touch", id)).id, id);
    assert.equal((await ask("all", "pin", id)).pinned, true);
    assert.equal((await ask("all", "pin", id, false)).pinned, false);
    const edited = await ask("all", "edit", tea.id, { text: "loves tea" });
    assert.equal(edited.text, "loves tea");
    await ask("all", "undo");
    assert.deepEqual(await texts("all"), ["住在上海", "likes tea"]);
    await ask("all", "forget", id);
    assert.deepEqual(await texts("all"), ["likes tea"]);
    await ask("all", "restore", id);
    assert.equal((await texts("all")).length, 2);
    assert.ok(3 <= (await ask("all", "journal")).length);
    assert.deepEqual(await ask("all", "scopes"), [{}]);
    const before = await ask("all", "stats");
    await ask("all", "destroy");
    assert.notDeepEqual(await ask("all", "stats"), before);
    assert.deepEqual(await texts("all"), []);
    assert.equal((await ask("all", "remember", "likes tea")).action, "added");
  });

  test("each user has a memory of their own, and scopes within it do not mix", async () => {
    const object = "MEMORY";
    await ask("ana", "remember", "lives in Lisbon");
    const scope = { agentId: "cook" };
    const user = "ana";
    await worker.ask({
      object,
      user,
      scope,
      method: "remember",
      given: ["对芒果过敏"],
    });
    assert.deepEqual(await texts("ana"), ["lives in Lisbon"]);
    assert.deepEqual(await texts("bo"), []);
    const list = await worker.ask({ object, user, scope, method: "list" });
    assert.equal(list[0].text, "对芒果过敏");
    assert.deepEqual(await ask("ana", "scopes"), [{}, scope]);
  });

  test("of two hundred simultaneous writes on one object none is lost, and one text is one record", async () => {
    const asked = Array.from({ length: 200 }, (_, n) =>
      ask("busy", "remember", n % 2 ? "养了一只猫" : `owns book number ${n}`),
    );
    const actions = (await Promise.all(asked)).map(({ action }) => action);
    const added = actions.filter((action) => action === "added");
    assert.equal(added.length, 101);
    assert.equal((await texts("busy")).length, 101);
  });

  test("an object whose commits are to wait for the disk has each wait", async () => {
    const strict = { object: "STRICT", user: "ana", bare: true };
    const waits = (/** @type {string} */ text) =>
      worker.ask({ ...strict, method: "waits", given: [text] });
    assert.ok(1 <= (await waits("住在上海")));
    assert.equal(await waits("likes tea"), 1);
  });

  test("two hundred objects at once keep to themselves", async () => {
    const users = Array.from({ length: 200 }, (_, n) => `user ${n}`);
    await Promise.all(
      users.map((user, n) => ask(user, "remember", `owns book number ${n}`)),
    );
    const found = await Promise.all(users.map((user) => texts(user)));
    assert.deepEqual(
      found,
      users.map((_, n) => [`owns book number ${n}`]),
    );
  });

  test("an object that is stopped in the middle of a write keeps what it acknowledged, and takes the write again", async () => {
    const object = "PROBE";
    const user = "stopped";
    const remember = (/** @type {string} */ text) =>
      worker.ask({ object, user, method: "remember", given: [text] });
    await remember("住在上海");
    const write = remember("⏸ likes tea").catch((thrown) => thrown);
    await probe(user, "midway");
    await probe(user, "evict").catch(() => {});
    const { isOurs, code } = await write;
    assert.deepEqual([isOurs, code], [true, "store_unavailable"]);
    // The new object has no memory of the old one's waiting, and what it had stored.
    const stored = await texts(user, object);
    assert.equal(stored[0], "住在上海");
    assert.equal((await remember("住在上海")).action, "duplicate");
    assert.equal((await remember("likes coffee")).action, "added");
  });

  test("a user's memory moves to another object as one archive, and stays there once", async () => {
    await ask("mover", "rememberAll", ["住在上海", "likes tea"]);
    const options = { onCollision: "judge" };
    const moved = await ask("mover", "moveTo", "moved", options);
    assert.deepEqual([moved.restored, moved.added], [true, 2]);
    assert.deepEqual(await texts("moved"), ["住在上海", "likes tea"]);
    const again = await ask("mover", "moveTo", "moved", options);
    assert.deepEqual([again.added, again.kept], [0, 2]);
    await rejects(
      ask("moved", "import", "no bytes", options),
      "invalid_input",
      /Uint8Array is needed/,
    );
  });

  test("a signal reaches the object, in another scope too, and nothing is written", async () => {
    for (const scope of [undefined, { agentId: "cook" }])
      for (const abortAfter of [0, 100]) {
        const user = `gives up ${abortAfter}`;
        const call = { object: "PROBE", user, ...(scope && { scope }) };
        const given = ["⏸ likes tea"];
        await rejects(
          worker.ask({ ...call, method: "remember", given, abortAfter }),
          "aborted",
          /nothing was written/,
        );
        assert.deepEqual(await worker.ask({ ...call, method: "list" }), []);
        const late = { given: ["likes coffee"], abortAfter: 60_000 };
        const answer = await worker.ask({
          ...call,
          method: "remember",
          ...late,
        });
        assert.equal(answer.action, "added");
        const many = { given: [["likes rice"]], abortAfter: 60_000 };
        const [rice] = await worker.ask({
          ...call,
          method: "rememberAll",
          ...many,
        });
        assert.equal(rice.action, "added");
        const asked = { given: ["rice", { limit: 1 }] };
        assert.equal(
          (await worker.ask({ ...call, method: "recall", ...asked })).length,
          1,
        );
      }
  });

  test("emptying a memory takes a signal, in another scope too", async () => {
    const object = "PROBE";
    for (const scope of [undefined, { agentId: "cook" }]) {
      const call = { object, user: "empties", ...(scope && { scope }) };
      await worker.ask({ ...call, method: "remember", given: ["likes tea"] });
      // Given up by the object itself: what a Worker aborts may be done by the time its signal is there.
      await rejects(
        worker.ask({
          object,
          user: "empties",
          method: "destroyGivenUp",
          given: scope ? [scope] : [],
        }),
        "aborted",
        /before it began/,
      );
      const list = () => worker.ask({ ...call, method: "list" });
      assert.equal((await list()).length, 1);
      await worker.ask({ ...call, method: "destroy", abortAfter: 60_000 });
      assert.deepEqual(await list(), []);
    }
  });

  /** @param {Promise<unknown>} call @param {string} code @param {RegExp} words */
  async function rejects(call, code, words) {
    const error = await call.then(
      (answer) => assert.fail(`it answered ${JSON.stringify(answer)}`),
      (thrown) => thrown,
    );
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    assert.ok(error.isOurs);
  }

  test("an error keeps its code on the way to the Worker", async () => {
    await rejects(ask("ana", "get", "nothing"), "not_found", /^this scope has/);
    await rejects(ask("ana", "remember", "  "), "invalid_input", /blank/);
    await rejects(
      ask("ana", "remember", "茶".repeat(20_000)),
      "text_too_long",
      /16384/,
    );
    await rejects(
      worker.ask({
        object: "MEMORY",
        user: "ana",
        scope: { nobody: 1 },
        method: "list",
      }),
      "invalid_input",
      /nobody/,
    );
  });

  test("a Worker without the binding, or with a binding of something else, is told so", async () => {
    const call = (/** @type {string} */ object, user = "ana") =>
      worker.ask({ object, user, method: "stats" });
    await rejects(call("NONE"), "store_unavailable", /no binding .*must bind/);
    await rejects(call("BARE"), "store_unavailable", /does not implement/);
    await rejects(call("PLAIN"), "store_unavailable", /new_sqlite_classes/);
    await rejects(call("MEMORY", ""), "invalid_input", /user's name/);
  });

  test("what is no store is refused in words", async () => {
    const bare =
      (/** @type {string} */ user, /** @type {string} */ method) =>
      /** @param {unknown[]} given */
      (...given) =>
        worker.ask({ object: "BARE", user, method, given, bare: true });
    for (const words of await bare("a", "openOn")(null, 5, {}, "storage"))
      assert.match(words, /^invalid_input: .*ctx\.storage/);
    assert.match(
      await bare("b", "openAfter")("CREATE TABLE palimpsest_rows (title)"),
      /^store_damaged: .*no such column/,
    );
    assert.match(
      await bare("c", "openAfter")(
        "CREATE TABLE palimpsest_store (only INTEGER PRIMARY KEY, layout, revision)",
        "INSERT INTO palimpsest_store VALUES (0, 9, 1)",
      ),
      /^store_newer: .*layout 9/,
    );
  });

  test("a transaction whose work answers a promise is refused, and nothing of it is written", async () => {
    const [code, rows] = await worker.ask({
      object: "BARE",
      user: "promise",
      bare: true,
      method: "writeWithPromise",
    });
    assert.match(code, /^invalid_input: .*promise/);
    assert.deepEqual(rows, []);
  });
});
