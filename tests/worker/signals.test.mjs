// A caller's signal on its way to a Durable Object: what it was aborted for is what the object's own callbacks are told.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startWorker } from "./harness.mjs";

/** What a caller aborts for, and what the object's embedder hears. @type {[string, unknown, unknown][]} */
const REASONS = [
  [
    "nothing",
    undefined,
    {
      isError: true,
      name: "AbortError",
      message: "The operation was aborted",
    },
  ],
  ["a text", "用户走了", "用户走了"],
  ["an empty text", "", ""],
  [
    "an error",
    { name: "TimeoutError", message: "five seconds" },
    { isError: true, name: "TimeoutError", message: "five seconds" },
  ],
  [
    "what can't be sent",
    { kind: "object" },
    { isError: true, name: "AbortError", message: "" },
  ],
  [
    "a symbol",
    { kind: "symbol" },
    { isError: true, name: "AbortError", message: "" },
  ],
];

describe("a signal's reason", () => {
  /** @type {Awaited<ReturnType<typeof startWorker>>} */
  let worker;
  before(async () => {
    worker = await startWorker("fixture.mjs", { objects: { PROBE: "Probe" } });
  });
  after(() => worker?.close());

  for (const [name, reason, heard] of REASONS)
    for (const scope of [undefined, { agentId: "cook" }])
      test(`where it is ${name} the object's callbacks are told so${scope ? ", in another scope too" : ""}`, async () => {
        const user = `${name} ${scope?.agentId}`;
        const probe = { object: "PROBE", user };
        const error = await worker
          .ask({
            ...probe,
            ...(scope && { scope }),
            method: "remember",
            given: ["⏸ likes tea"],
            abortAfter: 100,
            reason,
          })
          .catch((thrown) => thrown);
        assert.deepEqual([error.isOurs, error.code], [true, "aborted"]);
        assert.deepEqual(
          await worker.ask({ ...probe, method: "reasonHeard", bare: true }),
          heard,
        );
      });
});
