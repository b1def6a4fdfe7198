// A server on this machine alone, for the pages that tests open in a browser.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

import { TYPES } from "./chromium.mjs";

/** @typedef {{ type: string, body: string | Buffer }} Answer */

/**
 * Serves what `answer` gives for a path; where it rejects there is nothing.
 *
 * @param {(path: string) => Promise<Answer>} answer
 * @param {Record<string, string>} [headers]
 */
export async function serve(answer, headers) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    answer(pathname).then(
      ({ type, body }) =>
        response
          .writeHead(200, {
            ...headers,
            "content-type": type,
            "content-length": Buffer.byteLength(body),
          })
          .end(request.method === "HEAD" ? undefined : body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(undefined)),
  );
  const { port } = /** @type {import("node:net").AddressInfo} */ (
    server.address()
  );
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** A file as it is answered. @param {string} path @returns {Promise<Answer>} */
export async function fileAnswer(path) {
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  return { type, body: await readFile(path) };
}
