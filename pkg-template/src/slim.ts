// The entry for whoever brings the wasm module: nothing is read or fetched by itself.

import { MemoryError } from "./errors.js";
import type { CallOptions } from "./abort.js";
import type { OpenOptions } from "./glue.js";
import { openRaw } from "./handle.js";
import { initialise as load } from "./load.js";
import { MemoryBase } from "./memory.js";
import type { WasmSource } from "./wasm-source.js";

export { MemoryError } from "./errors.js";
export type * from "./types.js";
export type { WasmSource } from "./wasm-source.js";

/**
 * Makes the wasm module ready, once and for all entries; it may be called before or after others, and again after it failed.
 *
 * ```js
 * import { initialise, Memory } from "palimpsest/slim";
 * await initialise(fetch("/assets/palimpsest.wasm"));
 * const memory = await Memory.open();
 * ```
 */
export async function initialise(
  source: WasmSource | Promise<WasmSource>,
): Promise<void> {
  return load(() => source);
}

/** A handle on a store of memories, in one scope. */
export class Memory extends MemoryBase {
  /** Opens a store; see `OpenOptions`. A `signal` gives it up. Rejects with `not_initialised` before `initialise` was called. */
  static async open(
    options?: OpenOptions,
    call?: CallOptions,
  ): Promise<Memory> {
    return new Memory(await openRaw(missing, options, call));
  }
}

function missing(): never {
  throw new MemoryError(
    "not_initialised",
    "call initialise(source) of palimpsest/slim before Memory.open: the source is palimpsest/palimpsest.wasm as a WebAssembly.Module, as bytes, " +
      "as a Response, or as its URL; or import palimpsest, which finds it",
  );
}
