// The AI SDK's own mock models and a provider of each specification, v2 to v4, from pinned packages.

import { createOpenAICompatible as providerV4 } from "@ai-sdk/openai-compatible";
import {
  MockEmbeddingModelV3,
  MockEmbeddingModelV4,
  MockLanguageModelV3,
  MockLanguageModelV4,
} from "ai/test";
import { MockEmbeddingModelV2, MockLanguageModelV2 } from "ai-v5/test";
import { createOpenAICompatible as providerV2 } from "openai-compatible-v2";
import { createOpenAICompatible as providerV3 } from "openai-compatible-v3";

/** @typedef {(call: { values: string[], abortSignal?: AbortSignal, headers?: object, providerOptions?: object }) => Promise<number[][]>} DoEmbed */
/** @typedef {{ maxEmbeddingsPerCall?: number | Promise<number>, supportsParallelCalls?: boolean | Promise<boolean> }} Limits */

/**
 * An embedding model of each specification that answers by `embed`.
 *
 * @type {Record<string, (embed: DoEmbed, limits?: Limits) => import("palimpsest/ai-sdk").EmbeddingModel>}
 */
export const EMBEDDING = {
  v2: (embed, limits) =>
    new MockEmbeddingModelV2({
      modelId: "embed-v2",
      ...limits,
      doEmbed: async (call) => ({ embeddings: await embed(call) }),
    }),
  v3: (embed, limits) =>
    new MockEmbeddingModelV3({
      modelId: "embed-v3",
      ...limits,
      doEmbed: async (call) => ({
        embeddings: await embed(/** @type {any} */ (call)),
        warnings: [],
      }),
    }),
  v4: (embed, limits) =>
    new MockEmbeddingModelV4({
      modelId: "embed-v4",
      ...limits,
      doEmbed: async (call) => ({
        embeddings: await embed(/** @type {any} */ (call)),
        warnings: [],
      }),
    }),
};

/** What a mock language model answers; each specification has shapes of its own for the rest. */
/** @typedef {{ text?: string, reason?: string, tokens?: [number | undefined, number | undefined], warns?: boolean, more?: object }} Said */

/** @param {Said} said */
const content = ({ text = '{"fact":"住在上海"}' }) => [
  { type: "reasoning", text: "They say where they live." },
  { type: "text", text: text.slice(0, 5) },
  { type: "source", sourceType: "url", id: "1", url: "https://example.com" },
  { type: "text", text: text.slice(5) },
];

/** The shape that v3 and v4 share. @param {Said} said @returns {any} */
const current = (said) => ({
  content: content(said),
  finishReason: { unified: said.reason ?? "stop", raw: "end" },
  usage: {
    inputTokens: {
      total: (said.tokens ?? [11])[0],
      noCache: 11,
      cacheRead: 0,
      cacheWrite: 0,
    },
    outputTokens: { total: (said.tokens ?? [0, 5])[1], text: 5, reasoning: 0 },
  },
  warnings: said.warns
    ? [{ type: "unsupported", feature: "responseFormat" }]
    : [],
  ...said.more,
});

/** The shape of v2. @param {Said} said @returns {any} */
const older = (said) => ({
  content: content(said),
  finishReason: said.reason ?? "stop",
  usage: {
    inputTokens: (said.tokens ?? [11])[0],
    outputTokens: (said.tokens ?? [0, 5])[1],
    totalTokens: 16,
  },
  warnings: said.warns
    ? [{ type: "unsupported-setting", setting: "responseFormat" }]
    : [],
});

/**
 * A language model of each specification that answers by `say`, with the calls that it got.
 *
 * @type {Record<string, (say: (call: any) => Promise<Said> | Said) => import("palimpsest/ai-sdk").LanguageModel & { doGenerateCalls: any[] }>}
 */
export const LANGUAGE = {
  v2: (say) =>
    new MockLanguageModelV2({
      doGenerate: async (call) => older(await say(call)),
    }),
  v3: (say) =>
    new MockLanguageModelV3({
      doGenerate: async (call) => current(await say(call)),
    }),
  v4: (say) =>
    new MockLanguageModelV4({
      doGenerate: async (call) => current(await say(call)),
    }),
};

/**
 * The models of a real provider of each specification, for a server that speaks OpenAI's protocol.
 *
 * @type {Record<string, (baseURL: string, supportsStructuredOutputs?: boolean) => { embeddingModel: import("palimpsest/ai-sdk").EmbeddingModel, languageModel: import("palimpsest/ai-sdk").LanguageModel }>}
 */
export const PROVIDED = {
  v2: (baseURL, supportsStructuredOutputs = true) => {
    const provider = providerV2({
      name: "local",
      baseURL,
      supportsStructuredOutputs,
    });
    return {
      embeddingModel: provider.textEmbeddingModel("e"),
      languageModel: provider("c"),
    };
  },
  v3: (baseURL, supportsStructuredOutputs = true) => {
    const provider = providerV3({
      name: "local",
      baseURL,
      supportsStructuredOutputs,
    });
    return {
      embeddingModel: provider.embeddingModel("e"),
      languageModel: provider("c"),
    };
  },
  v4: (baseURL, supportsStructuredOutputs = true) => {
    const provider = providerV4({
      name: "local",
      baseURL,
      supportsStructuredOutputs,
    });
    return {
      embeddingModel: provider.embeddingModel("e"),
      languageModel: provider("c"),
    };
  },
};
