// One store in headless Chromium's IndexedDB: filled in one page, measured in another.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { ARGS, EXECUTABLE } from "../../browser/chromium.mjs";
import { bundled } from "./bundle.mjs";
import { revisionOf, rowsOf } from "./stores.mjs";

const WASM = fileURLToPath(import.meta.resolve("palimpsest/palimpsest.wasm"));
/** A page that is alone in its process is shown the time to 5 µs, and not to 100. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** @param {string} path of the store @param {number} budget @param {string[]} texts */
export async function inPage(path, budget, texts) {
  const script = readFileSync(await bundled("page.mjs", "browser"));
  const rows = rowsOf(path);
  const server = createServer((request, response) => {
    const [type, body] = request.url?.startsWith("/rows/")
      ? ["application/octet-stream", rows.next().value ?? Buffer.alloc(0)]
      : request.url?.endsWith(".wasm")
        ? ["application/wasm", readFileSync(WASM)]
        : request.url?.endsWith(".js")
          ? ["text/javascript", script]
          : ["text/html", '<script type="module" src="/page.js"></script>'];
    response.writeHead(200, { ...ISOLATED, "content-type": type }).end(body);
  });
  await new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(undefined)),
  );
  const { port } = /** @type {import("node:net").AddressInfo} */ (
    server.address()
  );
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGS,
  });
  const context = await browser.newContext();
  const page = async () => {
    const made = await context.newPage();
    await made.goto(`http://127.0.0.1:${port}/`);
    await made.waitForFunction("window.measure");
    return made;
  };
  try {
    const filling = await page();
    await filling.evaluate(
      (revision) => /** @type {any} */ (window).fill(revision),
      revisionOf(path),
    );
    await filling.close();
    const measuring = await page();
    const session = await context.newCDPSession(measuring);
    const found = await measuring.evaluate(
      ([budget, texts]) => /** @type {any} */ (window).measure(budget, texts),
      /** @type {const} */ ([budget, texts]),
    );
    const heap = /** @type {any} */ (
      await session.send("Runtime.getHeapUsage")
    );
    return { ...found, heap: heap.usedSize + heap.backingStorageSize };
  } finally {
    await browser.close();
    server.close();
  }
}
