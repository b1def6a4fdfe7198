// What the tests of the package share: handles in memory, a store in JavaScript, and a check of rejections.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory, MemoryError } from "palimpsest";

/** What the types forbid, and JavaScript lets through. @param {unknown} value @returns {any} */
export const untyped = (value) => value;

/**
 * A memory that ends with the test, and the events that it tells.
 *
 * @param {import("node:test").TestContext} test
 * @param {import("palimpsest").OpenOptions} [options]
 */
export async function opened(test, options) {
  /** @type {import("palimpsest").MemoryEvent[]} */
  const events = [];
  const memory = await Memory.open({
    storage: "memory",
    onEvent: (event) => events.push(event),
    ...options,
  });
  test.after(() => memory.close());
  return { memory, events };
}

/**
 * Checks that a call is rejected with a code and words.
 *
 * @param {Promise<unknown>} call @param {string} code @param {RegExp} [words]
 */
export async function rejects(call, code, words = /\S/) {
  const error = await call.then(
    (answer) => assert.fail(`it answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  assert.ok(error instanceof MemoryError, `not a MemoryError: ${error}`);
  assert.equal(error.name, "MemoryError");
  assert.equal(error.code, code, error.message);
  assert.match(error.message, words);
  return error;
}

/**
 * Tests that a fresh handle rejects a call, and writes nothing.
 *
 * @param {string} name @param {(memory: Memory) => Promise<unknown>} call @param {string} code @param {RegExp} words
 */
export function refused(name, call, code, words) {
  test(`a handle refuses ${name}, and writes nothing`, async (context) => {
    const { memory } = await opened(context);
    const before = await memory.stats();
    await rejects(call(memory), code, words);
    assert.deepEqual(await memory.stats(), before);
    assert.deepEqual(await memory.list({ includeCold: true }), []);
  });
}

/** The warnings among events. @param {import("palimpsest").MemoryEvent[]} events */
export const warnings = (events) =>
  events.filter((event) => event.type === "warning");

/** A store in plain JavaScript that outlives its handles. It fails where `fail` says so, before anything is written. */
export function mapStore() {
  /** @type {Map<string, Map<string, Uint8Array>>} */
  const collections = new Map();
  let revision = 0;
  /** @type {import("palimpsest").StorageAdapter & { fail?: (call: "read" | "commit") => void }} */
  const store = {
    async read(requests) {
      store.fail?.("read");
      const rows = requests.map((request) => {
        const all = collections.get(request.collection) ?? new Map();
        const wanted =
          "keys" in request
            ? request.keys.filter((key) => all.has(key))
            : [...all.keys()].filter(
                (key) =>
                  (request.from ?? "") <= key &&
                  (request.to === undefined || key < request.to),
              );
        const limit =
          "keys" in request ? Infinity : (request.limit ?? Infinity);
        return wanted
          .sort()
          .slice(0, limit)
          .map(
            (key) => /** @type {[string, Uint8Array]} */ ([key, all.get(key)]),
          );
      });
      return { revision, rows };
    },
    async commit({ expected, next, puts, deletes }) {
      store.fail?.("commit");
      if (expected !== revision)
        throw Object.assign(new Error("another revision"), {
          code: "conflict",
        });
      for (const [collection, key, value] of puts) {
        const all = collections.get(collection) ?? new Map();
        collections.set(collection, all.set(key, value.slice()));
      }
      for (const [collection, key] of deletes)
        collections.get(collection)?.delete(key);
      revision = next;
    },
  };
  return store;
}

/** A unit vector of that dimension with a one at a place. @param {number} place */
export function axis(place, dimension = 8) {
  return Float32Array.from({ length: dimension }, (_, i) =>
    i === place % dimension ? 1 : 0,
  );
}

/** Embeds each different text along an axis of its own. @returns {import("palimpsest").Embed} */
export function axes(dimension = 64) {
  /** @type {Map<string, number>} */
  const places = new Map();
  return (texts) =>
    texts.map((text) => {
      if (!places.has(text)) places.set(text, places.size);
      return axis(places.get(text) ?? 0, dimension);
    });
}
