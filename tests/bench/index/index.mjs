// The bare vector index for Node: `new Index(dimension)` with insert, remove, topK and bytes. scripts/bench-index builds it.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../../.cache/bench-index/", import.meta.url);

/** @type {Pick<typeof import("./index.js"), "Index" | "initSync">} */
const module = await import(new URL("index.js", FOLDER).href).catch(() => {
  throw new Error("the index is not built: scripts/bench-index");
});
const wasm = readFileSync(new URL("index_bg.wasm", FOLDER));
const { memory } = module.initSync({ module: new WebAssembly.Module(wasm) });

export const { Index } = module;

/** Bytes of the module's memory. */
export const memoryBytes = () => memory.buffer.byteLength;
