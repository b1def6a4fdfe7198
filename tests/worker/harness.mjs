// Starts a Worker in workerd, with the package as a bundler for Workers would find it.

import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

const packages = createRequire(import.meta.url);
// Not imported: its types need those of packages that it does not bring.
const { Miniflare } = packages("miniflare");

const HERE = import.meta.dirname;
const PACKAGE = dirname(packages.resolve("palimpsest/package.json"));
const CONTRACT = join(HERE, "../.cache/contract");

/** What a bundler for Workers looks for in an exports map. */
const CONDITIONS = ["workerd", "default"];

/** @typedef {{ type: "ESModule" | "CompiledWasm", path: string, contents: string | Uint8Array<ArrayBuffer> }} Module */

/**
 * A Worker whose main module is that file of this folder.
 *
 * @param {string} main
 * @param {object} [options]
 * @param {Record<string, string>} [options.objects] the class of each binding of Durable Objects, with SQLite
 * @param {string} [options.folder] where the objects outlive the Worker
 * @param {string[]} [options.flags]
 * @param {string} [options.date] the compatibility date
 * @param {string[]} [options.withoutSqlite] bindings whose class has none
 */
export async function startWorker(main, options = {}) {
  const { objects = {}, folder, flags = [], withoutSqlite = [] } = options;
  const { date = "2026-04-01" } = options;
  const miniflare = new Miniflare({
    modules: modules(main),
    compatibilityDate: date,
    compatibilityFlags: flags,
    durableObjects: Object.fromEntries(
      Object.entries(objects).map(([binding, className]) => [
        binding,
        { className, useSQLite: !withoutSqlite.includes(binding) },
      ]),
    ),
    ...(folder && { durableObjectsPersist: folder }),
    // What an object says of its own failures is no news to a test that makes it fail.
    handleRuntimeStdio: (
      /** @type {import("node:stream").Readable} */ stdout,
      /** @type {import("node:stream").Readable} */ stderr,
    ) => {
      stdout.resume();
      stderr.resume();
    },
  });
  /** @type {URL} */
  const address = await miniflare.ready.catch(
    async (/** @type {Error} */ cause) => {
      await miniflare.dispose();
      throw cause;
    },
  );
  /**
   * A connection of its own for each request: one that was kept the runtime closes after a while, and a request that meets that end fails.
   *
   * @param {string} path @param {{ method?: string, body?: string }} [init]
   */
  async function fetch(path, { method = "GET", body } = {}) {
    const asked = request(new URL(path, address), { method, agent: false });
    asked.end(body);
    const [answer] = await once(asked, "response");
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  }
  /** Calls a method through the fixture. @param {Asked} asked */
  async function ask({ given = [], ...asked }) {
    const body = JSON.stringify({ ...asked, given });
    const answer = (await fetch("/", { method: "POST", body })).body;
    if (answer.error) throw Object.assign(new Error(), answer.error);
    return answer.answer;
  }
  return { fetch, ask, close: () => miniflare.dispose() };
}

/**
 * A method of a memory in the fixture's object of that binding and user; `bare`: one of the object itself.
 *
 * `abortAfter`: with a signal that is aborted after so many milliseconds, for that `reason`; 0 is before the call.
 *
 * @typedef {{ object: string, user: string, method: string, given?: unknown[], scope?: object, bare?: boolean, abortAfter?: number, reason?: unknown }} Asked
 */

/** @param {string} main @returns {Module[]} */
function modules(main) {
  return [
    module(join(HERE, main), "main.mjs"),
    ...entries(),
    ...filesOf(PACKAGE, "palimpsest/files"),
    ...filesOf(CONTRACT, "contract"),
    module(join(HERE, "stream.mjs"), "stream.mjs"),
  ];
}

/** A module for each way into the package, by the name that is imported. @returns {Module[]} */
function entries() {
  const { exports } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  return Object.entries(exports).flatMap(([entry, target]) => {
    const file = targetOf(target);
    if (!file.endsWith(".js") || entry === "./node-sqlite") return [];
    const path = join("palimpsest", entry);
    const up = entry === "." ? "./palimpsest/files" : "./files";
    const contents = `export * from "${up}/${file.slice(2)}";`;
    return [/** @type {const} */ ({ type: "ESModule", path, contents })];
  });
}

/** @param {any} target what an exports map has for an entry @returns {string} */
function targetOf(target) {
  if (typeof target === "string") return target;
  for (const [condition, inner] of Object.entries(target))
    if (CONDITIONS.includes(condition)) return targetOf(inner);
  throw new Error(`nothing for a Worker in ${JSON.stringify(target)}`);
}

/** @param {string} folder @param {string} as @returns {Module[]} */
function filesOf(folder, as) {
  return readdirSync(folder)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((name) => module(join(folder, name), `${as}/${name}`));
}

/** @param {string} file @param {string} path @returns {Module} */
function module(file, path) {
  return file.endsWith(".wasm")
    ? {
        type: "CompiledWasm",
        path,
        contents: new Uint8Array(readFileSync(file)),
      }
    : { type: "ESModule", path, contents: readFileSync(file, "utf8") };
}
