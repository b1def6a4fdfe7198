// What the adapter uses of the AI SDK's models, of specification v2 (ai 5), v3 (ai 6) and v4 (ai 7), in shapes that fit all three.

/** Settings of one call: headers, providers' options, and whatever else the model's `doEmbed` or `doGenerate` takes. */
export interface CallSettings {
  headers?: Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each specification has a JSON type of its own
  providerOptions?: Record<string, any>;
}

/** An embedding model. */
export interface EmbeddingModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall:
    PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(
    options: CallSettings & { values: string[]; abortSignal: AbortSignal },
  ): PromiseLike<{ embeddings: number[][] }>;
}

/** Settings of a call of a language model. */
export interface GenerateSettings extends CallSettings {
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  seed?: number;
}

/** What a language model is asked. */
export interface Question extends GenerateSettings {
  prompt: (
    | { role: "system"; content: string }
    | { role: "user"; content: { type: "text"; text: string }[] }
  )[];
  responseFormat: { type: "json"; schema: object; name: string };
  abortSignal: AbortSignal;
}

/** A count of tokens: v2 says the number, v3 and v4 say it in parts. */
export type Tokens = number | undefined | { total: number | undefined };

/** What a language model answers. */
export interface Generated {
  content: readonly { type: string }[];
  /** Of v4: the text to parse, where it is not all of the text parts. */
  structuredOutputText?: string;
  /** A word in v2; v3 and v4 say the provider's own as well. */
  finishReason: string | { unified: string };
  usage: { inputTokens: Tokens; outputTokens: Tokens };
  warnings: readonly { type: string }[];
}

/** A language model. */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  doGenerate(options: Question): PromiseLike<Generated>;
}
