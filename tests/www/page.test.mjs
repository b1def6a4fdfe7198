// The built page on the packed package: what is told, decided, found again, and seen from another tab.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";

import { Memory } from "palimpsest";

import { findEmbedder } from "../embedder/node.mjs";
import { listed, ready, say, servePage, verdict } from "./harness.mjs";

const MANGO = "I am allergic to mangoes.";

describe("the page", () => {
  /** @type {Awaited<ReturnType<typeof servePage>>} */
  let served;
  /** @type {import("./harness.mjs").Visitor[]} */
  let visitors = [];
  before(async () => {
    served = await servePage();
  });
  after(() => served?.close());
  afterEach(async () => {
    const faults = visitors.flatMap((visitor) => visitor.faults);
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    visitors = [];
    assert.deepEqual(faults, []);
  });

  /** @param {import("./harness.mjs").Look} [look] */
  async function visit(look) {
    const visitor = await served.visitor(look);
    visitors.push(visitor);
    return visitor;
  }

  /**
   * What becomes of the second of two texts.
   *
   * @param {string} locale
   * @param {readonly [known: string, told: string]} texts
   * @param {{ action: string, says: string, marks: [told: string[], known: string[]], guard?: string }} wanted
   */
  async function check(locale, [known, told], wanted) {
    const tab = await (await visit({ locale })).tab();
    await say(tab, known);
    const found = await say(tab, told);
    assert.equal(found.action, wanted.action);
    assert.ok(found.sentence.includes(wanted.says), found.sentence);
    assert.deepEqual([found.told, found.known], wanted.marks);
    const guards = found.guards.join("\n");
    if (wanted.guard === undefined) assert.equal(guards, "");
    else assert.ok(guards.startsWith(wanted.guard), guards);
    const nRecords = wanted.action === "added" ? 2 : 1;
    assert.equal((await listed(tab)).length, nRecords);
    return tab;
  }

  test("a text that is not like any other is new", async () => {
    const tab = await (await visit()).tab();
    const { action, sentence, known } = await say(tab, MANGO);
    assert.equal(action, "added");
    assert.equal(sentence, "New: nothing known comes close to it.");
    assert.deepEqual(known, []);
    assert.deepEqual(await listed(tab), [MANGO]);
  });

  test("a repetition is known already, in English", async () => {
    await check("en-GB", [MANGO, "I am really allergic to mangoes!"], {
      action: "duplicate",
      says: "Known already",
      marks: [["really"], []],
    });
  });

  test("a repetition is known already, in Chinese", async () => {
    await check("zh-CN", ["用户喜欢简洁的界面", "用户非常喜欢简洁的界面。"], {
      action: "duplicate",
      says: "早就知道了",
      marks: [["非常"], []],
    });
  });

  test("a changed number is marked in both texts, beside what else the decision rests on, in English", async () => {
    const texts = /** @type {const} */ ([
      "Invoice 1043 was paid by card.",
      "Invoice 1044 was paid by card.",
    ]);
    const tab = await check("en-GB", texts, {
      action: "added",
      says: "the numbers differ",
      marks: [["1044"], ["1043"]],
      guard: "number",
    });
    const evidence = await tab.locator(".evidence").innerText();
    assert.match(
      evidence,
      /Cosine\s+0\.\d{3}\s+looked at from 0\.50 · may be one from 0\.90/,
    );
    assert.match(evidence, /Decided by\s+\S+/);
    assert.match(evidence, /Time\s+[\d.]+ ms/);
  });

  test("a changed number is marked in both texts, in Chinese", async () => {
    await check(
      "zh-CN",
      ["发票1043已经用银行卡付了", "发票1044已经用银行卡付了"],
      {
        action: "added",
        says: "数字不同",
        marks: [["1044"], ["1043"]],
        guard: "数字",
      },
    );
  });

  test("more detail takes the place of less, and the older wording shows beneath it", async () => {
    const tab = await (await visit({ locale: "zh-CN" })).tab();
    await say(tab, "我对芒果过敏");
    const { action, told, known } = await say(
      tab,
      "我对芒果过敏，一吃嘴唇就肿",
    );
    assert.equal(action, "updated");
    assert.deepEqual([told, known], [["一吃嘴唇就肿"], []]);
    assert.deepEqual(await listed(tab), ["我对芒果过敏，一吃嘴唇就肿"]);
    const older = await tab.locator(".memory.older").innerText();
    assert.ok(older.endsWith("我对芒果过敏"), older);
  });

  test("a new value of an attribute stands over the one whose place it takes, in both languages", async () => {
    for (const [locale, older, newer] of [
      ["zh-CN", "我住在上海", "我搬到了北京"],
      ["en-GB", "I live in Lisbon", "I moved to Porto"],
    ]) {
      const tab = await (await visit({ locale })).tab();
      await say(tab, older);
      assert.equal((await say(tab, newer)).action, "superseded");
      for (const [side, text] of [
        ["told", newer],
        ["known", older],
      ])
        assert.equal(await tab.locator(`.pair .${side}`).innerText(), text);
    }
  });

  test("the last decision can be taken back", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    await tab.getByRole("button", { name: "Take it back" }).click();
    await tab.locator(".stamp.undone").waitFor();
    assert.deepEqual(await listed(tab), []);
    assert.ok((await verdict(tab)).sentence.startsWith("Taken back."));
  });

  test("recall finds what was told", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    await say(tab, "My daughter Isla is seven.");
    await tab.locator("#query").fill("Which fruit is she allergic to?");
    await tab.locator("#query").press("Enter");
    const first = tab.locator(".hits li").first();
    await first.waitFor();
    assert.ok((await first.innerText()).startsWith(MANGO));
  });

  test("a figure that rounds to nothing has no sign", async () => {
    const tab = await (await visit()).tab();
    for (const text of [
      "I live in Lyon.",
      "I moved to Porto.",
      "I take one 5 mg pill every morning.",
      // It has nothing in common with the question: a cosine a little below zero.
      "I take one 10 mg pill every morning.",
      "I really take one 10 mg pill each morning",
    ])
      await say(tab, text);
    await tab.locator("#query").fill("Where do I live?");
    await tab.locator("#query").press("Enter");
    await tab.locator(".hits li").first().waitFor();
    const shown = await tab.locator(".hits").innerText();
    assert.match(shown, /cosine 0\.00/);
    assert.doesNotMatch(shown, /-0\.00/);
  });

  test("a reload keeps the memories, the user and the language", async () => {
    const tab = await (await visit()).tab();
    await tab.getByRole("button", { name: "中文" }).click();
    await tab.getByRole("button", { name: "小林" }).click();
    await say(tab, "我住在杭州滨江");
    await tab.reload();
    await ready(tab);
    assert.deepEqual(await listed(tab), ["我住在杭州滨江"]);
    assert.equal(await tab.locator("html").getAttribute("lang"), "zh-CN");
    await say(tab, "我住在杭州滨江。");
    assert.equal((await verdict(tab)).action, "duplicate");
  });

  test("two users never see each other's memories", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    await tab.getByRole("button", { name: "Lin" }).click();
    await tab.getByText("Nothing yet.").waitFor();
    assert.equal((await say(tab, MANGO)).action, "added");
    await tab.getByRole("button", { name: "Ana" }).click();
    await tab.locator(".record").waitFor();
    assert.equal((await listed(tab)).length, 1);
  });

  test("two tabs see each other's writes, and what either hides", async () => {
    const visitor = await visit();
    const [left, right] = await Promise.all([visitor.tab(), visitor.tab()]);
    await say(left, MANGO);
    await right.locator(".record", { hasText: MANGO }).waitFor();
    assert.equal((await say(right, MANGO)).action, "duplicate");
    await say(right, "My daughter Isla is seven.");
    await left.locator(".record", { hasText: "Isla" }).waitFor();
    await hide(left, "Isla");
    await right.locator(".record", { hasText: "Isla" }).waitFor({
      state: "detached",
    });
    assert.deepEqual(await listed(right), [MANGO]);
  });

  test("two tabs that write one text at once leave one record", async () => {
    const visitor = await visit();
    const tabs = await Promise.all([visitor.tab(), visitor.tab()]);
    const found = await Promise.all(tabs.map((tab) => say(tab, MANGO)));
    assert.deepEqual(found.map(({ action }) => action).sort(), [
      "added",
      "duplicate",
    ]);
    for (const tab of tabs) assert.deepEqual(await listed(tab), [MANGO]);
  });

  test("what is hidden can be brought back", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    await hide(tab, MANGO);
    await tab.getByText("Nothing yet.").waitFor();
    await tab.getByRole("button", { name: "Hidden" }).click();
    await tab.getByRole("button", { name: "Bring back" }).click();
    await tab.getByText("Nothing is hidden.").waitFor();
    await tab.getByRole("button", { name: /^Known/ }).click();
    await tab.locator(".record").waitFor();
    assert.deepEqual(await listed(tab), [MANGO]);
  });

  test("nothing is erased before it is confirmed", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    const erase = tab.locator(".record").getByRole("button", { name: "Erase" });
    await erase.click();
    await tab.keyboard.press("Escape");
    await tab.locator("dialog").waitFor({ state: "detached" });
    await erase.click();
    await tab.getByRole("button", { name: "Keep it" }).click();
    await tab.locator("dialog").waitFor({ state: "detached" });
    assert.deepEqual(await listed(tab), [MANGO]);
    await erase.click();
    await tab.locator("dialog").getByRole("button", { name: "Erase" }).click();
    await tab.getByText("Nothing yet.").waitFor();
    await tab.getByRole("button", { name: "Hidden" }).click();
    await tab.getByText("Nothing is hidden.").waitFor();
  });

  test("an error says what happened, and the line keeps its text", async () => {
    const tab = await (await visit()).tab();
    const long = "mango ".repeat(5000);
    await tab.locator("#line").fill(long);
    await tab.locator("#line").press("Enter");
    const notice = await tab.getByRole("alert").innerText();
    assert.ok(notice.includes("The text is too long."), notice);
    assert.ok(notice.includes("text_too_long"), notice);
    assert.equal(await tab.locator("#line").inputValue(), long);
    await tab.getByRole("button", { name: "Close" }).click();
    assert.equal(await tab.getByRole("alert").count(), 0);
  });

  test("what is told is shown as text and never read as markup", async () => {
    const tab = await (await visit()).tab();
    const text = `<img src="x" onerror="document.title='read'"> & <b>bold</b>`;
    await say(tab, text);
    assert.deepEqual(await listed(tab), [text]);
    assert.equal(await tab.locator("main img, .memory b").count(), 0);
  });

  test("the other language changes every word and keeps what is being typed", async () => {
    const tab = await (await visit()).tab();
    await say(tab, MANGO);
    await tab.locator("#line").fill("half a sen");
    await tab.getByRole("button", { name: "中文" }).click();
    assert.equal(await tab.locator("#line").inputValue(), "half a sen");
    const said = (await tab.locator("body").innerText())
      .replaceAll(MANGO, "")
      .replaceAll(
        /Palimpsest|English|IndexedDB|MB|home_city|allergic:mangoes = yes/g,
        "",
      );
    assert.doesNotMatch(said, /[A-Za-z]{2,}/);
  });

  if ("conflicts" in Memory.prototype)
    test("a conflict asks its question, and the answer settles it", async () => {
      const tab = await (await visit({ locale: "zh-CN" })).tab();
      await sayOf(tab, "我住在上海", "上海");
      const { action } = await sayOf(tab, "我住在北京", "北京");
      assert.equal(action, "conflict");
      await tab.getByRole("button", { name: "以「北京」为准" }).click();
      await tab.locator(".dispute").waitFor({ state: "detached" });
      assert.deepEqual(await listed(tab), ["我住在北京"]);
    });

  test("meaning compares too, where the embedder's files are there", async () => {
    const tab = await (await visit()).tab();
    const options = tab.locator("#embedder option:enabled");
    if (!(await findEmbedder())) return assert.equal(await options.count(), 1);
    await tab.locator("#embedder").selectOption("meaning");
    await tab.locator(".progress").waitFor();
    // The page answers while the embedder is loaded.
    await say(tab, MANGO);
    await tab.locator(".progress").waitFor({ state: "hidden" });
    await tab.locator("#embedder:enabled").waitFor();
    assert.equal(await tab.locator("#embedder").inputValue(), "meaning");
    await say(tab, "Grandma keeps two parrots that talk.");
    assert.match(
      await tab.locator(".evidence").innerText(),
      /\d ms, and \d+ ms for the embedder/,
    );
  });
});

/** @param {import("./harness.mjs").Tab} tab @param {string} text */
async function hide(tab, text) {
  await tab
    .locator(".record", { hasText: text })
    .getByRole("button", { name: "Hide" })
    .click();
}

/** Says where someone lives, as of one day. @param {import("./harness.mjs").Tab} tab @param {string} text @param {string} value */
async function sayOf(tab, text, value) {
  await tab.locator(".compose details").evaluate((details) => {
    /** @type {HTMLDetailsElement} */ (details).open = true;
  });
  await tab.locator("#key").fill("home_city");
  await tab.locator("#value").fill(value);
  await tab.locator("#observed").fill("2026-03-01");
  return say(tab, text);
}
