// The evaluations' parts that other numbers rest on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pairedDifference, wilson, withInterval } from "./interval.mjs";
import { cosine, rowsOf } from "./recorded.mjs";
import { table } from "./table.mjs";

test("Wilson's interval ends at the roots of its equation", () => {
  /** @param {number} hits @param {number} n @param {number} low @param {number} high */
  function check(hits, n, low, high) {
    const found = wilson({ hits, n });
    assert.ok(Math.abs(found.low - low) < 5e-5, `${found.low}`);
    assert.ok(Math.abs(found.high - high) < 5e-5, `${found.high}`);
  }
  // Worked out apart: the roots of (p − share)² = z² p (1 − p) / n.
  check(0, 10, 0, 0.27753);
  check(10, 10, 0.72247, 1);
  check(5, 10, 0.23659, 0.76341);
  check(0, 0, 0, 1);
});

test("a rate is shown with its counts and interval, and nothing where there is nothing", () => {
  assert.equal(withInterval({ hits: 5, n: 10 }), "50.0 % (5/10; 23.7–76.3)");
  assert.equal(withInterval({ hits: 0, n: 0 }), "–");
});

test("the paired interval is near the normal one, holds the mean, and follows the seed", () => {
  const differences = Array.from({ length: 400 }, (_, at) => (at % 4) - 1);
  const found = pairedDifference(differences);
  // Standard deviation √1.25, so ±1.96 · √1.25 / 20.
  assert.equal(found.mean, 0.5);
  assert.ok(Math.abs(found.low - 0.3904) < 0.01, `${found.low}`);
  assert.ok(Math.abs(found.high - 0.6096) < 0.01, `${found.high}`);
  assert.deepEqual(pairedDifference(differences), found);
  assert.notDeepEqual(pairedDifference(differences, 2), found);
});

test("16-bit floats are read as IEEE 754 has them", () => {
  const bits = Uint16Array.of(0x3c00, 0xc000, 0x3555, 0x0001, 0x8000, 0x7bff);
  const [first, second] = rowsOf(new Uint8Array(bits.buffer), 3);
  assert.deepEqual([...first], [1, -2, 0.333251953125]);
  assert.deepEqual([...second], [2 ** -24, -0, 65_504]);
  assert.throws(() => rowsOf(new Uint8Array(6), 2), /6 bytes are no rows of 2/);
});

test("a cosine does not depend on lengths", () => {
  const found = cosine(Float32Array.of(3, 4), Float32Array.of(0, 2));
  assert.ok(Math.abs(found - 0.8) < 1e-7);
});

test("a table keeps its columns in line, in Chinese too", () => {
  assert.equal(
    table(["kind", " n"], [["语气", 3]]),
    "| kind |   n |\n| ---- | --: |\n| 语气 |   3 |",
  );
});
