// Errors on their way out of an object, where the runtime keeps of them a name and a message alone.

import assert from "node:assert/strict";
import test from "node:test";

import { MemoryError } from "palimpsest";

const { fromWire, toWire } = await import(
  import.meta
    .resolve("palimpsest")
    .replace("entry-node", "durable-object-errors")
);

/** What arrives of an error. @param {Error} error */
const arrived = (error) => new Error(`${error.name}: ${error.message}`);

test("a message carries what the fields can't", () => {
  const sent = new MemoryError("quota", "磁盘满了\n[sic]", { written: 3 });
  const { code, message, written } = fromWire(arrived(toWire(sent)));
  assert.deepEqual(
    { code, message, written },
    { code: "quota", message: "磁盘满了\n[sic]", written: 3 },
  );
});

test("what is no error of a memory is trouble on the way", () => {
  for (const thrown of [new Error("Network connection lost."), "lost", null]) {
    const error = fromWire(thrown);
    assert.ok(error instanceof MemoryError);
    assert.equal(error.code, "store_unavailable");
    assert.match(error.message, /unknown/);
  }
});
