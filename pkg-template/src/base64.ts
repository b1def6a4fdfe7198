// The entry that is one file: it holds the wasm module as text.

import type { CallOptions } from "./abort.js";
import type { OpenOptions } from "./glue.js";
import { openRaw } from "./handle.js";
import { MemoryBase } from "./memory.js";
import { WASM } from "./wasm-base64.js";

export { MemoryError } from "./errors.js";
export type * from "./types.js";

const ALPHABET =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A handle on a store of memories, in one scope. */
export class Memory extends MemoryBase {
  /** Opens a store; see `OpenOptions`. A `signal` gives it up. Without any option it is the IndexedDB database `palimpsest`, where there is IndexedDB. */
  static async open(
    options?: OpenOptions,
    call?: CallOptions,
  ): Promise<Memory> {
    return new Memory(await openRaw(() => decoded(WASM), options, call));
  }
}

/**
 * The bytes of a base64 text without line breaks.
 *
 * By hand: not every runtime has `atob`, which makes a string of the whole module besides, and fetching a `data:` URL is forbidden by many policies.
 */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let value = 0; value < ALPHABET.length; value += 1)
    values[ALPHABET.charCodeAt(value)] = value;
  const n_padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - n_padding);
  const at = (place: number) => values[text.charCodeAt(place)] ?? 0;
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    const group =
      (at(from) << 18) |
      (at(from + 1) << 12) |
      (at(from + 2) << 6) |
      at(from + 3);
    // What stands beyond the end of a typed array is dropped.
    bytes[to] = group >> 16;
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}
