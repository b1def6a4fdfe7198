// The stream of the demo, two people of it, in Chromium on IndexedDB: the same records as in Node.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Memory } from "palimpsest";

import { needEmbedder } from "../embedder/node.mjs";
import { OWN_STREAM, read } from "../demo/read.mjs";
import { moments } from "../demo/run.mjs";
import { startBrowser } from "./harness.mjs";
import { tellAll } from "./page/tell.mjs";

/** @typedef {import("./page/tell.mjs").Telling} Telling */

/** One who speaks Chinese and one who speaks English. */
const PEOPLE = ["许静", "Maya"];

/** @returns {Promise<Telling["told"]>} */
async function told() {
  const stream = await read(OWN_STREAM);
  const theirs = stream.told.filter(({ user }) => PEOPLE.includes(user));
  return [...moments(theirs)].map(([now, { user, text }]) => [now, user, text]);
}

/** @param {Telling["told"]} all @returns {Promise<Record<string, number[]>>} */
async function vectorsOf(all) {
  const embedder = await needEmbedder();
  const texts = all.map(([, , text]) => text);
  const vectors = await embedder.embed(texts);
  return Object.fromEntries(
    texts.map((text, nth) => [text, Array.from(vectors[nth])]),
  );
}

describe("the stream in a browser", () => {
  /** @type {Awaited<ReturnType<typeof startBrowser>>} */
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());

  /** @param {Omit<Telling, "storage">} telling */
  async function check(telling) {
    const inNode = await tellAll(Memory, { ...telling, storage: "memory" });
    const page = await browser.open();
    const inPage = await page.evaluate(
      ({ telling }) => {
        const { Memory, tellAll } = /** @type {any} */ (window);
        return tellAll(Memory, { ...telling, storage: "indexeddb" });
      },
      { telling },
    );
    await page.evaluate(() => indexedDB.deleteDatabase("stream"));
    await page.close();
    assert.deepEqual(inPage.actions, inNode.actions);
    // What the page answers went through JSON-like values; so must Node's.
    assert.deepEqual(
      inPage.records,
      JSON.parse(JSON.stringify(inNode.records)),
    );
    assert.ok(inNode.actions.includes("duplicate"));
    assert.ok(inNode.records.length < telling.told.length);
  }

  test("it leaves the same records as in Node, with the built-in embedder", async () => {
    await check({ told: await told() });
  });

  test("it leaves the same records as in Node, with a real embedder's vectors", async () => {
    const all = await told();
    await check({ told: all, vectors: await vectorsOf(all) });
  });
});
