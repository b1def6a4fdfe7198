// What is done with a large store, step by step; each runtime times the steps by its own clock.

import { OFF, optionsWith } from "./options.mjs";
import { wasmBytes } from "./instances.mjs";

/** @typedef {import("palimpsest").Memory} Memory */

/** Begin with `instances.mjs`, so that no instance is missed. @param {typeof import("palimpsest").Memory} Class @param {any} storage @param {number} memoryBudget */
export async function opened(Class, storage, memoryBudget) {
  const memory = await Class.open({
    ...storage,
    ...optionsWith({ memoryBudget, strategies: OFF }),
  });
  // Opening reads the store's format; the scope is loaded when something is asked of it.
  const { vectors } = await memory.stats();
  return { memory, vectors };
}

/**
 * Opens, searches and writes, and says what that took.
 *
 * @param {() => Promise<{ memory: Memory, vectors: number }>} open
 * @param {string[]} texts none of which is stored
 */
export async function measured(open, texts) {
  const start = performance.now();
  const { memory, vectors } = await open();
  const opening = performance.now() - start;
  const atOpen = wasmBytes();
  const recalls = await timed(texts, (text) =>
    memory.recall(text, { limit: 10, touch: false }),
  );
  const writes = await timed(texts, (text) => memory.remember(text));
  const atEnd = wasmBytes();
  await memory.close();
  return { vectors, opening, atOpen, recalls, writes, atEnd };
}

/** @typedef {Awaited<ReturnType<typeof measured>>} Measured */

/** @param {string[]} texts @param {(text: string) => Promise<unknown>} act */
async function timed(texts, act) {
  const times = [];
  for (const text of texts) {
    const start = performance.now();
    await act(text);
    times.push(performance.now() - start);
  }
  return times;
}
