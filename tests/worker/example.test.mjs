// The example Worker, as it stands in its folder.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startWorker } from "./harness.mjs";

/** The flag by which an error's fields cross to another object; without it, its message carries them. */
const FLAG = "enhanced_error_serialization";

for (const flags of [[], [FLAG]])
  describe(`the example, with the flags [${flags}]`, () => {
    /** @type {Awaited<ReturnType<typeof startWorker>>} */
    let worker;
    before(async () => {
      worker = await startWorker("example/worker.mjs", {
        objects: { MEMORY: "MemoryObject" },
        flags,
      });
    });
    after(() => worker?.close());

    /** @param {string} user @param {unknown} body */
    const post = (user, body) =>
      worker.fetch(`/${user}`, { method: "POST", body: JSON.stringify(body) });

    test("it remembers for one user and tells no other", async () => {
      const text = "Lives in Lisbon with two cats";
      assert.equal((await post("ana", { text })).body.action, "added");
      assert.equal((await post("ana", { text })).body.action, "duplicate");
      const { body } = await worker.fetch("/ana?q=cats");
      assert.deepEqual([body.length, body[0].text], [1, text]);
      assert.deepEqual((await worker.fetch("/bo?q=cats")).body, []);
    });

    test("two hundred requests at once lose nothing, and one text is one record", async () => {
      const told = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          post("busy", { text: n % 2 ? "住在上海" : `owns book number ${n}` }),
        ),
      );
      assert.deepEqual(
        told.filter(({ status }) => status !== 200),
        [],
      );
      const added = told.filter(({ body }) => body.action === "added");
      assert.equal(added.length, 101);
      const { body } = await worker.fetch(
        `/busy?q=${encodeURIComponent("住在上海")}`,
      );
      assert.equal(
        body.filter(
          (/** @type {{ text: string }} */ { text }) => text === "住在上海",
        ).length,
        1,
      );
    });

    test("it says what was wrong", async () => {
      const { status, body } = await post("ana", { text: " " });
      assert.deepEqual([status, body.code], [400, "invalid_input"]);
      assert.match(body.message, /^the text is empty/);
      assert.equal((await worker.fetch("/")).status, 400);
    });
  });
