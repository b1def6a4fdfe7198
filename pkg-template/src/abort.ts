// How a caller gives up a call by an AbortSignal.

import { MemoryError } from "./errors.js";

/** What a long call takes besides its input. */
export interface CallOptions {
  /**
   * Gives the call up: it rejects with `aborted`, its callbacks' signals are aborted for the same reason, and nothing is written. Only a write
   * that the store was already told to make can't be called back: it may be stored all the same, and the message says so; the same write with
   * the same `idempotencyKey` tells what became of it. A write that is stored already is answered, not given up. A call of several steps, such as
   * `sweep` or `reembed`, keeps what the earlier ones wrote, says so, and goes on there when it is made again.
   */
  signal?: AbortSignal | undefined;
}

/** A handle on the core whose one call can be given up. */
interface Abortable {
  abortable(): this;
  abort(reason: unknown): void;
  free(): void;
}

/** What `call` answers on the handle, unless the signal gives it up. */
export async function abortable<Raw extends Abortable, T>(
  signal: AbortSignal | undefined,
  handle: Raw,
  call: (raw: Raw) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return call(handle);
  if (signal.aborted)
    throw aborted(
      signal,
      "the call was aborted before it began; nothing was written",
    );
  const raw = handle.abortable();
  const giveUp = () => raw.abort(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await call(raw);
  } catch (thrown) {
    const error = MemoryError.from(thrown);
    throw error.code === "aborted"
      ? aborted(signal, error.message, error.written)
      : error;
  } finally {
    signal.removeEventListener("abort", giveUp);
    raw.free();
  }
}

/**
 * What `work` answers, unless the signal gives it up: for what the core itself can't give up. `late` is told what it answers after that.
 */
export async function raced<T>(
  signal: AbortSignal | undefined,
  message: string,
  work: () => Promise<T>,
  late: (answer: T) => void = () => {},
): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted)
    throw aborted(signal, "the call was aborted before it began");
  let giveUp = () => {};
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(aborted(signal, message));
    signal.addEventListener("abort", giveUp, { once: true });
  });
  const working = work();
  try {
    return await Promise.race([working, given]);
  } catch (thrown) {
    if (signal.aborted) working.then(late, () => {});
    throw thrown;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/**
 * The signal among options, and what is left of them for the core, which reads and checks it.
 *
 * Options that are none are left as they are, so that the core refuses them.
 */
export function parted<T extends object>(
  options: (T & CallOptions) | undefined,
  call: string,
): { signal: AbortSignal | undefined; others: T | undefined } {
  if (typeof options !== "object" || options === null || !("signal" in options))
    return { signal: undefined, others: options };
  const { signal, ...others } = options;
  return { signal: checked(signal, call), others: others as T };
}

/** The signal among options that hold nothing else. */
export function signalIn(
  options: CallOptions | undefined,
  call: string,
): AbortSignal | undefined {
  if (options === undefined || options === null) return undefined;
  if (typeof options !== "object")
    throw invalid(
      call,
      `options must be an object; ${typeof options} was given`,
    );
  const unknown = Object.keys(options).find((key) => key !== "signal");
  if (unknown !== undefined)
    throw invalid(call, `\`${unknown}\`: unknown option, expected \`signal\``);
  return checked(options.signal, call);
}

function checked(signal: unknown, call: string): AbortSignal | undefined {
  if (signal === undefined || signal === null) return undefined;
  // By what it can do: another realm's signals are signals too.
  if (
    typeof signal === "object" &&
    "aborted" in signal &&
    "addEventListener" in signal
  )
    return signal as AbortSignal;
  throw invalid(call, "`signal`: an AbortSignal is needed");
}

function invalid(call: string, problem: string): MemoryError {
  return new MemoryError("invalid_input", `${call}: ${problem}`);
}

/** What a call rejects with that was given up. */
export function aborted(
  signal: AbortSignal,
  message: string,
  written?: number,
): MemoryError {
  return new MemoryError("aborted", message, { written, cause: signal.reason });
}
