// The built page in headless Chromium, from a server on this machine alone.

import { execFile } from "node:child_process";
import { join, normalize } from "node:path";
import { promisify } from "node:util";

import { chromium } from "playwright-core";

import { ARGS, EXECUTABLE } from "../browser/chromium.mjs";
import { fileAnswer, serve } from "../browser/serve.mjs";

const WWW = join(import.meta.dirname, "../../www");
const DIST = join(WWW, "dist");
/** CSS pixels of a desk's screen, and of a telephone's. */
export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 844 };

/** @typedef {import("playwright-core").Page} Tab */
/** @typedef {{ locale?: string, viewport?: { width: number, height: number }, colorScheme?: "light" | "dark" }} Look */

/** Someone's browser: its tabs share a database, and nobody else's do. */
export class Visitor {
  /** What no tab may do: errors in its console, and requests that leave its origin. @type {string[]} */
  faults = [];
  #context;
  #origin;

  /** @param {import("playwright-core").BrowserContext} context @param {string} origin */
  constructor(context, origin) {
    this.#context = context;
    this.#origin = origin;
  }

  /** A new tab, once the page is ready. */
  async tab() {
    const tab = await this.#context.newPage();
    tab.on("pageerror", (error) => this.faults.push(String(error)));
    tab.on("console", (message) => {
      // Asking whether the embedder's files are there may be answered with no.
      const isAsked = message.location().url.includes("/embedder/");
      if (message.type() === "error" && !isAsked)
        this.faults.push(message.text());
    });
    tab.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.#origin) && !url.startsWith("data:"))
        this.faults.push(`asked for ${url}`);
    });
    await tab.goto(this.#origin);
    await ready(tab);
    return tab;
  }

  async leave() {
    await this.#context.close();
  }
}

/** Builds the page and serves it; each visitor has a browser profile of their own. */
export async function servePage() {
  await promisify(execFile)(
    join(WWW, "node_modules/.bin/vite"),
    ["build", WWW, "--logLevel", "error"],
    // Node's test runner sets it to test.
    { env: { ...process.env, NODE_ENV: "production" } },
  );
  const server = await serve((path) =>
    fileAnswer(join(DIST, normalize(path === "/" ? "index.html" : path))),
  );
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGS,
  });
  return {
    /** @param {Look} [look] */
    async visitor({ locale = "en-GB", viewport = WIDE, colorScheme } = {}) {
      const context = await browser.newContext({
        locale,
        viewport,
        ...(colorScheme && { colorScheme }),
      });
      return new Visitor(context, server.url);
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** @param {Tab} tab */
export async function ready(tab) {
  await tab.locator("html[data-ready]").waitFor();
}

/** Types a line and waits for what becomes of it. @param {Tab} tab @param {string} text */
export async function say(tab, text) {
  await tab.locator("#line").fill(text);
  await tab.locator("#line").press("Enter");
  // The line is emptied once the memory is written and the page drawn.
  await tab.locator("#line:placeholder-shown").waitFor();
  return verdict(tab);
}

/** What the page says of the last decision. @param {Tab} tab */
export async function verdict(tab) {
  const marks = (/** @type {string} */ side) =>
    tab.locator(`.pair .${side} mark`).allInnerTexts();
  const sentence = tab.locator(".verdict .sentence");
  return {
    action: await sentence.getAttribute("data-action"),
    sentence: await sentence.innerText(),
    told: await marks("told"),
    known: await marks("known"),
    guards: await tab.locator(".guards li").allInnerTexts(),
  };
}

/** The texts of the records that are listed. @param {Tab} tab */
export function listed(tab) {
  return tab.locator(".record > .memory:not(.older)").allInnerTexts();
}
