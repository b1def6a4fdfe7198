// The one error that every method rejects with.

import type { MemoryErrorCode } from "./glue.js";

/** What `MemoryError.toJSON` answers: plain data, which any channel carries. */
export interface MemoryErrorJson {
  name: "MemoryError";
  code: MemoryErrorCode;
  message: string;
  /** How many items `rememberAll`, `observe` or `import` had written when it stopped, or groups `merge` had merged. */
  written?: number;
  /** What lay behind it. */
  cause?: MemoryErrorJson | { name: string; message: string };
}

/** Every code; the compiler holds it to the type. */
const CODES: { [code in MemoryErrorCode]: true } = {
  invalid_input: true,
  text_too_long: true,
  bad_vector: true,
  not_found: true,
  undo_blocked: true,
  undo_expired: true,
  store_newer: true,
  store_damaged: true,
  store_unavailable: true,
  quota: true,
  token_limit: true,
  conflict: true,
  timeout: true,
  aborted: true,
  closed: true,
  not_initialised: true,
  callback_failed: true,
  bad_answer: true,
  queue_full: true,
  archive_damaged: true,
  too_large: true,
  internal: true,
};

/** How the stack of a `MemoryError` begins. */
const HEADER = /^MemoryError \[(\w+)(?:, (\d+) written)?\]/;

/**
 * Why a call was rejected. Switch on `code`; the message is for people. A rejected write wrote nothing, unless the message says otherwise.
 *
 * `structuredClone` and `postMessage` strip an error of its class and fields. `MemoryError.from` makes it again on the other side: from
 * `error.toJSON()`, which loses nothing, or from the clone itself, where the runtime keeps enough of it.
 */
export class MemoryError extends Error {
  override readonly name = "MemoryError";
  /** A code that never changes once it shipped. */
  readonly code: MemoryErrorCode;
  /** How many items `rememberAll`, `observe` or `import` had written when it stopped, or groups `merge` had merged. */
  readonly written?: number;

  constructor(
    code: MemoryErrorCode,
    message: string,
    details: { written?: number | undefined; cause?: unknown } = {},
  ) {
    // Of an error's parts a clone has the cause in V8, the stack in V8 and in Safari's engine: so both carry the code.
    super(message, { cause: details.cause ?? { code } });
    this.code = code;
    if (details.written !== undefined) this.written = details.written;
    this.stack = `${header(this)}: ${message}\n${frames(this.stack)}`;
  }

  /** The error as plain data: its code, message, `written`, and the names and messages of its causes. */
  toJSON(): MemoryErrorJson {
    const { name, code, message, written, cause } = this;
    return {
      name,
      code,
      message,
      ...(written !== undefined && { written }),
      ...(cause instanceof Error && {
        cause:
          cause instanceof MemoryError
            ? cause.toJSON()
            : { name: cause.name, message: cause.message },
      }),
    };
  }

  /** A `MemoryError` from what was thrown, cloned, or made by `toJSON`; what is not ours is a fault of the library's own, `internal`. */
  static from(thrown: unknown): MemoryError {
    if (thrown instanceof MemoryError) return thrown;
    const { code, message, written, cause, stack } = Object(thrown) as {
      [field: string]: unknown;
    };
    const words = typeof message === "string" ? message : String(thrown);
    const [, headed, count] = HEADER.exec(String(stack)) ?? [];
    const found = [code, headed, codeIn(cause)].find(isCode);
    if (found === undefined)
      return new MemoryError("internal", words, { cause: thrown });
    const known =
      typeof written === "number" ? written : count && Number(count);
    return new MemoryError(found, words, {
      written: known || known === 0 ? known : undefined,
      cause: revived(cause),
    });
  }
}

function header({ name, code, written }: MemoryError): string {
  return written === undefined
    ? `${name} [${code}]`
    : `${name} [${code}, ${written} written]`;
}

/** A stack without the header that V8 gives it. */
function frames(stack = ""): string {
  const first = stack.search(/^ {4}at /m);
  return stack.slice(Math.max(first, 0));
}

function isCode(code: unknown): code is MemoryErrorCode {
  return typeof code === "string" && Object.hasOwn(CODES, code);
}

/** The code that a cloned error carries in its causes. */
function codeIn(cause: unknown): unknown {
  if (typeof cause !== "object" || cause === null) return undefined;
  if ("code" in cause) return cause.code;
  return "cause" in cause ? codeIn(cause.cause) : undefined;
}

/** A cause as an error again, where it was one. */
function revived(cause: unknown): unknown {
  const { name, message, stack, code } = Object(cause) as {
    [field: string]: unknown;
  };
  if (typeof message !== "string") return cause;
  if (isCode(code) || HEADER.test(String(stack)))
    return MemoryError.from(cause);
  if (cause instanceof Error) return cause;
  return Object.assign(new Error(message), { name });
}
