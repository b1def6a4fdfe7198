// One request to an OpenAI-compatible server: its time-out, what its failures mean, and no key in any message.

import { AdapterError, beginning, codeOf } from "./adapter-error.js";
import { retried, waitAsked } from "./retry.js";

/** Where the server is, and how it is talked to. */
export interface HttpOptions {
  /** The address that `/embeddings` and `/chat/completions` are appended to; `https://api.openai.com/v1` when not given. */
  baseURL?: string | URL;
  /** The key, or what fetches it before each request; none when not given. In a page the user can read it. */
  apiKey?: string | (() => string | Promise<string>);
  /** Further headers; they outrank the adapter's own. */
  headers?: Record<string, string>;
  /** Sends the requests; the runtime's `fetch` when not given. */
  fetch?: typeof fetch;
  /** Further tries after a failure that may pass; 3 when not given. */
  retries?: number;
  /** Milliseconds that one try may take; none but the call's own limit when not given, see `policy.timeouts`. */
  timeoutMs?: number;
}

/** Posts a JSON body to a path below the server's address, and answers the JSON that it answers. */
export type Post = (
  path: string,
  body: object,
  signal: AbortSignal,
) => Promise<{ [field: string]: unknown }>;

/** Letters from which a key, and a header's value, count as secrets. Shorter ones would black out common words. */
const KEY_LETTERS = 4;
const HEADER_LETTERS = 8;

/** What a server says when another try will not help, whatever the status. */
const NO_CREDIT = "insufficient_quota";

/** A `Post` with its retries. */
export function poster(options: HttpOptions): Post {
  const { retries = 3, timeoutMs } = options;
  return (path, body, signal) =>
    retried(
      async () => {
        const { url, headers, hidden } = await addressed(path, options);
        const init = { method: "POST", headers, body: JSON.stringify(body) };
        const send = options.fetch ?? fetch;
        const { status, text, asked } = await within(
          timeoutMs,
          signal,
          async (signal) => {
            const answer = await send(url, { ...init, signal });
            const asked = waitAsked(
              (name) => answer.headers.get(name),
              Date.now(),
            );
            return { status: answer.status, text: await answer.text(), asked };
          },
          hidden,
        );
        return understood(status, text, asked, hidden);
      },
      { retries, signal },
    );
}

/** Blacks secrets out of a text. */
type Hide = (text: string) => string;

async function addressed(path: string, options: HttpOptions) {
  const { baseURL = "https://api.openai.com/v1", apiKey } = options;
  const given = typeof apiKey === "function" ? await apiKey() : apiKey;
  // A line end from the file that the key was read from is no part of it.
  const key = given?.trim();
  const secrets = Object.values(options.headers ?? {}).filter(
    (value) => HEADER_LETTERS <= value.length,
  );
  if (key && KEY_LETTERS <= key.length) secrets.push(key);
  const hidden: Hide = (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  try {
    const url = new URL(baseURL);
    // fetch refuses a user and a password in an address, and quotes them.
    if (url.username || url.password) throw new TypeError();
    url.pathname = url.pathname.replace(/\/+$/, "") + path;
    const headers = new Headers({ "content-type": "application/json" });
    if (key) headers.set("authorization", `Bearer ${key}`);
    for (const [name, value] of Object.entries(options.headers ?? {}))
      headers.set(name, value);
    return { url, headers, hidden };
  } catch {
    // What was thrown quotes the value, which may be the key.
    throw new AdapterError(
      "bad_request",
      "baseURL is no address, or names a user; or the key or a header holds what no header may hold",
    );
  }
}

/** What `call` answers, if it does in time. Its failures are the network's. */
async function within<T>(
  ms: number | undefined,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  hidden: Hide,
): Promise<T> {
  const inner = new AbortController();
  const stop = () => inner.abort(outer.reason);
  outer.addEventListener("abort", stop, { once: true });
  if (outer.aborted) stop();
  let isLate = false;
  const late = () => {
    isLate = true;
    inner.abort();
  };
  const timer = ms === undefined ? undefined : setTimeout(late, ms);
  try {
    // A `fetch` of the user's own may not heed the signal.
    const stopped = new Promise<never>((_, reject) =>
      inner.signal.addEventListener("abort", () => reject(inner.signal.reason)),
    );
    return await Promise.race([stopped, call(inner.signal)]);
  } catch (cause) {
    outer.throwIfAborted();
    if (isLate)
      throw new AdapterError("timeout", `the server took over ${ms} ms`, {
        retryable: true,
      });
    const words = hidden(reasons(cause));
    throw new AdapterError(
      "unreachable",
      `the server is out of reach: ${words}`,
      {
        // A cause that quotes a secret would carry it into a log.
        cause: words === reasons(cause) ? cause : new Error(words),
        retryable: true,
      },
    );
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}

/** An error's message with those of its causes: `fetch failed` alone says nothing. */
function reasons(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const below = error.cause === undefined ? "" : `: ${reasons(error.cause)}`;
  return error.message + below;
}

/** The JSON of an answer, or what its failure means. */
function understood(
  status: number,
  text: string,
  waitMs: number | undefined,
  hidden: Hide,
): { [field: string]: unknown } {
  const answer = parsed(text);
  const failure = answer?.error;
  if (status < 300 && answer && !failure) return answer;
  const { message, code, type } = Object(failure) as {
    [field: string]: unknown;
  };
  const said = hidden(
    String(message ?? (typeof failure === "string" ? failure : text)),
  );
  const words = beginning(said);
  if (status < 300 && !failure)
    throw new AdapterError(
      "bad_answer",
      `the server's answer is no JSON object: ${words}`,
      {
        status,
        retryable: true,
      },
    );
  // Some gateways answer 200, and say in the body what the service behind them answered.
  const real = status < 300 ? Number(code) || 500 : status;
  const isFinal = code === NO_CREDIT || type === NO_CREDIT;
  throw new AdapterError(
    code === "content_filter" ? "filtered" : codeOf(real),
    `the server answered ${real}: ${words}`,
    {
      status: real,
      retryable:
        !isFinal && ([408, 409, 425, 429].includes(real) || 500 <= real),
      waitMs,
    },
  );
}

function parsed(text: string): { [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as { [field: string]: unknown };
  } catch {
    // What is no JSON is reported with its status.
  }
  return undefined;
}
