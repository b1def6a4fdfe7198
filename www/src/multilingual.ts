// The embedder that demo and tests use too.

export type { Embedder } from "../../tests/embedder/index.mjs";
export { EMBED_MODEL, loadEmbedder } from "../../tests/embedder/index.mjs";
