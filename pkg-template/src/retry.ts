// Another try for what may pass: exponential back-off with jitter, bounded, and ended at once by the signal.

import { AdapterError } from "./adapter-error.js";

/** The first wait, in milliseconds; each further one is twice as long. Source: a judgement; a rate limit a second wide passes in two waits. */
const FIRST_WAIT_MS = 500;

/** The longest wait of our own choice, in milliseconds. Source: a judgement: below `policy.timeouts.embedMs`, after which nobody waits. */
const LONGEST_WAIT_MS = 8_000;

/** The longest wait that a service may ask for, in milliseconds; one that asks for more gets no further try. */
const LONGEST_ASKED_MS = 60_000;

/**
 * What `attempt` answers, at the first try that succeeds. A further one is made only after an `AdapterError` that says `retryable`,
 * at most `retries` of them; the last error is what this rejects with. Once the signal is aborted it rejects with the signal's reason.
 */
export async function retried<T>(
  attempt: () => Promise<T>,
  { retries, signal }: { retries: number; signal: AbortSignal },
): Promise<T> {
  for (let done = 0; ; done += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (
        !(error instanceof AdapterError && error.retryable && done < retries) ||
        LONGEST_ASKED_MS < (error.waitMs ?? 0)
      )
        throw error;
      await waited(waitBefore(done, error.waitMs, Math.random()), signal);
    }
  }
}

/**
 * Milliseconds to wait after `done` + 1 failures; `chance` is from 0 to 1. Jitter keeps clients that failed together from coming back
 * together: it takes up to half of a wait of our own choice, and adds up to a tenth to one that the service asked for.
 */
export function waitBefore(
  done: number,
  asked: number | undefined,
  chance: number,
): number {
  if (asked !== undefined) return asked + (asked * chance) / 10;
  return (
    Math.min(FIRST_WAIT_MS * 2 ** done, LONGEST_WAIT_MS) * (1 - chance / 2)
  );
}

/**
 * The wait in milliseconds that an answer's headers ask for: `retry-after-ms`, else `retry-after` in seconds or as a date.
 * `header` looks one up by its name in small letters.
 */
export function waitAsked(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const exact = parseFloat(header("retry-after-ms") ?? "");
  if (0 <= exact) return exact;
  const text = header("retry-after")?.trim() ?? "";
  // A number is looked for first: Date.parse takes many a number for a year.
  const wait = /^-?[\d.]+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
