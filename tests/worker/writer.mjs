// Writes numbered memories into an object, four at a time, until it is killed, and prints the text of each that is acknowledged: FOLDER.

import { writeSync } from "node:fs";

import { startWorker } from "./harness.mjs";

const folder = process.argv[2];
const worker = await startWorker("fixture.mjs", {
  objects: { MEMORY: "MemoryObject" },
  folder,
});
let next = 0;

async function write() {
  for (;;) {
    const text = `owns book number ${next++}`;
    await worker.ask({
      object: "MEMORY",
      user: "ana",
      method: "remember",
      given: [text],
    });
    writeSync(1, `${text}\n`);
  }
}

await Promise.all([write(), write(), write(), write()]);
