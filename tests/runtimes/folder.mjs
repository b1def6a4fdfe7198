// A fresh folder for each row, as a user's project is: the packed package in node_modules, and the programs of apps/.

import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** Runs a program to its end; rejects with what it printed when it fails. */
export const execute = promisify(execFile);

const PACKED = join(import.meta.dirname, "../.cache/packed");
const APPS = join(import.meta.dirname, "apps");
/** Where the runtimes and bundlers are installed. */
export const TOOLS = join(import.meta.dirname, "node_modules");
/** The package within a row's folder. */
export const PACKAGE = "node_modules/palimpsest";
/** The folder that holds the rows' folders; whoever runs the rows removes it. Outside the project, or its own node_modules would be found. */
export const ALL = await mkdtemp(join(tmpdir(), "palimpsest-runtimes-"));

/** The packed package. */
export async function tarball() {
  const [file] = (await readdir(PACKED)).filter((name) =>
    name.endsWith(".tgz"),
  );
  if (file === undefined) throw new Error("the package is not packed yet");
  return join(PACKED, file);
}

/**
 * A folder without the package.
 *
 * @param {string[]} linked packages of TOOLS that are in its node_modules
 */
export async function emptyFolder(linked = []) {
  const folder = await mkdtemp(join(ALL, "row-"));
  await cp(APPS, folder, { recursive: true });
  const use = await readFile(join(folder, "use.mjs"), "utf8");
  await writeFile(
    join(folder, "use.cjs"),
    use.replace("export async function use", "exports.use = async function"),
  );
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await mkdir(join(folder, "node_modules"));
  for (const name of linked)
    await symlink(join(TOOLS, name), join(folder, "node_modules", name));
  return folder;
}

/** A folder with the package unpacked in it. @param {string[]} [linked] */
export async function freshFolder(linked) {
  const folder = await emptyFolder(linked);
  const target = join(folder, PACKAGE);
  await mkdir(target);
  const archive = await tarball();
  await execute("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
  return folder;
}

/** The version of a package, among the tools or the packages of all tests. @param {string} name */
export async function versionOf(name) {
  const path = join(name, "package.json");
  const manifest = await readFile(join(TOOLS, path), "utf8").catch(() =>
    readFile(join(TOOLS, "../../node_modules", path), "utf8"),
  );
  return /** @type {string} */ (JSON.parse(manifest).version);
}

/**
 * The bytes that entries of the unpacked package load: their modules, and the wasm file where one of them names it.
 *
 * @param {string} folder @param {string[]} entries
 */
export async function bytesLoaded(folder, ...entries) {
  /** @type {Set<string>} */
  const files = new Set();
  const waiting = entries.map((entry) => join(folder, PACKAGE, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!file.endsWith(".js")) continue;
    const text = await readFile(file, "utf8");
    for (const [, path = ""] of text.matchAll(
      /(?:from |require\()"(\.[^"]+)"/g,
    ))
      waiting.push(join(dirname(file), path));
    if (text.includes('URL("./palimpsest.wasm"'))
      waiting.push(join(folder, PACKAGE, "palimpsest.wasm"));
  }
  return bytesOf(files);
}

/** The bytes of all files below a folder. @param {string} folder */
export async function bytesBelow(folder) {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  return bytesOf(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
}

/** @param {Iterable<string>} files */
async function bytesOf(files) {
  let bytes = 0;
  for (const file of files) bytes += (await readFile(file)).length;
  return bytes;
}
