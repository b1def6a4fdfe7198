// A MemoryError that is sent: cloned, as JSON, through a channel, from a worker.

import assert from "node:assert/strict";
import test from "node:test";
import { MessageChannel, Worker } from "node:worker_threads";

import { MemoryError } from "palimpsest";

const disk = new TypeError("the disk is gone");
const inner = new MemoryError("quota", "the store is full", { cause: disk });
/** @type {[name: string, error: MemoryError][]} */
const ERRORS = [
  ["alone", new MemoryError("not_found", "no such record")],
  ["with a cause", inner],
  [
    "with causes and a count",
    new MemoryError("quota", "3 were written", { written: 3, cause: inner }),
  ],
  [
    "with a count of none",
    new MemoryError("closed", "一个也没写", { written: 0 }),
  ],
  [
    "of several lines",
    new MemoryError("internal", "first\n    at second\nthird"),
  ],
];

/** @type {[way: string, send: (error: MemoryError) => unknown][]} */
const WAYS = [
  ["structuredClone", (error) => structuredClone(error)],
  ["structuredClone of toJSON", (error) => structuredClone(error.toJSON())],
  ["JSON", (error) => JSON.parse(JSON.stringify(error))],
  ["a channel", throughChannel],
  // As in Bun and Safari.
  [
    "a clone without causes",
    (error) => without(structuredClone(error), "cause"),
  ],
];

for (const [way, send] of WAYS)
  for (const [name, error] of ERRORS)
    test(`an error ${name} arrives by ${way}`, async () => {
      const arrived = MemoryError.from(await send(error));
      assert.ok(arrived instanceof MemoryError);
      assert.deepEqual(
        [arrived.name, arrived.code, arrived.message, arrived.written],
        ["MemoryError", error.code, error.message, error.written],
      );
    });

test("an error arrives by a clone without its stack, where no other error caused it", () => {
  const [[, error]] = /** @type {[[string, MemoryError]]} */ (
    ERRORS.slice(0, 1)
  );
  const clone = without(structuredClone(error), "stack");
  assert.equal(MemoryError.from(clone).code, "not_found");
});

test("causes arrive as errors", () => {
  const [, , [, error]] = /** @type {[any, any, [string, MemoryError]]} */ (
    ERRORS.slice(0, 3)
  );
  for (const sent of [structuredClone(error), error.toJSON()]) {
    const { cause } = MemoryError.from(sent);
    assert.ok(cause instanceof MemoryError);
    assert.equal(cause.code, "quota");
    assert.ok(cause.cause instanceof Error);
    assert.deepEqual(
      [cause.cause.name, cause.cause.message],
      ["TypeError", "the disk is gone"],
    );
  }
});

test("a worker's error arrives", async () => {
  const worker = new Worker(
    `import("${import.meta.resolve("palimpsest")}").then(async ({ Memory }) => {
       const { parentPort } = await import("node:worker_threads");
       const memory = await Memory.open({ storage: "memory" });
       const error = await memory.remember("").catch((thrown) => thrown);
       parentPort.postMessage([error, error.toJSON()]);
     });`,
    { eval: true },
  );
  const sent = await new Promise((resolve, reject) =>
    worker.once("message", resolve).once("error", reject),
  );
  await worker.terminate();
  for (const one of sent)
    assert.equal(MemoryError.from(one).code, "invalid_input");
});

test("a stack names the code, and then the frames", () => {
  const { stack = "" } = new MemoryError("closed", "shut", { written: 2 });
  assert.match(stack, /^MemoryError \[closed, 2 written\]: shut\n {4}at /);
});

for (const [name, thrown] of /** @type {[string, unknown][]} */ ([
  ["an error of another library", new RangeError("too far")],
  [
    "one with a code of its own",
    Object.assign(new Error("x"), { code: "ENOENT" }),
  ],
  ["a text", "went wrong"],
  ["nothing", undefined],
  ["null", null],
]))
  test(`${name} becomes a fault of the library's own`, () => {
    const error = MemoryError.from(thrown);
    assert.equal(error.code, "internal");
    assert.equal(error.message, Object(thrown).message ?? String(thrown));
  });

/** @param {MemoryError} error */
function throughChannel(error) {
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise((resolve) => port2.once("message", resolve));
  port1.postMessage(error);
  return arrived.finally(() => port1.close());
}

/** @param {Error} error @param {"cause" | "stack"} field */
function without(error, field) {
  delete error[field];
  return error;
}
