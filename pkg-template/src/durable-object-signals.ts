// How a caller's AbortSignal gets to a Durable Object. Runtimes refuse to send a signal, or send one that never fires; all of them send a function.

import type { CallOptions } from "./abort.js";
import { MemoryError } from "./errors.js";

/** What stands in a call's options in place of `signal`: it resolves to whether the caller aborted, once it did or the call is over. */
interface Carried {
  whenAborted(): Promise<boolean>;
}

/** A call's arguments as they can be sent, and the signal that was among them. */
export interface Sendable {
  given: unknown[];
  signal: AbortSignal | undefined;
  /** Lets go of the signal: the call is over. */
  over(): void;
}

/** The arguments with a function in the place of a signal. A signal that was aborted already ends the call here. */
export function sendable(given: unknown[]): Sendable {
  const signal = given.map(signalOf).find((found) => found !== undefined);
  if (!signal) return { given, signal, over() {} };
  if (signal.aborted)
    throw new MemoryError(
      "aborted",
      "the call was aborted before it began; nothing was written",
      { cause: signal.reason },
    );
  let over = () => {};
  const aborted = new Promise<boolean>((resolve) => {
    const end = () => resolve(true);
    signal.addEventListener("abort", end, { once: true });
    over = () => {
      signal.removeEventListener("abort", end);
      resolve(false);
    };
  });
  const sent = given.map((one) => {
    if (signalOf(one) === undefined) return one;
    const others = { ...(one as CallOptions), whenAborted: () => aborted };
    delete others.signal;
    return others;
  });
  return { given: sent, signal, over };
}

/** The options as the memory takes them: with a signal in the place of the function. */
export function received<T extends CallOptions>(
  options: T | undefined,
): T | undefined {
  const { whenAborted, ...others } = Object(options) as T & Partial<Carried>;
  if (typeof whenAborted !== "function") return options;
  const controller = new AbortController();
  // Where the caller is gone nobody aborts: what it began goes on.
  whenAborted().then(
    (aborted) => aborted && controller.abort(),
    () => {},
  );
  return { ...others, signal: controller.signal } as unknown as T;
}

function signalOf(options: unknown): AbortSignal | undefined {
  const { signal } = Object(options) as { signal?: unknown };
  return typeof Object(signal).addEventListener === "function"
    ? (signal as AbortSignal)
    : undefined;
}
