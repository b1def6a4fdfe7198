// Rows by bundler: what each makes of the package runs in Chromium, or in workerd.

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { pageAnswer, urlAnswer } from "./browser.mjs";
import {
  bytesBelow,
  bytesLoaded,
  freshFolder,
  PACKAGE,
  versionOf,
} from "./folder.mjs";

/**
 * A bundler, when its row comes to it; without its types, which bring another version of Node's.
 *
 * @param {string} name @returns {Promise<any>}
 */
const tool = (name) => import(name);

/** @type {import("./main.mjs").Row[]} */
export const BUNDLERS = [
  {
    name: "Vite, built",
    async run() {
      const { build } = await tool("vite");
      const root = await freshFolder();
      await build({ root, logLevel: "error", configFile: false });
      return built("vite", join(root, "dist"));
    },
  },
  { name: "Vite, dev server", run: () => served({}) },
  {
    // What versions before 8 need.
    name: "Vite, dev server that leaves the package as it is",
    run: () => served({ optimizeDeps: { exclude: ["palimpsest"] } }),
  },
  {
    name: "webpack",
    async run() {
      const { default: webpack } = await tool("webpack");
      const folder = await freshFolder();
      await new Promise((resolve, reject) =>
        webpack(
          {
            mode: "production",
            context: folder,
            entry: "./page.mjs",
            output: {
              path: join(folder, "dist"),
              filename: "page.mjs",
              module: true,
            },
            experiments: { outputModule: true },
          },
          (/** @type {unknown} */ error, /** @type {any} */ stats) => {
            if (error) reject(error);
            else if (stats?.hasErrors()) reject(new Error(stats.toString()));
            else resolve(undefined);
          },
        ),
      );
      return built("webpack", await withPage(folder));
    },
  },
  {
    name: "esbuild",
    async run() {
      const folder = await esbuilt("page.mjs", {});
      await besideBundle(folder);
      return built("esbuild", await withPage(folder));
    },
  },
  {
    name: "esbuild, ./slim, the file as an asset",
    async run() {
      const folder = await esbuilt("asset.mjs", { ".wasm": "file" });
      return built("esbuild", await withPage(folder));
    },
  },
  {
    name: "Rollup",
    async run() {
      const { rollup } = await tool("rollup");
      const resolver = await tool("@rollup/plugin-node-resolve");
      const folder = await freshFolder();
      const bundle = await rollup({
        input: join(folder, "page.mjs"),
        plugins: [resolver.default({ browser: true })],
      });
      await bundle.write({ file: join(folder, "dist/page.mjs") });
      await bundle.close();
      await besideBundle(folder);
      return built("rollup", await withPage(folder));
    },
  },
  {
    name: "workerd, by Miniflare",
    async run() {
      const { build } = await tool("esbuild");
      const { Miniflare } = await tool("miniflare");
      const folder = await freshFolder();
      // As Wrangler does: the wasm file stays a module of its own.
      await build({
        absWorkingDir: folder,
        entryPoints: ["workerd.mjs"],
        bundle: true,
        format: "esm",
        conditions: ["workerd", "worker", "browser"],
        external: ["*.wasm", "cloudflare:*", "node:*"],
        outfile: "dist/workerd.mjs",
      });
      await besideBundle(folder);
      const worker = new Miniflare({
        modulesRoot: join(folder, "dist"),
        modules: [
          { type: "ESModule", path: join(folder, "dist/workerd.mjs") },
          { type: "CompiledWasm", path: join(folder, "dist/palimpsest.wasm") },
        ],
        compatibilityDate: "2026-01-01",
      });
      try {
        const start = performance.now();
        const response = await worker.dispatchFetch("http://localhost/");
        const text = await response.text();
        if (!response.ok) throw new Error(text);
        // Its own clock stands still while it computes.
        const ms = performance.now() - start;
        return {
          version: await versionOf("workerd"),
          bytes: await bytesBelow(join(folder, "dist")),
          answer: { ...JSON.parse(text), ms },
        };
      } finally {
        await worker.dispose();
      }
    },
  },
];

/** A folder with a program bundled into dist/page.mjs. @param {string} program @param {object} loader by ending */
async function esbuilt(program, loader) {
  const { build } = await tool("esbuild");
  const folder = await freshFolder();
  await build({
    absWorkingDir: folder,
    entryPoints: [program],
    bundle: true,
    minify: true,
    format: "esm",
    loader,
    outfile: "dist/page.mjs",
  });
  return folder;
}

/** What a page of Vite's dev server says. @param {object} config */
async function served(config) {
  const { createServer } = await tool("vite");
  const root = await freshFolder();
  const server = await createServer({
    root,
    logLevel: "error",
    configFile: false,
    ...config,
  });
  try {
    await server.listen(0);
    const [url = ""] = server.resolvedUrls?.local ?? [];
    const { answer, version } = await urlAnswer(url);
    return {
      answer,
      version: `${await versionOf("vite")}, Chromium ${version}`,
      bytes: await bytesLoaded(root, "entry-browser.js"),
    };
  } finally {
    await server.close();
  }
}

/** For a bundler that leaves `new URL("./palimpsest.wasm", import.meta.url)` as it stands. @param {string} folder */
async function besideBundle(folder) {
  await copyFile(
    join(folder, PACKAGE, "palimpsest.wasm"),
    join(folder, "dist/palimpsest.wasm"),
  );
}

/** The folder of a bundle, with a page for it. @param {string} folder */
async function withPage(folder) {
  await mkdir(join(folder, "dist"), { recursive: true });
  await writeFile(
    join(folder, "dist/index.html"),
    await readFile(join(folder, "index.html")),
  );
  return join(folder, "dist");
}

/** What a built page says. @param {string} bundler @param {string} folder */
async function built(bundler, folder) {
  const { answer, bytes, version } = await pageAnswer(folder, "index.html");
  return {
    answer,
    bytes,
    version: `${await versionOf(bundler)}, Chromium ${version}`,
  };
}
