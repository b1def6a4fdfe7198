// The SDK's own types, of each specification, fit the adapters'. It is compiled, never run.

import type {
  EmbeddingModelV2,
  EmbeddingModelV3,
  EmbeddingModelV4,
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
} from "@ai-sdk/provider";
import { type Embed, type Llm, Memory } from "palimpsest";
import { aiSdk } from "palimpsest/ai-sdk";
import { AdapterError, openai } from "palimpsest/openai";

declare const embeddingModel:
  EmbeddingModelV2<string> | EmbeddingModelV3 | EmbeddingModelV4;
declare const languageModel:
  LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

await Memory.open(aiSdk({ embeddingModel, languageModel }));
await Memory.open({ ...aiSdk({ embeddingModel }), scope: {} });
export const { llm } = aiSdk({ languageModel });

await Memory.open(openai({ embedModel: "e", chatModel: "c" }));
await Memory.open({ ...openai({ chatModel: "c" }), scope: {} });
export const both: { embed: Embed; embedModel: string; llm: Llm } = openai({
  apiKey: async () => "key",
  embedModel: "e",
  chatModel: "c",
});

export const code: "refusal" | "other" =
  new AdapterError("refusal", "no").code === "refusal" ? "refusal" : "other";

// @ts-expect-error -- without a chat model there is no llm
void openai({ embedModel: "e" }).llm;
// @ts-expect-error -- without an embedding model there is no embed
void aiSdk({ languageModel }).embed;
// @ts-expect-error -- an option that is not known
openai({ embedModel: "e", model: "c" });
// @ts-expect-error -- a way that is not known
openai({ chatModel: "c", jsonMode: "yaml" });
// @ts-expect-error -- an embedding model is no language model
aiSdk({ languageModel: embeddingModel });
