// Headless Chromium, as every test of a page launches it.

/** Where it is. */
export const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** For a machine without a display, a sandbox, or a network. */
export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** The types of what the tests' servers send, by the ending of the file's name. */
export const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
});
