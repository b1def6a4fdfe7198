// Initialising: a wasm module that is missing or wrong is refused with what there is to do, and the next try may succeed.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { initialise, Memory, MemoryError } from "palimpsest/slim";

import { untyped } from "../node/support.mjs";

const require = createRequire(import.meta.url);
const FILE = require.resolve("palimpsest/palimpsest.wasm");
const bytes = await readFile(FILE);
const encoder = new TextEncoder();
const WASM = { headers: { "content-type": "application/wasm" } };
const HTML = { headers: { "content-type": "text/html" } };
/** A module that exports nothing. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** @param {() => Promise<unknown>} call @param {RegExp} advice */
async function check(call, advice) {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof MemoryError, String(error));
    assert.equal(error.code, "not_initialised");
    assert.match(error.message, advice);
    return true;
  });
}

test("slim says to call initialise before Memory.open", () =>
  check(() => Memory.open(), /call initialise\(source\) of palimpsest\/slim/));

for (const [name, source, advice] of /** @type {const} */ ([
  ["nothing", undefined, /as its URL; undefined was given/],
  ["null", null, /; null was given/],
  ["a number", 7, /; number was given/],
  ["an array of numbers", [0, 97, 115, 109], /; Array was given/],
  ["a text that is no URL", "palimpsest.wasm", /could not be fetched/],
  ["a file's URL", pathToFileURL(FILE), /read the file and hand in its bytes/],
  ["another file", encoder.encode("<!doctype html>"), /is not palimpsest.wasm/],
  ["an empty file", new Uint8Array(), /is not palimpsest.wasm/],
  ["a file cut off", bytes.subarray(0, 5000), /is damaged or cut off/],
  ["another library's module", EMPTY, /it is another library's/],
  [
    "a page in place of the file",
    new Response("<!doctype html>", HTML),
    /\(200, text\/html\) is not palimpsest.wasm.* optimizeDeps.exclude/,
  ],
  [
    "a missing file",
    new Response("", { status: 404 }),
    /\(404, .*\) is not palimpsest.wasm/,
  ],
  [
    "a stream that is cut off",
    new Response(bytes.subarray(0, 5000), WASM),
    /is damaged or cut off/,
  ],
]))
  test(`slim refuses ${name}`, () =>
    check(() => initialise(untyped(source)), advice));

test("slim refuses a promise that rejects", () =>
  check(() => initialise(Promise.reject(new Error("lost"))), /\(lost\)/));

test("a try that succeeds after others makes every entry ready", async () => {
  await Promise.all([
    initialise(new Response(bytes, WASM)),
    initialise(bytes.buffer),
    initialise(WebAssembly.compile(bytes)),
  ]);
  const slim = await Memory.open({ storage: "memory" });
  const entry = await import("palimpsest");
  const other = await entry.Memory.open({ storage: "memory" });
  assert.equal((await slim.remember("likes tea")).action, "added");
  assert.equal((await other.remember("likes tea")).action, "added");
  await Promise.all([slim.close(), other.close()]);
});

test("without the wasm file beside it the package says where it must lie", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-"));
  context.after(() => rm(folder, { recursive: true }));
  await cp(join(FILE, ".."), folder, {
    recursive: true,
    filter: (file) => !file.endsWith(".wasm"),
  });
  const entry = await import(pathToFileURL(join(folder, "entry-node.js")).href);
  await assert.rejects(entry.Memory.open({ storage: "memory" }), {
    code: "not_initialised",
    message: /ENOENT.*it must lie beside the package's JavaScript/,
  });
});

test("without IndexedDB, and without a store that was named, the choices are named", async () => {
  await assert.rejects(Memory.open(), {
    code: "store_unavailable",
    message: /no IndexedDB here.*'memory'.*StorageAdapter/,
  });
});
