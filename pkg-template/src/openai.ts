// palimpsest/openai: embeds and answers by a server that speaks OpenAI's protocol. It uses `fetch` alone.

import { AdapterError, beginning } from "./adapter-error.js";
import { checkOptions, type Known } from "./adapter-options.js";
import { batches, prefixed, type Prefixes } from "./adapter-texts.js";
import type { LlmAnswer, LlmRequest } from "./glue.js";
import { type HttpOptions, type Post, poster } from "./openai-http.js";
import { asking, type JsonMode, stepDown } from "./openai-schema.js";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.js";
export type { JsonMode } from "./openai-schema.js";

export interface OpenAIOptions extends HttpOptions, Prefixes {
  /** The embedding model; without it there is no `embed`. */
  embedModel?: string;
  /** Numbers of a vector, for models that can shorten theirs. */
  dimensions?: number;
  /** Texts of one request at most; 2048, OpenAI's own limit, when not given. */
  embedBatch?: number;
  /** How vectors travel: as numbers, which every server knows, or in a third of the bytes as `base64`. `float` when not given. */
  encoding?: "float" | "base64";
  /** The chat model; without it there is no `llm`. */
  chatModel?: string;
  /** Further fields of the chat's body: `temperature`, `max_completion_tokens`, `reasoning_effort`, … */
  chatBody?: { [field: string]: unknown };
  /**
   * How JSON is asked for: by `schema`, as any `object`, or in words alone (`none`). `schema` when not given; a server that refuses
   * one is asked in the next way, for that task from then on.
   */
  jsonMode?: JsonMode;
}

/** The half of the adapter that embeds. */
export interface OpenAIEmbed {
  embed: (
    texts: string[],
    options: { purpose: "document" | "query"; signal: AbortSignal },
  ) => Promise<ArrayLike<number>[]>;
  embedModel: string;
}

/** The half of the adapter that answers. */
export interface OpenAIChat {
  llm: (request: LlmRequest) => Promise<string | LlmAnswer>;
}

const OPTIONS: Known<OpenAIOptions> = {
  embedModel: true,
  chatModel: true,
  baseURL: true,
  apiKey: true,
  headers: true,
  fetch: true,
  retries: true,
  timeoutMs: true,
  dimensions: true,
  embedBatch: true,
  encoding: true,
  chatBody: true,
  jsonMode: true,
  queryPrefix: true,
  documentPrefix: true,
};

type Fields = { [field: string]: unknown };

/**
 * The `embed`, `embedModel` and `llm` of a server that speaks OpenAI's protocol: OpenAI, Azure, Ollama, vLLM, LM Studio and many others.
 *
 * ```js
 * const memory = await Memory.open({
 *   ...openai({ apiKey, embedModel: "text-embedding-3-small", chatModel: "gpt-4.1-mini" }),
 * });
 * ```
 *
 * What may pass (no connection, a time-out, 408, 409, 425, 429, 5xx) is tried again, `retry-after` being honoured. What remains
 * rejects with an `AdapterError`, in which no key and no header is quoted; an aborted call with its signal's reason. Options that it does not know,
 * or that name no model, are refused at once, with a `TypeError`.
 */
export function openai(
  options: OpenAIOptions & { embedModel: string; chatModel: string },
): OpenAIEmbed & OpenAIChat;
export function openai(
  options: OpenAIOptions & { embedModel: string; chatModel?: never },
): OpenAIEmbed;
export function openai(
  options: OpenAIOptions & { embedModel?: never; chatModel: string },
): OpenAIChat;
export function openai(
  options: OpenAIOptions,
): Partial<OpenAIEmbed & OpenAIChat> {
  checkOptions("openai", options, OPTIONS, ["embedModel", "chatModel"]);
  const { embedModel, chatModel } = options;
  const post = poster(options);
  return {
    ...(embedModel === undefined ? {} : embedder(post, embedModel, options)),
    ...(chatModel === undefined ? {} : chat(post, chatModel, options)),
  };
}

