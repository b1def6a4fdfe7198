// Every case leaves the same store in Chromium as in Node, byte for byte.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { digestOf } from "../cases/digest.mjs";
import { startBrowser } from "./harness.mjs";

/** @type {import("../cases/scenario.ts").Scenario[]} */
const CASES = ["gate", "version", "lifecycle", "recall", "observe"].flatMap(
  (name) =>
    JSON.parse(
      readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf8"),
    ),
);

test("every case leaves the same store in Node and in Chromium", async () => {
  const here = [];
  for (const scenario of CASES)
    here.push(`${scenario.id}: ${await digestOf(scenario)}`);
  assert.ok(here.every((line) => / [1-9]\d* rows [0-9a-f]{64}$/.test(line)));

  const browser = await startBrowser();
  try {
    const page = await browser.open();
    const there = await page.evaluate(async (scenarios) => {
      const module = "/cases/digest.mjs";
      const { digestOf } = await import(module);
      const lines = [];
      for (const scenario of scenarios)
        lines.push(`${scenario.id}: ${await digestOf(scenario)}`);
      return lines;
    }, CASES);
    assert.deepEqual(there, here);
  } finally {
    await browser.close();
  }
});
