// Rows that are a process each: Node, Deno, Bun, and the test runners.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  bytesLoaded,
  emptyFolder,
  execute,
  freshFolder,
  tarball,
  TOOLS,
  versionOf,
} from "./folder.mjs";

/** @typedef {import("./main.mjs").Row} Row */

/** @type {Row[]} */
export const PROCESSES = [
  {
    name: "Node, ESM, by npm install --offline",
    async run() {
      const folder = await emptyFolder();
      await execute("npm", ["install", "--offline", await tarball()], {
        cwd: folder,
      });
      return inNode(folder, "node.mjs", "entry-node.js");
    },
  },
  {
    name: "Node, CommonJS",
    run: async () =>
      inNode(await freshFolder(), "node.cjs", "cjs/entry-node.js"),
  },
  {
    name: "Node, ./slim",
    run: async () =>
      inNode(await freshFolder(), "slim.mjs", "slim.js", "palimpsest.wasm"),
  },
  {
    name: "Node, ./base64",
    run: async () => inNode(await freshFolder(), "base64.mjs", "base64.js"),
  },
  {
    name: "Deno",
    async run() {
      const folder = await freshFolder();
      const flags = ["--node-modules-dir=manual", "--cached-only"];
      const program = ["run", ...flags, "--allow-read=.", "node.mjs"];
      return {
        version: await versionOf("deno"),
        bytes: await bytesLoaded(folder, "entry-node.js"),
        // It keeps compiled code in a folder of its own.
        answer: await printed(folder, bin("deno"), program, {
          DENO_DIR: join(folder, ".deno"),
          DENO_NO_UPDATE_CHECK: "1",
        }),
      };
    },
  },
  {
    name: "Bun",
    async run() {
      const folder = await freshFolder();
      return {
        version: await versionOf("bun"),
        bytes: await bytesLoaded(folder, "entry-node.js"),
        answer: await printed(folder, bin("bun"), ["run", "node.mjs"]),
      };
    },
  },
  {
    name: "Vitest",
    async run() {
      const folder = await freshFolder(["vitest"]);
      await execute(bin("vitest"), ["run", "vitest.spec.mjs"], { cwd: folder });
      return {
        version: await versionOf("vitest"),
        bytes: await bytesLoaded(folder, "entry-node.js"),
        answer: await written(folder),
      };
    },
  },
  { name: "Jest", run: () => inJest([]) },
  {
    name: "Jest, with jsdom's conditions",
    run: () => inJest(["browser"]),
  },
];

/** @param {string} name */
const bin = (name) => join(TOOLS, ".bin", name);

/** @param {string} folder @param {string} program @param {string[]} entries what of the package it loads */
async function inNode(folder, program, ...entries) {
  return {
    version: process.versions.node,
    bytes: await bytesLoaded(folder, ...entries),
    answer: await printed(folder, process.execPath, [program]),
  };
}

/** @param {string[]} conditions by which Jest resolves, besides `require` and `default` */
async function inJest(conditions) {
  const folder = await freshFolder();
  const config = {
    rootDir: folder,
    cacheDirectory: join(folder, ".jest"),
    watchman: false,
    // The environment for pages needs jsdom; what counts here are the conditions that it resolves by.
    testEnvironmentOptions: conditions.length
      ? { customExportConditions: conditions }
      : {},
  };
  const flags = ["--config", JSON.stringify(config), "--runInBand"];
  await execute(bin("jest"), [...flags, "jest.spec.js"], { cwd: folder });
  return {
    version: await versionOf("jest"),
    bytes: await bytesLoaded(folder, "cjs/entry-node.js"),
    answer: await written(folder),
  };
}

/**
 * What a program prints, as JSON.
 *
 * @param {string} cwd @param {string} program @param {string[]} args @param {Record<string, string>} [env]
 */
async function printed(cwd, program, args, env) {
  const { stdout } = await execute(program, args, {
    cwd,
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}

/** What a test wrote. @param {string} folder */
async function written(folder) {
  return JSON.parse(await readFile(join(folder, "answer.json"), "utf8"));
}
