// Rows in Chromium without a bundler: a page, a worker, an extension, one file.

import { join } from "node:path";

import { extensionAnswer, pageAnswer } from "./browser.mjs";
import { bytesLoaded, freshFolder } from "./folder.mjs";

const STRICT_POLICY =
  "default-src 'none'; connect-src 'self'; worker-src 'self'; img-src data:; script-src 'self'";
/** What the README says of a page with a policy. */
const POLICY = {
  "content-security-policy": `${STRICT_POLICY} 'wasm-unsafe-eval'`,
};

/** @type {import("./main.mjs").Row[]} */
export const PAGES = [
  {
    name: 'Page, <script type="module">, with a policy',
    run: async () => pageAnswer(await freshFolder(), "plain.html", POLICY),
  },
  {
    name: "Page, whose policy forbids WebAssembly",
    says: /^MemoryError: .*content security policy.*'wasm-unsafe-eval'/,
    run: async () =>
      pageAnswer(await freshFolder(), "plain.html", {
        "content-security-policy": STRICT_POLICY,
      }),
  },
  {
    name: "Page, ./base64",
    run: async () =>
      pageAnswer(await freshFolder(), "plain-base64.html", POLICY),
  },
  {
    name: "Web Worker",
    run: async () => pageAnswer(await freshFolder(), "worker.html", POLICY),
  },
  {
    name: "Chrome extension, service worker",
    async run() {
      const folder = await freshFolder();
      return {
        bytes: await bytesLoaded(folder, "entry-browser.js"),
        ...(await extensionAnswer(folder, join(folder, ".profile"))),
      };
    },
  },
];
