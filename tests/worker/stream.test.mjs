// The stream of the demo leaves the same bytes in a Durable Object as in Node.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "palimpsest";

import { OWN_STREAM, read } from "../demo/read.mjs";
import { moments } from "../demo/run.mjs";
import { mapStore } from "../node/support.mjs";
import { startWorker } from "./harness.mjs";
import { tellInto } from "./stream.mjs";

test("the demo's stream leaves the same bytes as in Node", async (context) => {
  const { told } = await read(OWN_STREAM);
  const asTold = [...moments(told)].map(
    ([now, { user, text }]) =>
      /** @type {import("./stream.mjs").Told} */ ([now, user, text]),
  );
  const worker = await startWorker("fixture.mjs", {
    objects: { BARE: "Bare" },
  });
  context.after(() => worker.close());
  const inObject = await worker.ask({
    object: "BARE",
    user: "stream",
    bare: true,
    method: "tell",
    given: [asTold],
  });
  const inNode = await tellInto(Memory, mapStore(), asTold);
  assert.ok(100 < inNode.rows[0].length);
  assert.deepEqual(inObject, inNode);
});
