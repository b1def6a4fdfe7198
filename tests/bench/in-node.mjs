// A run in Node, in a process of its own: told what to measure by its parent, which gets the rows.
//   node --expose-gc tests/bench/in-node.mjs        forked by main.mjs

import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { bundled, fileOf } from "./libraries.mjs";
import { measure } from "./measure.mjs";
import { SUBJECTS } from "./subjects/index.mjs";

/** @type {import("./measure.mjs").Host} */
const host = {
  runtime: "node",
  async library(id) {
    const subject = SUBJECTS.find((subject) => subject.id === id);
    if (!subject) throw new Error(`no subject ${id}`);
    return import(pathToFileURL(await bundled(subject, "node")).href);
  },
  bytes: (path) => readFile(fileOf(path)),
  // Node counts the memories of wasm among what is external.
  async memory() {
    globalThis.gc?.();
    // What was freed by one collection is told to the counters a turn later.
    await setImmediate();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  say: (text) => process.send?.({ said: text }),
};

// A peer's complaint is its row's error.
console.error = () => {};

process.once("message", async (run) => {
  const rows = await measure(
    /** @type {import("./measure.mjs").Run} */ (run),
    host,
  );
  process.send?.({ rows }, () => process.exit());
});
