// The one error that the adapters throw, whatever the service or the SDK behind them threw.

/**
 * Why an adapter could not answer. A code that shipped never changes; more may come.
 *
 * | code | when |
 * | --- | --- |
 * | `unreachable` | no connection, or it was cut before the answer was whole |
 * | `timeout` | no answer within `timeoutMs` |
 * | `rate_limited` | too many requests, or no credit left |
 * | `unauthorized` | the key is missing, wrong, or not allowed to do this |
 * | `bad_request` | the service does not accept the request |
 * | `server` | the service failed |
 * | `refusal` | the model refuses to answer |
 * | `filtered` | a content filter stopped the question or the answer |
 * | `cut_off` | the answer ended at the token limit, or with the stream |
 * | `bad_answer` | the answer is not what was asked for |
 * | `failed` | anything else that the SDK threw; see `cause` |
 */
export type AdapterErrorCode =
  | "unreachable"
  | "timeout"
  | "rate_limited"
  | "unauthorized"
  | "bad_request"
  | "server"
  | "refusal"
  | "filtered"
  | "cut_off"
  | "bad_answer"
  | "failed";

/** What is known of a failure besides its code. */
export interface AdapterErrorDetails {
  /** What was thrown first. */
  cause?: unknown;
  /** The status of the HTTP answer. */
  status?: number | undefined;
  /** Whether another try may succeed. */
  retryable?: boolean;
  /** How long the service asks to wait before another try, in milliseconds. */
  waitMs?: number | undefined;
}

/**
 * Why an adapter could not answer; an aborted call rejects with its signal's reason instead.
 *
 * A memory whose callback rejects so is stored all the same, `pending`, and judged at the next write.
 */
export class AdapterError extends Error {
  override readonly name = "AdapterError";
  readonly code: AdapterErrorCode;
  /** The status of the HTTP answer, if there was one. */
  readonly status?: number;
  /** Whether another try may succeed. The adapter has already tried as often as its `retries` say. */
  readonly retryable: boolean;
  /** How long the service asked to wait, in milliseconds. */
  readonly waitMs?: number;

  constructor(
    code: AdapterErrorCode,
    message: string,
    { cause, status, retryable = false, waitMs }: AdapterErrorDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.retryable = retryable;
    if (status !== undefined) this.status = status;
    if (waitMs !== undefined) this.waitMs = waitMs;
  }
}

/** The code for the status of an HTTP answer that is no success. */
export function codeOf(status: number): AdapterErrorCode {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return 500 <= status ? "server" : "bad_request";
}

/** Characters of a service's or a model's own words that an error repeats. */
const MAX_WORDS = 300;

/** The beginning of a text, not cut inside a character. */
export function beginning(text: string): string {
  return [...text.slice(0, 2 * MAX_WORDS)].slice(0, MAX_WORDS).join("");
}
