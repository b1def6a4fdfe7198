// Errors on their way out of a Durable Object. Over RPC, a Worker of an older compatibility date keeps of an error its name and message alone.

import { MemoryError } from "./errors.js";
import type { MemoryErrorCode } from "./glue.js";

// What an error's message looks like that had to carry its fields: `[quota, 3 written] the store is full`. The runtime puts the error's name
// before it.
const CARRIED =
  /^(?:MemoryError: )?\[(?<code>[a-z_]+)(?:, (?<written>\d+) written)?\] (?<words>.*)$/s;

/** What an RPC method throws: the error itself where its fields cross the border, else one whose message carries them. */
export function toWire(thrown: unknown): MemoryError {
  const error = MemoryError.from(thrown);
  if (fieldsCross()) return error;
  const written =
    error.written === undefined ? "" : `, ${error.written} written`;
  return new MemoryError(
    error.code,
    `[${error.code}${written}] ${error.message}`,
    error,
  );
}

/**
 * The `MemoryError` that a call of an object was rejected with. What is no error of a memory came from the way there: the object was restarted,
 * or is overloaded, or is of another class.
 */
export function fromWire(thrown: unknown): MemoryError {
  const { message = String(thrown), code } = Object(thrown) as {
    message?: string;
    code?: unknown;
  };
  const { groups } = CARRIED.exec(message) ?? {};
  if (groups)
    return new MemoryError(groups.code as MemoryErrorCode, groups.words ?? "", {
      written:
        groups.written === undefined ? undefined : Number(groups.written),
      cause: thrown,
    });
  if (typeof code === "string") return MemoryError.from(thrown);
  return new MemoryError(
    "store_unavailable",
    `the Durable Object did not answer (${message}); what it wrote is unknown`,
    { cause: thrown },
  );
}

/** Whether the runtime sends the fields of an error along: the flag `enhanced_error_serialization`, on by default in newer Workers. */
function fieldsCross(): boolean {
  const { Cloudflare } = globalThis as {
    Cloudflare?: { compatibilityFlags?: Record<string, boolean> };
  };
  return (
    Cloudflare?.compatibilityFlags?.["enhanced_error_serialization"] === true
  );
}
