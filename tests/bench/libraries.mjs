// The libraries of the subjects, each bundled into one module for a runtime: what is imported, and what is shipped.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { build } from "esbuild";

/** @typedef {import("./subject.mjs").Subject} Subject */
/** @typedef {import("./subject.mjs").Runtime} Runtime */

const folder = (/** @type {string} */ path) =>
  fileURLToPath(new URL(path, import.meta.url));
/** Peers are installed here, and nowhere else; the package and what is built for it lie with the tests. */
const PLACES = {
  palimpsest: folder("../node_modules/palimpsest"),
  "bench-index": folder("../.cache/bench-index"),
};
const PEERS = folder("./node_modules");
const OUT = folder("../.cache/bench");

/** A file of a package. @param {string} path begins with the package's name */
export function fileOf(path) {
  const [first, ...rest] = path.split("/");
  const place = PLACES[/** @type {keyof typeof PLACES} */ (first)];
  return place ? join(place, ...rest) : join(PEERS, path);
}

/**
 * Where a subject's library lies as one module, minified.
 *
 * @param {Subject} subject
 * @param {Runtime} runtime
 */
export async function bundled({ id, library }, runtime) {
  if (!library) throw new Error(`${id} has no library`);
  const file = join(OUT, runtime, `${id}.mjs`);
  const { from, names } = library;
  const isBare = from.startsWith("bench-index/");
  await build({
    stdin: {
      contents: exportsOf(isBare ? fileOf(from) : from, names),
      resolveDir: folder("."),
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: runtime === "page" ? "browser" : "node",
    // Modules of CommonJS in a bundle for Node ask for its own modules in this way.
    ...(runtime === "node" && { banner: { js: REQUIRE } }),
    outfile: file,
    logLevel: "silent",
  });
  return file;
}

const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** @param {string} from @param {string[]} names */
function exportsOf(from, names) {
  const module = JSON.stringify(from);
  const named = names.filter((name) => name !== "*");
  return [
    ...(names.includes("*") ? [`export * from ${module};`] : []),
    ...(0 < named.length
      ? [`export { ${named.join(", ")} } from ${module};`]
      : []),
  ].join("\n");
}

/** Bytes that a page downloads for a subject: the bundle and the wasm file, each compressed by brotli. @param {Subject} subject */
export async function shippedBytes(subject) {
  const { library } = subject;
  if (!library) return 0;
  if (library.isShipped === false) return undefined;
  const files = [
    await bundled(subject, "page"),
    ...(library.wasm ? [fileOf(library.wasm)] : []),
  ];
  const sizes = files.map(
    async (file) => brotliCompressSync(await readFile(file)).length,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** @param {Subject} subject */
export async function versionOf({ library }) {
  if (!library || library.package === "palimpsest") return "";
  const file = fileOf(`${library.package}/package.json`);
  return JSON.parse(await readFile(file, "utf8")).version;
}
