// palimpsest/ai-sdk: embeds and answers by models of the Vercel AI SDK. Their own interface is called, so that the SDK is not needed.

import { AdapterError, beginning, codeOf } from "./adapter-error.js";
import { checkOptions, type Known } from "./adapter-options.js";
import { batches, prefixed, type Prefixes, worded } from "./adapter-texts.js";
import type {
  CallSettings,
  EmbeddingModel,
  Generated,
  GenerateSettings,
  LanguageModel,
  Tokens,
} from "./ai-sdk-types.js";
import type { LlmAnswer, LlmRequest } from "./glue.js";
import { retried, waitAsked } from "./retry.js";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.js";
export type {
  CallSettings,
  EmbeddingModel,
  GenerateSettings,
  LanguageModel,
} from "./ai-sdk-types.js";

export interface AiSdkOptions extends Prefixes {
  /** The embedding model, as `provider.embeddingModel(…)` gives it; without it there is no `embed`. */
  embeddingModel?: EmbeddingModel;
  /** The language model, as `provider(…)` gives it; without it there is no `llm`. */
  languageModel?: LanguageModel;
  /** Settings of the call that embeds; some providers want to know what the texts are for. */
  embedSettings?: (purpose: "document" | "query") => CallSettings;
  /** Settings of the call that answers. */
  llmSettings?: (task: LlmRequest["task"]) => GenerateSettings;
  /** Further tries after a failure that may pass; 2 when not given, as in the SDK. */
  retries?: number;
}

/** The half of the adapter that embeds. */
export interface AiSdkEmbed {
  embed: (
    texts: string[],
    options: { purpose: "document" | "query"; signal: AbortSignal },
  ) => Promise<number[][]>;
  embedModel: string;
}

/** The half of the adapter that answers. */
export interface AiSdkChat {
  llm: (request: LlmRequest) => Promise<string | LlmAnswer>;
}

const OPTIONS: Known<AiSdkOptions> = {
  embeddingModel: true,
  languageModel: true,
  embedSettings: true,
  llmSettings: true,
  retries: true,
  queryPrefix: true,
  documentPrefix: true,
};

type Fields = { [field: string]: unknown };

/** The specifications that are known. */
const KNOWN = ["v2", "v3", "v4"];

/** Calls of one model at a time, where it says that it can be called side by side. Source: a judgement. */
const SIDE_BY_SIDE = 4;

/**
 * The `embed`, `embedModel` and `llm` of models of the AI SDK, of specification v2, v3 or v4 (`ai` 5, 6 and 7).
 *
 * ```js
 * const memory = await Memory.open({
 *   ...aiSdk({ embeddingModel: provider.embeddingModel("nomic-embed-text"), languageModel: provider("qwen3") }),
 * });
 * ```
 *
 * What the SDK calls retryable is tried again, as its own functions would. What remains rejects with an `AdapterError` whose `cause` is
 * what the model threw; an aborted call with its signal's reason. A model of another specification is refused at once, with a `TypeError`, and so are
 * options that it does not know, or that hold no model.
 */
export function aiSdk(
  options: AiSdkOptions & {
    embeddingModel: EmbeddingModel;
    languageModel: LanguageModel;
  },
): AiSdkEmbed & AiSdkChat;
export function aiSdk(
  options: AiSdkOptions & {
    embeddingModel: EmbeddingModel;
    languageModel?: never;
  },
): AiSdkEmbed;
export function aiSdk(
  options: AiSdkOptions & {
    embeddingModel?: never;
    languageModel: LanguageModel;
  },
): AiSdkChat;
export function aiSdk(options: AiSdkOptions): Partial<AiSdkEmbed & AiSdkChat> {
  checkOptions("aiSdk", options, OPTIONS, ["embeddingModel", "languageModel"]);
  const { embeddingModel, languageModel } = options;
  return {
    ...(embeddingModel && embedder(known(embeddingModel), options)),
    ...(languageModel && chat(known(languageModel), options)),
  };
}

function known<M extends { specificationVersion: string }>(model: M): M {
  const version = model.specificationVersion;
  if (KNOWN.includes(version)) return model;
  const what =
    typeof model === "string"
      ? "a name is no model: call its provider"
      : `the model is of specification ${version}`;
  throw new TypeError(`${what}; ${KNOWN.join(", ")} are known`);
}

