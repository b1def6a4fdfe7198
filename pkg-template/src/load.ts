// Initialises the wasm module once, at the first use.

import { compiled } from "./compile.js";
import { MemoryError } from "./errors.js";
import init from "./glue.js";
import type { WasmSource } from "./wasm-source.js";

/** Finds the wasm module: each runtime's entry has its own way. */
export type Source = () => WasmSource | Promise<WasmSource>;

/** What our module exports, and no other does. */
const ENTRANCE = "rawmemory_open";

let ready: Promise<void> | undefined;

/** Resolves when the module can be called. It is there once for all entries; after a failure the next call tries again. */
export async function initialise(source: Source): Promise<void> {
  const attempt = (ready ??= instantiate(source));
  try {
    await attempt;
  } catch (error) {
    if (ready === attempt) ready = undefined;
    throw error;
  }
}

async function instantiate(source: Source): Promise<void> {
  const module = await compiled(source);
  // The glue would keep what it has instantiated, fitting or not.
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === ENTRANCE))
    throw unfit("it is another library's");
  try {
    await init({ module_or_path: module });
  } catch (cause) {
    throw unfit(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unfit(reason: string, cause?: unknown): MemoryError {
  return new MemoryError(
    "not_initialised",
    `the wasm file does not fit this version of the package (${reason}); take the palimpsest.wasm that came with it`,
    { cause },
  );
}
