// What is in the packed package: its files, its manifest, its types for every way of resolving, its sizes, its licences.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";

import {
  checkPackage,
  createPackageFromTarballData,
} from "@arethetypeswrong/core";
import { publint } from "publint";

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "tests/node_modules/palimpsest");
const PACKED = join(ROOT, "tests/.cache/packed");
const manifest = JSON.parse(
  await readFile(join(PACKAGE, "package.json"), "utf8"),
);

/**
 * What may be wrong with the types of an entry, and why.
 *
 * @type {Record<string, string>}
 */
const EXCUSED = {
  "./palimpsest.wasm NoResolution": "it is no JavaScript",
  "./base64 CJSResolvesToESM": "the same megabyte twice is not worth it",
  "./durable-object CJSResolvesToESM": "a Worker is an ES module",
};

test("npm packs the files of the list, and no others", async () => {
  const { stdout } = await execute(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts"],
    { cwd: join(ROOT, "pkg") },
  );
  const listed = Object.values(JSON.parse(stdout));
  const packed = /** @type {any} */ (listed[0]).files.map(
    (/** @type {{ path: string }} */ file) => file.path,
  );
  const list = await readFile(new URL("files.txt", import.meta.url), "utf8");
  assert.deepEqual(packed.sort(), list.trim().split("\n").sort());
});

test("the version is Cargo.toml's", async () => {
  const cargo = await readFile(join(ROOT, "Cargo.toml"), "utf8");
  const lock = await readFile(join(ROOT, "Cargo.lock"), "utf8");
  const [, version] = /^version = "(.+)"$/m.exec(cargo) ?? [];
  assert.equal(manifest.version, version);
  assert.ok(lock.includes(`name = "palimpsest"\nversion = "${version}"`));
});

test("publint finds nothing to say", async () => {
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true });
  assert.deepEqual(messages, []);
});

test("the types are right for every entry and every way of resolving", async () => {
  const [archive = ""] = await readdir(PACKED);
  const analysis = await checkPackage(
    createPackageFromTarballData(await readFile(join(PACKED, archive))),
  );
  assert.ok(analysis.types);
  const found = analysis.problems
    // TypeScript's oldest way, which knows no exports maps.
    .filter(
      (one) => !("resolutionKind" in one && one.resolutionKind === "node10"),
    )
    .map((one) => `${"entrypoint" in one ? one.entrypoint : ""} ${one.kind}`);
  assert.deepEqual(
    found.filter((problem) => !(problem in EXCUSED)),
    [],
  );
});

test("neither the wasm file nor a text of the package names a folder of this machine", async () => {
  for (const file of await readdir(PACKAGE)) {
    if (file === "cjs") continue;
    const text = await readFile(join(PACKAGE, file), "latin1");
    for (const folder of [`${homedir()}/`, `${ROOT}/`, ".cargo/registry"])
      assert.ok(!text.includes(folder), `${file} names ${folder}`);
  }
});

test("every crate that is compiled in is there with a licence text", async () => {
  const text = await readFile(join(PACKAGE, "THIRD-PARTY.md"), "utf8");
  const { stdout } = await execute(
    "cargo",
    // prettier-ignore
    ["tree", "--offline", "--locked", "--target=wasm32-unknown-unknown", "--edges=normal,no-proc-macro", "--prefix=none", "--format={p}"],
    { cwd: ROOT },
  );
  const crates = stdout
    .split("\n")
    .map((line) => line.replace(/ \(\*\)$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("palimpsest "));
  assert.ok(20 < new Set(crates).size);
  for (const crate of ["Rust's standard library", ...crates])
    assert.ok(
      text.includes(`- ${crate.replace(" v", " ")} (`),
      `${crate} is missing`,
    );
  const texts = [...text.matchAll(/```text\n(.*?)\n```/gs)];
  assert.ok(10 < texts.length);
  for (const [, licence = ""] of texts) assert.ok(500 < licence.length);
});
