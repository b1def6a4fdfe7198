// How a caller's AbortSignal gets to a Durable Object. Runtimes refuse to send a signal, or send one that never fires; all of them send a function.

import { aborted, type CallOptions } from "./abort.js";

/** Why a caller aborted, as any runtime can send it: a text, or the message and the name of what was no text. */
type Reason = string | [message: string, name: string];

/** What stands in a call's options in place of `signal`: it resolves once the caller aborted, to the reason, or once the call is over, to nothing. */
interface Carried {
  whenAborted(): Promise<Reason | undefined>;
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
    throw aborted(
      signal,
      "the call was aborted before it began; nothing was written",
    );
  let over = () => {};
  const whenAborted = new Promise<Reason | undefined>((resolve) => {
    const end = () => resolve(reasonOf(signal));
    signal.addEventListener("abort", end, { once: true });
    over = () => {
      signal.removeEventListener("abort", end);
      resolve(undefined);
    };
  });
  const carried = { signal: undefined, whenAborted: () => whenAborted };
  const sent = given.map((one) =>
    signalOf(one) ? { ...(one as CallOptions), ...carried } : one,
  );
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
    (reason) =>
      reason !== undefined &&
      controller.abort(
        typeof reason === "string" ? reason : new DOMException(...reason),
      ),
    () => {},
  );
  return { ...others, signal: controller.signal } as unknown as T;
}

/** Texts alone: a signal whose reason could not be sent would never abort. */
function reasonOf({ reason }: AbortSignal): Reason {
  if (typeof reason === "string") return reason;
  const { message = "", name = "AbortError" } = Object(reason);
  return [`${message}`, `${name}`];
}

function signalOf(options: unknown): AbortSignal | undefined {
  const { signal } = Object(options) as { signal?: unknown };
  return typeof Object(signal).addEventListener === "function"
    ? (signal as AbortSignal)
    : undefined;
}
