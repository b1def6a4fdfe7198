// Chromium on a folder: a server on this machine alone, which counts what it sends.

import { join, normalize } from "node:path";

import { chromium } from "playwright-core";

import { ARGS, EXECUTABLE } from "../browser/chromium.mjs";
import { fileAnswer, serve } from "../browser/serve.mjs";

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;

/** One browser for all rows. */
const launched = () =>
  (browser ??= chromium.launch({ executablePath: EXECUTABLE, args: ARGS }));

export async function closeBrowser() {
  await (await browser)?.close();
}

/**
 * A browser with an extension, and what its service worker says.
 *
 * @param {string} folder the extension's @param {string} profile
 */
export async function extensionAnswer(folder, profile) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    // Playwright's own way of being headless has no extensions.
    headless: false,
    args: [
      ...ARGS,
      "--headless=new",
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  });
  try {
    const worker =
      context.serviceWorkers()[0] ??
      (await context.waitForEvent("serviceworker"));
    return {
      version: context.browser()?.version() ?? "unknown",
      answer: await answerOf(() => worker.evaluate("self.answer")),
    };
  } finally {
    await context.close();
  }
}

/**
 * What a page of a folder says, and the bytes that it loaded.
 *
 * @param {string} folder @param {string} page @param {Record<string, string>} [headers]
 */
export async function pageAnswer(folder, page, headers) {
  let bytes = 0;
  const answer = async (/** @type {string} */ path) => {
    const file = await fileAnswer(join(folder, normalize(path)));
    bytes += file.body.length;
    return file;
  };
  const server = await serve(answer, headers);
  try {
    return { ...(await urlAnswer(server.url + page)), bytes };
  } finally {
    server.close();
  }
}

/** What the page at a URL says. @param {string} url */
export async function urlAnswer(url) {
  const context = await (await launched()).newContext();
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const heard = [];
    page.on("console", (message) => heard.push(message.text()));
    page.on("pageerror", (error) => heard.push(String(error)));
    await page.goto(url);
    const answer = await answerOf(() => page.evaluate("window.answer")).catch(
      (error) => `${error}; the page said: ${heard.join("; ") || "nothing"}`,
    );
    const version = (await launched()).version();
    return { version, answer: /** @type {any} */ (answer) };
  } finally {
    await context.close();
  }
}

/** Asks until there is an answer. @param {() => Promise<any>} ask */
async function answerOf(ask) {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("there was no answer within 30 s");
}
