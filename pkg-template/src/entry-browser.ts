// The entry for pages, workers and bundlers: the wasm file is fetched from beside this one.

import type { CallOptions } from "./abort.js";
import type { OpenOptions } from "./glue.js";
import { openRaw } from "./handle.js";
import { MemoryBase } from "./memory.js";

export { MemoryError } from "./errors.js";
export type * from "./types.js";

// Bundlers know this form, and take the file along.
const wasm = () => new URL("./palimpsest.wasm", import.meta.url);

/** A handle on a store of memories, in one scope. */
export class Memory extends MemoryBase {
  /** Opens a store; see `OpenOptions`. A `signal` gives it up. Without any option it is the IndexedDB database `palimpsest`, where there is IndexedDB. */
  static async open(
    options?: OpenOptions,
    call?: CallOptions,
  ): Promise<Memory> {
    return new Memory(await openRaw(wasm, options, call));
  }
}
