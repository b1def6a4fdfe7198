// What is measured: anything that takes writes and answers questions. One shape for Palimpsest and its peers.

/** @typedef {import("./score.mjs").Held} Held */
/** @typedef {import("./score.mjs").Asked} Asked */
/** @typedef {Asked["hits"][number]} Shown */
/** @typedef {(texts: string[]) => Promise<Float32Array[]>} Embed */

/**
 * @typedef {object} Subject
 * @property {(user: string, write: { at: number, text: string }) => Promise<{ action: string, id: string }>} remember
 * @property {(user: string, question: { at: number, text: string, type: import("./stream.mjs").Question["type"] }) => Promise<Shown[]>} ask best first
 * @property {(user: string) => Promise<Held[]>} records of every status
 * @property {() => Promise<void>} close
 * @property {(user: string) => Promise<void>} [upkeep] what is done between two writes
 * @property {(user: string) => Promise<void>} [finish] what is still to be done once all is told
 * @property {Stopwatch} stopwatch what its callbacks took
 */

/** Counts the calls of callbacks and takes their time, so that it can be taken off. */
export class Stopwatch {
  callbackMs = 0;
  /** @type {Record<string, number>} */
  calls = {};

  /**
   * A callback that is counted, under a name that may depend on what it is asked.
   *
   * @template {unknown[]} A
   * @template T
   * @param {string | ((...args: A) => string)} name
   * @param {(...args: A) => T | Promise<T>} callback
   * @returns {(...args: A) => Promise<T>}
   */
  counted(name, callback) {
    return async (...args) => {
      const called = typeof name === "string" ? name : name(...args);
      this.calls[called] = (this.calls[called] ?? 0) + 1;
      const from = computingMs();
      try {
        return await callback(...args);
      } finally {
        this.callbackMs += computingMs() - from;
      }
    };
  }

  /**
   * What a call answers, and the milliseconds of its own: all that it took but its callbacks.
   *
   * @template T
   * @param {() => Promise<T>} call
   */
  async own(call) {
    const callbackFrom = this.callbackMs;
    const from = computingMs();
    const answer = await call();
    const ms = computingMs() - from - (this.callbackMs - callbackFrom);
    return { answer, ms };
  }
}

/** What the process has computed so far, in milliseconds: unlike the time of day it stands still while others have the processor. */
export function computingMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * A record of something that keeps texts and nothing else.
 *
 * @param {string} id
 * @param {string} text
 * @returns {Held}
 */
export const plain = (id, text) => ({
  ...{ id, status: "active", conflict: null, text },
  ...{ details: [], quotes: [], past: [] },
});
