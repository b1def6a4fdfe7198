// How a caller gives up a call by an AbortSignal.

import { MemoryError } from "./errors.js";

/** What a long call takes besides its input. */
export interface CallOptions {
  /**
   * Gives the call up: it rejects with `aborted`. Before it began, nothing was written. A write that is under way can't be called back: its
   * memory may be stored all the same, and the message says so. The same write with the same `idempotencyKey` tells what became of it.
   */
  signal?: AbortSignal | undefined;
}

/** Whether a call writes, for the message of one that was given up on its way. */
export type Effect = "reads" | "writes";

/** What `call` answers, unless the signal gives it up. */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  effect: Effect,
  call: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return call();
  if (signal.aborted)
    throw aborted(signal, "before it began; nothing was written");
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      const written =
        effect === "reads"
          ? "nothing was written"
          : "it goes on, and may store what it was given";
      reject(aborted(signal, `on its way; ${written}`));
    };
    signal.addEventListener("abort", giveUp, { once: true });
    call()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", giveUp));
  });
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

function aborted(signal: AbortSignal, when: string): MemoryError {
  return new MemoryError("aborted", `the call was aborted ${when}`, {
    cause: signal.reason,
  });
}
