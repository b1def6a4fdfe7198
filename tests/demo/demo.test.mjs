// The demo itself, run as a person runs it, and the parts of its report.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { examples, reason } from "./reasons.mjs";
import { checkLines } from "./report.mjs";
import { moments } from "./run.mjs";
import { columns, shorten } from "./terminal.mjs";

/** @typedef {import("./run.mjs").Write} Write */

const MAIN = fileURLToPath(new URL("./main.mjs", import.meta.url));

/** @param {string[]} args @param {string} [file] given in the environment */
async function demo(args, file = "") {
  const env = { ...process.env, FILE: file };
  const run = promisify(execFile)(process.execPath, [MAIN, ...args], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (err) => ({ code: err.code, output: err.stderr }),
  );
}

test("the demo runs on the project's own stream without a callback", async () => {
  const { code, output } = await demo(["--builtin"]);
  assert.equal(code, 0, output);
  for (const part of [
    "181 sentences of 6 people, 2025-03-03 to 2025-05-09",
    "built in, as asked for",
    "duplicate, word for word",
    "Decisions on 181 sentences",
    "of 20 find what is expected",
    "write, its own time",
  ])
    assert.ok(output.includes(part), `${part} is missing in:\n${output}`);
  assert.ok(!output.includes("\r"), "no progress bar in a pipe");
});

test("a file that can't be used ends the demo in words", async () => {
  const check = async (
    /** @type {string[]} */ args,
    /** @type {string} */ file,
    /** @type {RegExp} */ message,
  ) => {
    const { code, output } = await demo(args, file);
    assert.equal(code, 1);
    assert.match(output, message);
    assert.ok(!output.includes("    at "), `no stack: ${output}`);
  };
  await check([], "/nowhere/told.txt", /^demo: there is no file/);
  await check(["/nowhere/told.txt"], "", /^demo: there is no file/);
  await check(["--limit", "none"], "", /^demo: --limit takes a number/);
  await check(["--wat"], "", /^demo: Unknown option/);
});

test("a sentence without a time is told a minute after the one before it, and no clock runs back", () => {
  const at = (/** @type {number | undefined} */ time) =>
    time === undefined
      ? { user: "Ann", text: "…" }
      : { user: "Ann", text: "…", at: time };
  const start = Date.UTC(2025, 0, 1);
  const times = [undefined, start + 600_000, undefined, start].map(at);
  assert.deepEqual(
    [...moments(times)].map(([now]) => now - start),
    [60_000, 600_000, 660_000, 660_000],
  );
});

/**
 * A write as the report sees it.
 *
 * @param {Partial<import("palimpsest").Decision>} decision
 * @param {Partial<import("./parse.mjs").Told>} [told]
 * @returns {Write}
 */
function write(decision, told = {}) {
  return /** @type {Write} */ ({
    told: { user: "Ann", text: "told", ...told },
    known: "known",
    ms: 1,
    callbackMs: 0,
    decision: {
      id: "1",
      evidence: { guards: [], candidates: [] },
      ...decision,
    },
  });
}

test("a guard is shown with the words that differ", () => {
  /** @type {import("palimpsest").Decision["evidence"]["guards"]} */
  const guards = [{ guard: "number", new: "10", stored: "5" }];
  const apart = write({
    action: "added",
    evidence: {
      cosine: 0.97,
      candidates: [{ id: "2", cosine: 0.97, guards }],
      guards,
    },
  });
  assert.match(
    reason(apart.decision),
    /number: "10" against "5"; cosine 0\.970/,
  );
  assert.deepEqual(
    examples([write({ action: "added" }), apart]).map((one) => one.write),
    [apart],
  );
});

test("what the stream says of itself is held against the decisions", () => {
  const lines = checkLines(
    [
      write({ action: "added", id: "a" }, { id: "a1" }),
      write({ action: "duplicate", id: "a" }, { gold: { repeats: "a1" } }),
      write({ action: "added", id: "b" }, { gold: { repeats: "a1" } }),
      write({ action: "updated", id: "a" }, { gold: { details: "a1" } }),
      write({ action: "duplicate", id: "a" }, { gold: { changes: "a1" } }),
    ],
    80,
  ).join("\n");
  assert.match(lines, /repetitions recognised +1 of 2/);
  assert.match(lines, /more detail recognised +1 of 1/);
  assert.match(lines, /new kept +1 of 2/);
});

test("Chinese characters count for two columns", () => {
  assert.equal(columns("年糕 cat"), 8);
  assert.equal(shorten("年糕是一只橘猫", 9), "年糕是一…");
  assert.equal(shorten("a  b\nc", 5), "a b c");
});
