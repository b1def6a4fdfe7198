// Upkeep in a page: by itself, once for two tabs, and caught up by a tab that slept.

import assert from "node:assert/strict";
import {
  after,
  afterEach,
  before,
  beforeEach,
  describe,
  test,
} from "node:test";

import { startBrowser } from "./harness.mjs";

const DAY = 86_400_000;
const START = Date.parse("2025-06-15T12:00:00Z");

/** @typedef {import("playwright-core").Page} Page */

describe("upkeep in a page", () => {
  /** @type {Awaited<ReturnType<typeof startBrowser>>} */
  let browser;
  /** @type {Page[]} */
  let tabs;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    tabs = [await browser.open(), await browser.open()];
    for (const tab of tabs) await open(tab);
    await tabs[0].evaluate(async () => {
      const { memory } = /** @type {any} */ (window);
      await memory.remember("用户养了一只黑猫");
    });
  });
  afterEach(async () => {
    await tabs[1].evaluate(() => /** @type {any} */ (window).memory.close());
    await tabs[0].evaluate(() => /** @type {any} */ (window).memory.destroy());
    for (const tab of tabs) await tab.close();
  });

  test("it runs by itself when its time has come", async () => {
    const [tab] = tabs;
    await start(tab, 50);
    await upkeepDone(tab, START);
    await setClock(tab, START + 200 * DAY);
    await cold(tab);
  });

  test("two tabs do it once", async () => {
    // The first one, of a new store, is done before what is counted begins.
    await start(tabs[0], DAY);
    await upkeepDone(tabs[0], START);
    await start(tabs[1], DAY);
    const before = await revision(tabs[0]);
    // Neither looks before both clocks are set.
    await Promise.all(tabs.map((tab) => setClock(tab, START + 200 * DAY)));
    await Promise.all(tabs.map(wake));
    await Promise.all(tabs.map(cold));
    await Promise.all(tabs.map((tab) => upkeepDone(tab, START + 200 * DAY)));
    // One commit of the sweep, and one that notes the upkeep.
    assert.equal(await revision(tabs[0]), before + 2);
  });

  test("without Web Locks two tabs do it safely", async () => {
    for (const tab of tabs)
      await tab.evaluate(() =>
        Object.defineProperty(navigator, "locks", { value: undefined }),
      );
    await Promise.all(tabs.map((tab) => setClock(tab, START + 200 * DAY)));
    await Promise.all(tabs.map((tab) => start(tab, DAY)));
    await Promise.all(tabs.map(cold));
    assert.equal(await sweeps(tabs[1]), 1);
  });

  test("a tab that slept catches up as soon as it is looked at, and once", async () => {
    const [tab] = tabs;
    await start(tab, DAY);
    await upkeepDone(tab, START);
    const before = await revision(tab);
    await setClock(tab, START + 200 * DAY);
    await wake(tab);
    await cold(tab);
    await upkeepDone(tab, START + 200 * DAY);
    assert.equal(await revision(tab), before + 2);
  });

  test("a tab that was closed catches up when it is opened again", async () => {
    const [tab] = tabs;
    await start(tab, DAY);
    await upkeepDone(tab, START);
    await tab.reload();
    await tab.waitForFunction("window.ready");
    await open(tab);
    await setClock(tab, START + 200 * DAY);
    await start(tab, DAY);
    await cold(tab);
  });

  test("a tab that stopped it does none", async () => {
    const [tab, other] = tabs;
    await start(tab, 50);
    await upkeepDone(tab, START);
    await tab.evaluate(() =>
      /** @type {any} */ (window).memory.stopMaintenance(),
    );
    await setClock(tab, START + 200 * DAY);
    // Another one's upkeep is the time in which this one would have done its own.
    await setClock(other, START + 100 * DAY);
    await start(other, 50);
    await upkeepDone(other, START + 100 * DAY);
    assert.equal(await sweeps(tab), 0);
  });
});

/** Opens the memory with a clock that stands. @param {Page} tab */
function open(tab) {
  return tab.evaluate(async (start) => {
    const page = /** @type {any} */ (window);
    page.now = start;
    page.memory = await page.Memory.open({
      name: "upkeep",
      clock: () => page.now,
    });
  }, START);
}

/** @param {Page} tab @param {number} sweepEvery */
function start(tab, sweepEvery) {
  return tab.evaluate(
    (sweepEvery) =>
      /** @type {any} */ (window).memory.startMaintenance({ sweepEvery }),
    sweepEvery,
  );
}

/** Has the page hear what it hears when its user comes back to it. @param {Page} tab */
function wake(tab) {
  return tab.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

/** @param {Page} tab @param {number} now */
function setClock(tab, now) {
  return tab.evaluate((now) => {
    Object.assign(window, { now });
  }, now);
}

/**
 * Resolves once the memory answers what is waited for. The page's own `waitForFunction` takes a promise for a yes.
 * @param {Page} tab @param {"upkeep" | "cold"} what @param {number} at
 */
function until(tab, what, at) {
  return tab.evaluate(async ([what, at]) => {
    const { memory } = /** @type {any} */ (window);
    const holds = {
      upkeep: async () =>
        at < (await memory.nextMaintenanceAt({ sweepEvery: 1 })),
      cold: async () => (await memory.stats()).cold === 1,
    }[what];
    const deadline = performance.now() + 20_000;
    while (!(await holds())) {
      if (deadline < performance.now()) throw new Error(`no ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }, /** @type {const} */ ([what, at]));
}

/** Resolves once upkeep was done at that time or later. @param {Page} tab @param {number} at */
const upkeepDone = (tab, at) => until(tab, "upkeep", at);

/** Resolves once the record is cold. @param {Page} tab */
const cold = (tab) => until(tab, "cold", 0);

/** @param {Page} tab @returns {Promise<number>} */
const revision = (tab) =>
  tab.evaluate(
    async () => (await /** @type {any} */ (window).memory.stats()).revision,
  );

/** How many sweeps the journal has. @param {Page} tab @returns {Promise<number>} */
const sweeps = (tab) =>
  tab.evaluate(async () => {
    const entries = await /** @type {any} */ (window).memory.journal();
    return entries.filter(
      (/** @type {{ operation: string }} */ { operation }) =>
        operation === "sweep",
    ).length;
  });
