// The package's own types fit the adapter's. It is compiled, never run.

import type { FeatureExtractionPipeline } from "@huggingface/transformers";
import { Memory } from "palimpsest";
import { transformers } from "palimpsest/transformers";

declare const extractor: FeatureExtractionPipeline;
declare const loading: Promise<FeatureExtractionPipeline>;

await Memory.open(transformers(extractor, { model: "m" }));
await Memory.open({
  ...transformers(loading, { model: "m", pooling: "cls", normalize: false }),
  scope: {},
});

// @ts-expect-error -- the model's name is stored with every vector
transformers(extractor, {});
// @ts-expect-error -- a row a token is no vector a text
transformers(extractor, { model: "m", pooling: "none" });
// @ts-expect-error -- a name is no pipeline
transformers("Xenova/multilingual-e5-small", { model: "m" });
