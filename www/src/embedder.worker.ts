// The multilingual embedder, beside the page's own thread: fetches its files, then answers with vectors.

import { type Embedder, loadEmbedder } from "./multilingual.ts";

/** What the page asks for. */
export type Ask =
  | { load: { weights: string; model: string } }
  | { id: number; texts: string[] };
/** What it is told. */
export type Answer =
  | { done: number; total: number }
  | { loaded: true }
  | { failed: string }
  | { id: number; vectors: Float32Array[] }
  | { id: number; failed: string };

let embedder: Embedder | undefined;

const tell = (answer: Answer) => postMessage(answer);
const words = (err: unknown) =>
  err instanceof Error ? err.message : String(err);

addEventListener("message", ({ data }: MessageEvent<Ask>) => {
  if ("load" in data)
    load(data.load).catch((err: unknown) => tell({ failed: words(err) }));
  else
    embed(data).catch((err: unknown) =>
      tell({ id: data.id, failed: words(err) }),
    );
});

async function load({ weights, model }: { weights: string; model: string }) {
  const seen = new Map<string, [done: number, total: number]>();
  const fetched = (url: string) =>
    bytesOf(url, (done, total) => {
      seen.set(url, [done, total]);
      const sum = (nth: 0 | 1) =>
        [...seen.values()].reduce((all, pair) => all + pair[nth], 0);
      // Until both have said how long they are, no share of the whole is known.
      if (seen.size === 2) tell({ done: sum(0), total: sum(1) });
    });
  const [weightBytes, modelBytes] = await Promise.all([
    fetched(weights),
    fetched(model),
  ]);
  embedder = await loadEmbedder({ weights: weightBytes, model: modelBytes });
  tell({ loaded: true });
}

async function embed({ id, texts }: { id: number; texts: string[] }) {
  if (!embedder) throw new Error("the embedder is not loaded");
  tell({ id, vectors: await embedder.embed(texts) });
}

async function bytesOf(
  url: string,
  progress: (done: number, total: number) => void,
): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok || !response.body)
    throw new Error(`${url}: ${response.status}`);
  const total = Number(response.headers.get("content-length"));
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const reader = response.body.getReader(); ;) {
    const { value, done: isOver } = await reader.read();
    if (isOver) break;
    parts.push(value);
    done += value.length;
    progress(done, Math.max(total, done));
  }
  const all = new Uint8Array(done);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
