// What the tests of the adapters share.

import assert from "node:assert/strict";

/** A signal that nobody aborts. */
export const calm = () => new AbortController().signal;

/** What `embed` is told when a text is stored. */
export const storing = () => ({
  purpose: /** @type {const} */ ("document"),
  signal: calm(),
});

/** What `embed` is told when a text is searched for. */
export const searching = () => ({
  purpose: /** @type {const} */ ("query"),
  signal: calm(),
});

/** A question for a language model. @param {object} [changes] */
export const question = (changes) => ({
  task: /** @type {const} */ ("annotate"),
  system: "Name the fact.",
  prompt: '[1] "用户住在上海"',
  schema: {
    type: "object",
    properties: { fact: { type: "string" } },
    required: ["fact"],
  },
  signal: calm(),
  ...changes,
});

/** The same vectors as plain numbers, rounded to what a 32-bit float holds. @param {ArrayLike<number>[]} vectors */
export const plain = (vectors) =>
  vectors.map((vector) => Array.from(vector, Math.fround));

/**
 * Checks that a call is rejected with an `AdapterError` of that code, whose message has those words and no key.
 *
 * @param {Promise<unknown>} call @param {string} code @param {RegExp} [words]
 */
export async function rejects(call, code, words = /\S/) {
  const error = await call.then(
    (answer) => assert.fail(`it answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  assert.equal(error.name, "AdapterError", error.stack);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, words);
  return error;
}
