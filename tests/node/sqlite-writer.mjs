// Writes numbered memories into a file, four at a time, and prints the text of each once it is acknowledged: FILE NAME COUNT.

import { writeSync } from "node:fs";

import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

const [file, name, count] = process.argv.slice(2);
const memory = await Memory.open({ storage: await sqliteStorage(file) });
let next = 0;

async function write() {
  while (next < Number(count)) {
    const text = `${name} likes tea number ${next++}`;
    await memory.remember(text);
    // At once: what a stream holds back would die with the process.
    writeSync(1, `${text}\n`);
  }
}

await Promise.all([write(), write(), write(), write()]);
await memory.close();