function embedder(model: EmbeddingModel, options: AiSdkOptions): AiSdkEmbed {
  const { embedSettings, retries = 2 } = options;
  return {
    embedModel: model.modelId,
    async embed(texts, { purpose, signal }) {
      const size = (await model.maxEmbeddingsPerCall) ?? Infinity;
      const runs = batches(prefixed(texts, purpose, options), size);
      const width = (await model.supportsParallelCalls) ? SIDE_BY_SIDE : 1;
      const answers = await sideBySide(runs, width, async (values) => {
        const call = { ...embedSettings?.(purpose), values };
        const { embeddings } = await tried(
          () => model.doEmbed({ ...call, abortSignal: signal }),
          { retries, signal },
        );
        if (embeddings.length === values.length) return embeddings;
        throw new AdapterError(
          "bad_answer",
          `the model answered ${embeddings.length} vectors for ${values.length} texts`,
        );
      });
      return answers.flat();
    },
  };
}

/** What `work` makes of each item, `width` at a time, in their order. After a failure none is begun. */
async function sideBySide<A, B>(
  items: A[],
  width: number,
  work: (item: A) => Promise<B>,
): Promise<B[]> {
  const done: B[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        done[at] = await work(items[at] as A);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return done;
}

function chat(model: LanguageModel, options: AiSdkOptions): AiSdkChat {
  const { llmSettings, retries = 2 } = options;
  /** Whether the provider was seen to leave the schema out. */
  let needsWords = false;
  return {
    async llm({ task, system, prompt, schema, signal }) {
      // Providers that ask for any JSON are refused by some services unless the text says so.
      const words = needsWords ? worded(schema) : "\n\nAnswer in JSON.";
      const generated = await tried(
        () =>
          model.doGenerate({
            ...llmSettings?.(task),
            prompt: [
              { role: "system", content: system + words },
              { role: "user", content: [{ type: "text", text: prompt }] },
            ],
            responseFormat: { type: "json", schema, name: task },
            abortSignal: signal,
          }),
        { retries, signal },
      );
      needsWords ||= generated.warnings.some(leavesFormatOut);
      return answered(generated);
    },
  };
}

/** Whether a warning says that the response format was not passed on. */
function leavesFormatOut(warning: object): boolean {
  const { feature, setting } = warning as Fields;
  return [feature, setting].includes("responseFormat");
}

/** The answer's text, with its tokens where they were counted. */
function answered(generated: Generated): string | LlmAnswer {
  const { finishReason, usage, content } = generated;
  const reason =
    typeof finishReason === "string" ? finishReason : finishReason.unified;
  if (reason === "content-filter")
    throw new AdapterError("filtered", "a content filter stopped the answer");
  if (reason === "length" || reason === "interrupted")
    throw new AdapterError("cut_off", `the answer is not whole: ${reason}`);
  if (reason === "error")
    throw new AdapterError("failed", "the model stopped because of an error");
  const texts = content.filter(({ type }) => type === "text") as Fields[];
  const answer =
    generated.structuredOutputText ?? texts.map(({ text }) => text).join("");
  if (!answer.trim())
    throw new AdapterError("bad_answer", `no text was answered: ${reason}`);
  const inputTokens = total(usage.inputTokens);
  const outputTokens = total(usage.outputTokens);
  return inputTokens === undefined || outputTokens === undefined
    ? answer
    : { answer, usage: { inputTokens, outputTokens } };
}

const total = (tokens: Tokens) =>
  typeof tokens === "object" ? tokens.total : tokens;

/** What the model answers, in the end; what it threw as an `AdapterError`. */
function tried<T>(
  call: () => PromiseLike<T>,
  options: { retries: number; signal: AbortSignal },
): Promise<T> {
  return retried(async () => {
    try {
      return await call();
    } catch (cause) {
      throw failure(cause);
    }
  }, options);
}

/** What a model threw, read as the SDK's `APICallError` where it is one. */
function failure(cause: unknown): AdapterError {
  const { message, statusCode, isRetryable, responseHeaders } = Object(
    cause,
  ) as Fields;
  const status = typeof statusCode === "number" ? statusCode : undefined;
  const isRetried = isRetryable === true;
  const unanswered = isRetried ? "unreachable" : "failed";
  return new AdapterError(
    status === undefined || status < 300 ? unanswered : codeOf(status),
    beginning(typeof message === "string" ? message : String(cause)),
    {
      cause,
      status,
      retryable: isRetried,
      waitMs: waitAsked(
        (name) => (Object(responseHeaders) as Record<string, string>)[name],
        Date.now(),
      ),
    },
  );
}
