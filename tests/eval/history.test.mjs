// The history: what counts as better and worse, and when an entry is added.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { append, changes, historyLines, readHistory } from "./history.mjs";

/** @typedef {import("./history.mjs").Entry} Entry */

/** @param {Record<string, number>} figures @param {Partial<Entry>} [rest] @returns {Entry} */
const entry = (figures, rest) => ({
  ...{ date: "2025-03-01", version: "1.0.0", commit: "abc1234", gold: "g" },
  figures: { "rules/all tuned": figures },
  ...rest,
});

test("a figure is better or worse by what it counts", () => {
  /** @param {string} figure @param {number} from @param {number} to @param {string} verdict */
  const check = (figure, from, to, verdict) => {
    const [change] = changes(
      entry({ [figure]: from }).figures,
      entry({ [figure]: to }).figures,
    );
    assert.equal(change.verdict, verdict, figure);
  };
  check("duplicatesLeft", 0.4, 0.3, "better");
  check("duplicatesLeft", 0.3, 0.4, "worse");
  check("recall", 0.9, 0.95, "better");
  check("recall", 0.95, 0.9, "worse");
  check("conflict.precision", 0.5, 1, "better");
  check("distinctDropped", 0, 0.01, "worse");
  check("detailsLost", 0.01, 0, "better");
  check("wronglyDropped", 0.01, 0.02, "worse");
  check("llmCalls", 0, 1, "changed");
});

test("figures that one entry lacks are no change", () => {
  const changed = changes(
    entry({ recall: 1 }).figures,
    entry({ upToDate: 1 }).figures,
  );
  assert.deepEqual(changed, []);
});

test("an entry is said to be first, unchanged, better and worse, or of other data", () => {
  const last = entry({ recall: 0.9, duplicatesLeft: 0.4 });
  /** @param {Entry | undefined} before @param {Entry} now @param {RegExp} wanted */
  const check = (before, now, wanted) =>
    assert.match(historyLines(before, now).join("\n"), wanted);
  check(undefined, last, /first entry/);
  check(
    last,
    entry(last.figures["rules/all tuned"]),
    /^Unchanged since 2025-03-01 \(abc1234\)\.$/,
  );
  const now = entry({ recall: 0.95, duplicatesLeft: 0.5 });
  check(last, now, /Better[^]*recall +0\.9 → 0\.95\nWorse[^]*0\.4 → 0\.5/);
  check(last, { ...last, gold: "h" }, /golden data changed/);
  check(last, entry({ recall: 0.9 }), /none in common/);
});

test("an entry is added once: what found the same adds no line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-history-"));
  const file = pathToFileURL(join(folder, "history.jsonl"));
  const add = async (/** @type {Entry} */ now) =>
    append(await readHistory(file), now, file);
  assert.equal(await add(entry({ recall: 0.9 })), true);
  assert.equal(await add(entry({ recall: 0.9 }, { commit: "def" })), false);
  assert.equal(await add(entry({ recall: 0.8 })), true);
  assert.equal(await add(entry({ recall: 0.8 }, { gold: "h" })), true);
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  assert.equal(lines.length, 3);
  await rm(folder, { recursive: true });
});
