// How long another try waits, by our own choice and by what a service asks.

import assert from "node:assert/strict";
import test from "node:test";

import { waitAsked, waitBefore } from "../node_modules/palimpsest/retry.js";

const NOW = Date.UTC(2026, 0, 1, 12);

/** @type {[string, Record<string, string>, number | undefined][]} */
const ASKED = [
  ["nothing", {}, undefined],
  ["whole seconds", { "retry-after": "3" }, 3000],
  ["parts of a second", { "retry-after": "0.25" }, 250],
  ["no wait", { "retry-after": "0" }, 0],
  ["milliseconds", { "retry-after-ms": "40" }, 40],
  [
    "both, the exact one counting",
    { "retry-after-ms": "40", "retry-after": "3" },
    40,
  ],
  ["a date to come", { "retry-after": "Thu, 01 Jan 2026 12:00:07 GMT" }, 7000],
  ["a date gone by", { "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
  ["words", { "retry-after": "soon" }, undefined],
  ["less than nothing", { "retry-after": "-5" }, 0],
  ["no number", { "retry-after": "1.2.3" }, undefined],
];

for (const [name, headers, wanted] of ASKED)
  test(`a service may ask for ${name}`, () => {
    assert.equal(
      waitAsked((header) => headers[header], NOW),
      wanted,
    );
  });

test("each wait of our own is twice the one before, up to eight seconds, and jitter takes at most half", () => {
  const longest = [0, 1, 2, 3, 4, 5, 60].map((done) =>
    waitBefore(done, undefined, 0),
  );
  assert.deepEqual(longest, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.equal(waitBefore(2, undefined, 1), 1000);
});

test("a wait that was asked for is never cut short", () => {
  assert.equal(waitBefore(5, 20, 0), 20);
  assert.equal(waitBefore(0, 3000, 1), 3300);
});
