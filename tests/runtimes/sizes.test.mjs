// How large the package may become: the wasm file, each entry's JavaScript, and what a bundle holds of what it does not import.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";

import { build } from "esbuild";

const PACKAGE = join(import.meta.dirname, "../node_modules/palimpsest");
/** @param {string} path */
const json = async (path) => JSON.parse(await readFile(path, "utf8"));
const sizes = await json(join(import.meta.dirname, "sizes.json"));
const manifest = await json(join(PACKAGE, "package.json"));
/** The modules that are entries, each with its file as a page's bundler finds it. */
const entries = Object.entries(manifest.exports)
  .map(([name, target]) => ({ name, file: fileFor(target) }))
  .filter(({ file }) => file.endsWith(".js"));
const adapters = entries.filter(({ name }) => !(name in sizes.entries));

test("the wasm file stays within its budget", async (context) => {
  const { most, target } = sizes["palimpsest.wasm"];
  const wasm = await readFile(join(PACKAGE, "palimpsest.wasm"));
  const size = brotliCompressSync(wasm).length;
  const missed = target < size ? `; the target of ${target} is not met` : "";
  context.diagnostic(`palimpsest.wasm: ${size} bytes${missed}`);
  assert.ok(size <= most, `${size} bytes, of at most ${most}`);
});

for (const { name } of entries)
  test(`the JavaScript of ${name} stays within its budget`, async (context) => {
    const most = sizes.entries[name] ?? sizes.adapter;
    const { size } = await bundled(`export * from "${specifier(name)}";`);
    context.diagnostic(`${name}: ${size} bytes, of at most ${most}`);
    assert.ok(size <= most, `${size} bytes, of at most ${most}`);
  });

for (const { name } of adapters)
  test(`a bundle that imports ${name} alone holds no other adapter`, async () => {
    const { files } = await bundled(`export * from "${specifier(name)}";`);
    const others = adapters.filter((adapter) => adapter.name !== name);
    for (const other of others)
      assert.ok(!files.includes(basename(other.file)), other.file);
  });

test("an import that is not used leaves nothing in a bundle", async () => {
  const imports = entries.map(
    ({ name }, place) =>
      `import * as unused${place} from "${specifier(name)}";`,
  );
  assert.deepEqual((await bundled(imports.join("\n"))).files, []);
});

test("a bundle that takes MemoryError holds nothing else", async () => {
  const source = 'export { MemoryError } from "palimpsest";';
  assert.deepEqual((await bundled(source)).files, ["errors.js"]);
});

/**
 * What a page's bundler makes of a module: its size, and the package's files that are in it.
 *
 * @param {string} contents
 */
async function bundled(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
    outfile: "bundle.js",
    // What an adapter speaks to is the user's own.
    plugins: [{ name: "others", setup: leaveOut }],
  });
  const [output] = Object.values(metafile.outputs);
  return {
    size: brotliCompressSync(outputFiles[0]?.contents ?? "").length,
    files: Object.entries(output?.inputs ?? {})
      .filter(
        ([file, { bytesInOutput }]) => file !== "<stdin>" && 0 < bytesInOutput,
      )
      .map(([file]) => basename(file)),
  };
}

/** Leaves imports of other packages, and a Worker's of the wasm file, as they stand. @param {import("esbuild").PluginBuild} build */
function leaveOut(build) {
  build.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({
    path,
    external: true,
  }));
  build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
    kind === "entry-point" || path.startsWith("palimpsest")
      ? undefined
      : { path, external: true },
  );
}

/** @param {string} name as the exports map has it */
function specifier(name) {
  return name.replace(/^\./, "palimpsest");
}

/** @param {any} target @returns {string} */
function fileFor(target) {
  if (typeof target === "string") return target;
  const condition = Object.keys(target).find((key) =>
    ["browser", "import", "default"].includes(key),
  );
  return condition === undefined ? "" : fileFor(target[condition]);
}
