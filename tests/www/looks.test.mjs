// How the page stands on a desk and on a telephone, by keyboard, and in both themes.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { NARROW, say, servePage, WIDE } from "./harness.mjs";

/** WCAG 2.2, level AA, for text of ordinary size. */
const LEAST_CONTRAST = 4.5;
/** The narrowest screen that WCAG asks for, in CSS pixels. */
const NARROWEST = { width: 320, height: 640 };

const SAID = {
  "en-GB": [
    "I take one 5 mg pill every morning.",
    "I take one 10 mg pill every morning.",
  ],
  "zh-CN": [
    "我每天早上吃一片降压药，5 毫克。",
    "我每天早上吃一片降压药，10 毫克。",
  ],
};

describe("the page's looks", () => {
  /** @type {Awaited<ReturnType<typeof servePage>>} */
  let served;
  before(async () => {
    served = await servePage();
  });
  after(() => served?.close());

  /** A page with all its parts unfolded. @param {import("./harness.mjs").Look} look */
  async function unfolded(look) {
    const visitor = await served.visitor(look);
    const tab = await visitor.tab();
    const locale = /** @type {keyof typeof SAID} */ (look.locale ?? "en-GB");
    for (const text of SAID[locale]) await say(tab, text);
    await say(tab, `https://example.org/${"long".repeat(40)}`);
    await say(tab, SAID[locale][0]);
    await tab.locator("#query").fill(SAID[locale][0]);
    await tab.locator("#query").press("Enter");
    await tab.locator(".hits li").first().waitFor();
    await tab.locator(".compose summary").click();
    await tab.locator(".record button").first().click();
    return { tab, leave: () => visitor.leave() };
  }

  for (const locale of Object.keys(SAID))
    test(`nothing stands beyond the edge, on a desk and on a telephone, ${locale}`, async () => {
      const { tab, leave } = await unfolded({ locale });
      for (const viewport of [WIDE, NARROW, NARROWEST]) {
        await tab.setViewportSize(viewport);
        const beyond = await tab.evaluate(() =>
          [...document.querySelectorAll("body *")]
            .filter((one) => innerWidth < one.getBoundingClientRect().right)
            .map((one) => one.outerHTML.slice(0, 100)),
        );
        assert.deepEqual(beyond, [], `at ${viewport.width} pixels`);
        const width = await tab.evaluate(
          () => document.documentElement.scrollWidth,
        );
        assert.equal(width, viewport.width);
      }
      await leave();
    });

  test("every text stands out from its ground in both themes, and every control has a name", async () => {
    const { tab, leave } = await unfolded({});
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await tab.emulateMedia({ colorScheme });
      const contrasts = await tab.evaluate(measureContrasts);
      assert.ok(30 < contrasts.length);
      assert.deepEqual(
        contrasts.filter(({ contrast }) => contrast < LEAST_CONTRAST),
        [],
        colorScheme,
      );
    }
    const nameless = await tab
      .locator("button, input, select, summary")
      .evaluateAll((all) =>
        all
          .filter((control) => {
            const { labels } = /** @type {HTMLInputElement} */ (control);
            const name = labels?.[0]?.textContent ?? control.textContent;
            return !name?.trim();
          })
          .map((control) => control.outerHTML),
      );
    assert.deepEqual(nameless, []);
    await leave();
  });

  test("a memory is told, taken back and told again by keyboard alone", async () => {
    const visitor = await served.visitor();
    const tab = await visitor.tab();
    await tab.locator("#embedder").focus();
    const press = async (/** @type {string[]} */ ...keys) => {
      for (const key of keys) await tab.keyboard.press(key);
    };
    // Past the two languages.
    await press("Tab", "Tab", "Tab");
    await tab.keyboard.type("I am allergic to mangoes.");
    await press("Enter");
    await tab.locator("#line:placeholder-shown:focus").waitFor();
    const undo = tab.getByRole("button", { name: "Take it back" });
    for (let n = 0; n < 20; n += 1) {
      await press("Tab");
      if (await undo.evaluate((node) => node === document.activeElement)) break;
    }
    await press("Space");
    await tab.locator(".stamp.undone").waitFor();
    await visitor.leave();
  });
});

/** Every text that is shown, with its contrast to what lies behind it (WCAG's formula). Runs in the page. */
function measureContrasts() {
  const canvas = document.createElement("canvas").getContext("2d", {
    willReadFrequently: true,
  });
  /** @param {string} color @returns {number[]} red, green, blue and alpha, 0 to 255 */
  const channels = (color) => {
    if (!canvas) throw new Error("no canvas");
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  /** @param {string} color */
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** @param {Element | null} element @returns {string} */
  const ground = (element) => {
    if (!element) return "white";
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 255 ? color : ground(element.parentElement);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.trim() || !parentElement?.checkVisibility()) continue;
    const [one, other] = [
      luminance(getComputedStyle(parentElement).color),
      luminance(ground(parentElement)),
    ].sort((a, b) => b - a);
    found.push({
      text: textContent,
      contrast: (one + 0.05) / (other + 0.05),
    });
  }
  return found;
}