function embedder(
  post: Post,
  model: string,
  options: OpenAIOptions,
): OpenAIEmbed {
  const { dimensions, embedBatch = 2048, encoding = "float" } = options;
  return {
    // Shortened vectors are those of another model: they are not to be mixed with whole ones.
    embedModel: dimensions === undefined ? model : `${model}@${dimensions}`,
    async embed(texts, { purpose, signal }) {
      const vectors: ArrayLike<number>[] = [];
      for (const input of batches(
        prefixed(texts, purpose, options),
        embedBatch,
      )) {
        const body = { model, input, encoding_format: encoding, dimensions };
        const answer = await post("/embeddings", body, signal);
        vectors.push(...vectorsIn(answer.data, input.length));
      }
      return vectors;
    },
  };
}

/** The vectors of an answer, in the order of their texts. */
function vectorsIn(data: unknown, wanted: number): ArrayLike<number>[] {
  if (!Array.isArray(data) || data.length !== wanted) {
    const found = Array.isArray(data) ? data.length : "no";
    throw bad(`${found} vectors for ${wanted} texts`);
  }
  const vectors: ArrayLike<number>[] = [];
  data.forEach((item: unknown, place) => {
    const { index = place, embedding } = Object(item) as Fields;
    const isPlace =
      Number.isInteger(index) &&
      0 <= (index as number) &&
      (index as number) < wanted;
    if (!isPlace || (index as number) in vectors)
      throw bad(`a vector for text ${String(index)} of ${wanted}`);
    vectors[index as number] = vectorOf(embedding);
  });
  return vectors;
}

/** A vector, as numbers or as the base64 of little-endian 32-bit floats; servers that don't know base64 answer numbers. */
function vectorOf(embedding: unknown): ArrayLike<number> {
  if (Array.isArray(embedding)) return embedding as number[];
  if (typeof embedding !== "string") throw bad("no vector");
  const view = new DataView(bytesOf(embedding).buffer);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, place) =>
    view.getFloat32(place * 4, true),
  );
}

function bytesOf(base64: string): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) =>
      letter.charCodeAt(0),
    );
    if (bytes.length % 4 === 0) return bytes;
  } catch {
    // Reported below.
  }
  throw bad("a vector that is no base64 of 32-bit numbers");
}

function chat(post: Post, model: string, options: OpenAIOptions): OpenAIChat {
  const { jsonMode = "schema", chatBody } = options;
  /** What the server was found to take, where that is less than `jsonMode`. */
  const found = new Map<LlmRequest["task"], JsonMode>();
  return {
    async llm({ task, system, prompt, schema, signal }) {
      for (;;) {
        const mode = found.get(task) ?? jsonMode;
        const ask = asking(mode, task, system, schema);
        const messages = [
          { role: "system", content: ask.system },
          { role: "user", content: prompt },
        ];
        const body = {
          model,
          messages,
          response_format: ask.format,
          ...chatBody,
        };
        try {
          return answered(await post("/chat/completions", body, signal));
        } catch (error) {
          const isRefused =
            error instanceof AdapterError && error.code === "bad_request";
          const lower = isRefused ? stepDown(mode, error.message) : undefined;
          if (!lower) throw error;
          found.set(task, lower);
        }
      }
    },
  };
}

/** The answer's text, with its tokens where they were counted. */
function answered({ choices, usage }: Fields): string | LlmAnswer {
  const choice = Object(
    Array.isArray(choices) ? choices[0] : undefined,
  ) as Fields;
  const { content, refusal } = Object(choice.message) as Fields;
  if (typeof refusal === "string" && refusal)
    throw new AdapterError(
      "refusal",
      `the model refuses: ${beginning(refusal)}`,
    );
  if (choice.finish_reason === "content_filter")
    throw new AdapterError("filtered", "a content filter stopped the answer");
  if (choice.finish_reason === "length")
    throw new AdapterError("cut_off", "the answer ended at the token limit");
  const answer = Array.isArray(content)
    ? content.map((part) => (Object(part) as Fields).text ?? "").join("")
    : content;
  if (typeof answer !== "string" || !answer.trim()) throw bad("no text");
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } =
    Object(usage) as Fields;
  return typeof inputTokens === "number" && typeof outputTokens === "number"
    ? { answer, usage: { inputTokens, outputTokens } }
    : answer;
}

const bad = (what: string) =>
  new AdapterError("bad_answer", `the server answered ${what}`);
