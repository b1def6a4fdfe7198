// The entry for Workers: the wasm file is a module of the Worker, which may not compile one from bytes.

import type { CallOptions } from "./abort.js";
import { initSync, type OpenOptions } from "./glue.js";
import { openRaw } from "./handle.js";
import { MemoryBase } from "./memory.js";
import module from "./palimpsest.wasm";

export { MemoryError } from "./errors.js";
export type * from "./types.js";

// At once, not by promise: several Durable Objects share an isolate, and none may wait for what another one began.
const wasm = () => {
  initSync({ module });
  return module;
};

/** A handle on a store of memories, in one scope. */
export class Memory extends MemoryBase {
  /**
   * Opens a store; see `OpenOptions`. A `signal` gives it up. A Worker has no IndexedDB: give `storage`, in a Durable Object `durableObjectStorage(ctx.storage)` of
   * `palimpsest/durable-object`.
   */
  static async open(
    options?: OpenOptions,
    call?: CallOptions,
  ): Promise<Memory> {
    return new Memory(await openRaw(wasm, options, call));
  }
}
