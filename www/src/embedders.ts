// The embedders to choose from: the library's own, and the multilingual one, loaded when it is asked for.

import type { Embed } from "palimpsest";

import type { Answer, Ask } from "./embedder.worker.ts";
import { EMBED_MODEL } from "./multilingual.ts";

export type EmbedderName = "words" | "meaning";

/** What a store is opened with. */
export interface Embedding {
  name: EmbedderName;
  embed?: Embed;
  embedModel?: string;
  /** Milliseconds that calls took so far. */
  spent(): number;
  close(): void;
}

const FILES = { weights: "embedder/weights.npz", model: "embedder/sp.model" };

/** The library's own embedder. */
export const byWords = (): Embedding => ({
  name: "words",
  spent: () => 0,
  close() {},
});

/** Whether the multilingual embedder's files are served beside the page. */
export async function hasFiles(): Promise<boolean> {
  const answers = await Promise.all(
    Object.values(FILES).map((url) => fetch(url, { method: "HEAD" })),
  ).catch(() => []);
  return 0 < answers.length && answers.every(({ ok }) => ok);
}

/** The multilingual embedder, in a worker of its own. Rejects when its files can't be read. */
export async function byMeaning(
  progress: (done: number, total: number) => void,
): Promise<Embedding> {
  const worker = new Worker(new URL("./embedder.worker.ts", import.meta.url), {
    type: "module",
  });
  const ask = (what: Ask) => worker.postMessage(what);
  const waiting = new Map<number, (answer: Answer) => void>();
  const loaded = new Promise<void>((resolve, reject) => {
    worker.addEventListener("error", ({ message }) =>
      reject(new Error(message || "the worker could not be started")),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if ("id" in data) waiting.get(data.id)?.(data);
      else if ("loaded" in data) resolve();
      else if ("failed" in data) reject(new Error(data.failed));
      else progress(data.done, data.total);
    });
  });
  const absolute = (url: string) => new URL(url, document.baseURI).href;
  ask({
    load: { weights: absolute(FILES.weights), model: absolute(FILES.model) },
  });
  try {
    await loaded;
  } catch (err) {
    worker.terminate();
    throw err;
  }

  let next = 0;
  let spent = 0;
  return {
    name: "meaning",
    embedModel: EMBED_MODEL,
    async embed(texts) {
      const start = performance.now();
      const id = (next += 1);
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        ask({ id, texts });
      });
      waiting.delete(id);
      spent += performance.now() - start;
      if ("vectors" in answer) return answer.vectors;
      throw new Error("failed" in answer ? answer.failed : "no vectors came");
    },
    spent: () => spent,
    close: () => worker.terminate(),
  };
}
