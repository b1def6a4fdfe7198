// Runs in a page of headless Chromium: a server on this machine alone, a browser, and for each run a page and an origin's stores of its own.

import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { ARGS, EXECUTABLE } from "../browser/chromium.mjs";
import { fileAnswer, serve } from "../browser/serve.mjs";
import { bundled, fileOf } from "./libraries.mjs";
import { SUBJECTS } from "./subjects/index.mjs";

/** @typedef {import("./measure.mjs").Run} Run */
/** @typedef {import("./measure.mjs").Row} Row */

/** A page that is alone in its process is shown the time to 5 µs, and not to 100. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

const TESTS = fileURLToPath(new URL("..", import.meta.url));

/**
 * @returns {Promise<{ version: string, run(run: Run, say: (text: string) => void): Promise<Row[]>, close(): Promise<void> }>}
 */
export async function startChromium() {
  const server = await serve(answer, ISOLATED);
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGS,
  });
  return {
    version: browser.version(),
    async run(run, say) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await page.exposeFunction("say", say);
      await page.exposeFunction("heap", async () => {
        await session.send("HeapProfiler.collectGarbage");
        const usage = /** @type {any} */ (
          await session.send("Runtime.getHeapUsage")
        );
        return usage.usedSize + usage.backingStorageSize;
      });
      await page.goto(`${server.url}bench/page/index.html`);
      await page.waitForFunction("window.measureRun");
      try {
        return await page.evaluate(
          (run) => /** @type {any} */ (window).measureRun(run),
          run,
        );
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** @param {string} path of a file of the tests, or `/library/ID`, or `/package/FILE` */
async function answer(path) {
  const [, first, rest] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const subject = SUBJECTS.find(({ id }) => id === rest);
  const file =
    first === "library" && subject
      ? await bundled(subject, "page")
      : first === "package"
        ? fileOf(rest)
        : `${TESTS}${first}/${rest}`;
  return fileAnswer(file);
}
