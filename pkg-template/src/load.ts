// Initialises the wasm module once, at the first use.

import { MemoryError } from "./errors.js";
import init, { type InitInput } from "./glue.js";

/** Finds the wasm module: each runtime's entry has its own way. */
export type Source = () => InitInput | Promise<InitInput>;

let ready: Promise<unknown> | undefined;

/** Resolves when the module can be called. After a failure the next call tries again. */
export async function initialise(source: Source): Promise<void> {
  ready ??= (async () => init({ module_or_path: await source() }))();
  try {
    await ready;
  } catch (cause) {
    ready = undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(
      "not_initialised",
      `palimpsest.wasm could not be loaded (${reason}); it must lie beside the package's JavaScript, and the page's policy must allow 'wasm-unsafe-eval'`,
      { cause },
    );
  }
}
