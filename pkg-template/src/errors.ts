// The one error that every method rejects with.

import type { MemoryErrorCode } from "./glue.js";

/**
 * Why a call was rejected. Switch on `code`; the message is for people. A rejected write wrote nothing, unless the message says otherwise.
 *
 * `structuredClone` and `postMessage` keep of an error only its message and its cause; `MemoryError.from` makes one again from what arrives.
 */
export class MemoryError extends Error {
  override readonly name = "MemoryError";
  /** A code that never changes once it shipped. */
  readonly code: MemoryErrorCode;
  /** How many items `rememberAll` had written when it stopped. */
  readonly written?: number;

  constructor(
    code: MemoryErrorCode,
    message: string,
    details: { written?: number | undefined; cause?: unknown } = {},
  ) {
    // A cause survives cloning where a field does not, so an error without one carries its code there.
    super(message, { cause: details.cause ?? { code } });
    this.code = code;
    if (details.written !== undefined) this.written = details.written;
  }

  /** The error as a `MemoryError`; what is not ours is a fault of the library's own, `internal`. */
  static from(thrown: unknown): MemoryError {
    if (thrown instanceof MemoryError) return thrown;
    const { code, message, written, cause } = Object(thrown) as {
      [field: string]: unknown;
    };
    const words = typeof message === "string" ? message : String(thrown);
    const found = typeof code === "string" ? code : codeIn(cause);
    if (found === undefined)
      return new MemoryError("internal", words, { cause: thrown });
    return new MemoryError(found as MemoryErrorCode, words, {
      written: typeof written === "number" ? written : undefined,
      cause: cause instanceof Error ? MemoryError.from(cause) : cause,
    });
  }
}

/** The code that a cloned error carries in its causes. */
function codeIn(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return "cause" in cause ? codeIn(cause.cause) : undefined;
}
