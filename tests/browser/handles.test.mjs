// Several handles on one IndexedDB database, in one page and in two: nothing is lost, and each sees the other's changes.

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

/** @typedef {import("palimpsest").MemoryRecord} MemoryRecord */
/** @typedef {import("palimpsest").Hit} Hit */

/** Writes that start at once. */
const N_WRITES = 100;
const TEXT = "奶奶的药每天早上吃一片，饭后。";

/**
 * A hundred texts, any two of which differ in at least two of their three words.
 *
 * @param {string[]} lists three, of ten words each
 * @param {(first: string, second: string, third: string) => string} say
 */
function different(lists, say) {
  const [firsts, seconds, thirds] = lists.map((words) => words.split(" "));
  return firsts.flatMap((first, i) =>
    seconds.map((second, j) => say(first, second, thirds[(i + j) % 10])),
  );
}

const CHINESE = different(
  [
    "雨伞 护照 吉他 帐篷 药箱 相机 钥匙 毛毯 地图 棋盘",
    "信封 拼图 手套 蜡烛 剪刀 茶壶 墨水 绳子 镜子 口琴",
    "阁楼 车库 书房 阳台 厨房 地窖 玄关 衣柜 仓库 后院",
  ],
  (one, other, place) => `${one}和${other}都放在${place}里`,
);
const ENGLISH = different(
  [
    "Olga Pedro Aisha Liam Noor Greta Kofi Yuki Ivan Rosa",
    "bread tulips chess opera stamps kayaks bees pottery maps jazz",
    "Turin Oslo Lagos Quito Perth Hanoi Cairo Lima Osaka Riga",
  ],
  (person, thing, place) => `${person} learned about ${thing} in ${place}`,
);

describe("handles on one database", () => {
  /** @type {Awaited<ReturnType<typeof startBrowser>>} */
  let browser;
  /** @type {import("playwright-core").Page} */
  let left;
  /** @type {import("playwright-core").Page} */
  let right;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    [left, right] = await Promise.all([browser.open(), browser.open()]);
    await Promise.all([open(left), open(right)]);
  });
  afterEach(async () => {
    await inPage(right, (memory) => memory.close());
    await inPage(left, (memory) => memory.destroy());
    await Promise.all([left.close(), right.close()]);
  });

  test("a hundred simultaneous writes of one text from one handle leave one record", async () => {
    const actions = await writeAtOnce(left, Array(N_WRITES).fill(TEXT));
    assert.deepEqual(tally(actions), { added: 1, duplicate: N_WRITES - 1 });
    assert.deepEqual(await texts(left), [TEXT]);
  });

  test("a hundred simultaneous writes of one text from each of two tabs leave one record", async () => {
    const same = Array(N_WRITES).fill(TEXT);
    const actions = await Promise.all([
      writeAtOnce(left, same),
      writeAtOnce(right, same),
    ]);
    assert.deepEqual(tally(actions.flat()), {
      added: 1,
      duplicate: 2 * N_WRITES - 1,
    });
    assert.deepEqual(await texts(left), [TEXT]);
    assert.deepEqual(await texts(right), [TEXT]);
  });

  test("a hundred simultaneous writes of one text from two handles in one page leave one record", async () => {
    const actions = await left.evaluate(
      async ({ text, n }) => {
        const { Memory, memory } = /** @type {any} */ (window);
        const other = await Memory.open({ name: "handles", seed: 3 });
        const writes = Array.from({ length: n }, (_, nth) =>
          (nth % 2 === 0 ? memory : other).remember(text),
        );
        const decisions = await Promise.all(writes);
        await other.close();
        return decisions.map(({ action }) => action);
      },
      { text: TEXT, n: N_WRITES },
    );
    assert.deepEqual(tally(actions), { added: 1, duplicate: N_WRITES - 1 });
    assert.deepEqual(await texts(right), [TEXT]);
  });

  test("a hundred different writes from each of two tabs lose none", async () => {
    assert.equal(new Set([...CHINESE, ...ENGLISH]).size, 2 * N_WRITES);
    await Promise.all([
      writeAtOnce(left, CHINESE),
      writeAtOnce(right, ENGLISH),
    ]);
    const wanted = [...CHINESE, ...ENGLISH].sort();
    assert.deepEqual((await texts(left)).sort(), wanted);
    assert.deepEqual((await texts(right)).sort(), wanted);
  });

  test("one tab sees what the other wrote before its next recall", async () => {
    await writeAtOnce(left, [TEXT]);
    assert.deepEqual(await recalled(right, "奶奶什么时候吃药？"), [TEXT]);
  });

  for (const hard of [false, true])
    test(`what one tab forgets${hard ? " for good" : ""} the other no longer recalls`, async () => {
      await writeAtOnce(left, [TEXT, "爷爷喜欢下棋"]);
      assert.ok((await recalled(right, TEXT)).includes(TEXT));
      await left.evaluate(
        async ({ text, hard }) => {
          const { memory } = /** @type {any} */ (window);
          const records = await memory.list();
          const { id } = records.find(
            (/** @type {MemoryRecord} */ record) => record.text === text,
          );
          await memory.forget(id, { hard });
        },
        { text: TEXT, hard },
      );
      assert.ok(!(await recalled(right, TEXT)).includes(TEXT));
      assert.deepEqual(await texts(right), ["爷爷喜欢下棋"]);
    });

  test("everything is there after a reload", async () => {
    const some = [TEXT, "The boiler was serviced on 3 May.", ...CHINESE];
    await writeAtOnce(left, some);
    await left.reload();
    await left.waitForFunction("window.ready");
    await open(left);
    assert.deepEqual((await texts(left)).sort(), [...some].sort());
    assert.equal((await recalled(left, "奶奶的药"))[0], TEXT);
  });
});

/** @param {import("playwright-core").Page} page */
async function open(page) {
  await page.evaluate(async () => {
    const { Memory } = /** @type {any} */ (window);
    const memory = await Memory.open({ name: "handles" });
    Object.assign(window, { memory });
  });
}

/**
 * @param {import("playwright-core").Page} page
 * @param {(memory: import("palimpsest").Memory) => Promise<unknown>} act
 */
async function inPage(page, act) {
  await page.evaluate(`(${act})(window.memory).then(() => null)`);
}

/** @param {import("playwright-core").Page} page @param {string[]} texts @returns {Promise<string[]>} the actions */
function writeAtOnce(page, texts) {
  return page.evaluate(async (all) => {
    const { memory } = /** @type {any} */ (window);
    const decisions = await Promise.all(
      all.map((text) => memory.remember(text)),
    );
    return decisions.map(({ action }) => action);
  }, texts);
}

/** @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
function texts(page) {
  return page.evaluate(async () => {
    const { memory } = /** @type {any} */ (window);
    return (await memory.list()).map(
      (/** @type {MemoryRecord} */ record) => record.text,
    );
  });
}

/** @param {import("playwright-core").Page} page @param {string} query @returns {Promise<string[]>} */
function recalled(page, query) {
  return page.evaluate(async (query) => {
    const { memory } = /** @type {any} */ (window);
    return (await memory.recall(query)).map(
      (/** @type {Hit} */ hit) => hit.text,
    );
  }, query);
}

/** @param {string[]} actions @returns {Record<string, number>} */
function tally(actions) {
  const counts = /** @type {Record<string, number>} */ ({});
  for (const action of actions) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}
