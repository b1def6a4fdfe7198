// The entry for Node, Deno and Bun: the wasm file is read from beside this one.

import { readFile } from "node:fs/promises";

import type { CallOptions } from "./abort.js";
import type { OpenOptions } from "./glue.js";
import { openRaw } from "./handle.js";
import { MemoryBase } from "./memory.js";

export { MemoryError } from "./errors.js";
export type * from "./types.js";

const wasm = () => readFile(new URL("./palimpsest.wasm", import.meta.url));

/** A handle on a store of memories, in one scope. */
export class Memory extends MemoryBase {
  /**
   * Opens a store; see `OpenOptions`. A `signal` gives it up. Here is no IndexedDB: give `storage`, which is `"memory"` or a `StorageAdapter`.
   */
  static async open(
    options?: OpenOptions,
    call?: CallOptions,
  ): Promise<Memory> {
    return new Memory(await openRaw(wasm, options, call));
  }
}
