import { readFile } from "node:fs/promises";

import { initialise, Memory } from "palimpsest/slim";

import { use } from "./use.mjs";

const file = new URL(import.meta.resolve("palimpsest/palimpsest.wasm"));
await initialise(await WebAssembly.compile(await readFile(file)));
console.log(JSON.stringify(await use(Memory, { storage: "memory" })));
