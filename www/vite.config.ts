// How the page is built: on the packed package, with a policy that lets it talk to its own origin alone.

import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

import { defineConfig, type Plugin } from "vite";

import { embedderFolder } from "../tests/embedder/node.mjs";

/** The multilingual embedder's files, which `scripts/fetch-embedder` brings; the page does without. */
const EMBEDDER_FILES = ["weights.npz", "sp.model"];

export default defineConfig({
  // So that dist/ works below any path.
  base: "./",
  // A file that is not there is a 404 and not the page.
  appType: "mpa",
  build: { target: "es2023" },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  optimizeDeps: { exclude: ["palimpsest"] },
  plugins: [policy(), embedder()],
});

/** Writes the content security policy into the page. */
function policy(): Plugin {
  let isDev = false;
  return {
    name: "policy",
    configResolved({ command }) {
      isDev = command === "serve";
    },
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: {
          "http-equiv": "content-security-policy",
          content: [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            // The dev server puts styles in place by script.
            `style-src 'self'${isDev ? " 'unsafe-inline'" : ""}`,
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
          ].join("; "),
        },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** Puts the embedder's files under `embedder/`, where they are on this machine. */
function embedder(): Plugin {
  const folder = embedderFolder();
  const files = EMBEDDER_FILES.filter((name) => existsSync(join(folder, name)));
  return {
    name: "embedder",
    configureServer({ middlewares }) {
      for (const name of files)
        middlewares.use(`/embedder/${name}`, (_, response) => {
          const file = join(folder, name);
          response.setHeader("content-length", statSync(file).size);
          createReadStream(file).pipe(response);
        });
    },
    writeBundle({ dir }) {
      if (dir === undefined || files.length < EMBEDDER_FILES.length) return;
      mkdirSync(join(dir, "embedder"), { recursive: true });
      for (const name of files)
        copyFileSync(join(folder, name), join(dir, "embedder", name));
    },
  };
}
