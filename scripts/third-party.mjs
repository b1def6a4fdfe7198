// Prints the licences of what is compiled into the wasm file, as Markdown: each crate of the release build, and Rust's standard library.
//   node scripts/third-party.mjs
//
// The texts lie in the crates' sources, which cargo has once it has built; nothing is downloaded.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** @typedef {{ id: string, name: string, version: string, license: string | null, repository: string | null, authors: string[],
 *    manifest_path: string, targets: { kind: string[] }[] }} Crate */
/** @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node */
/** @type {{ packages: Crate[], resolve: { root: string, nodes: Node[] } }} */
const metadata = JSON.parse(
  execFileSync(
    "cargo",
    [
      "metadata",
      "--locked",
      "--format-version=1",
      "--filter-platform=wasm32-unknown-unknown",
    ],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 27 },
  ),
);
const MIT = readFileSync(join(ROOT, "LICENSE-MIT"), "utf8");
const RUST = {
  title: "Rust's standard library (MIT OR Apache-2.0)",
  address: "https://github.com/rust-lang/rust",
  text: mitOf("The Rust Project Contributors"),
};

const crates = compiledIn().sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
/** Crates by text: many have the same. @type {Map<string, string[]>} */
const heads = new Map();
for (const { title, address, text } of [...crates.map(licensed), RUST])
  heads.set(text, [...(heads.get(text) ?? []), `- ${title}, ${address}`]);

console.log(
  "# What is compiled into palimpsest.wasm\n\nWhere a choice of licences is given, the text printed here is the one chosen.",
);
for (const [text, titles] of heads)
  console.log(`\n${titles.join("\n")}\n\n\`\`\`text\n${text}\n\`\`\``);

/** The crates that the library needs when it runs: none that only build it, test it, or write its code. */
function compiledIn() {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const known = new Map(metadata.packages.map((crate) => [crate.id, crate]));
  /** @type {Set<Crate>} */
  const found = new Set();
  const waiting = [metadata.resolve.root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const crate = known.get(id);
    if (!crate || found.has(crate)) continue;
    if (crate.targets.some(({ kind }) => kind.includes("proc-macro"))) continue;
    found.add(crate);
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind === null)) waiting.push(pkg);
  }
  return [...found].filter(({ id }) => id !== metadata.resolve.root);
}

/** @param {Crate} crate */
function licensed(crate) {
  return {
    title: titleOf(crate),
    address: crate.repository ?? "no address given",
    text: textOf(crate),
  };
}

/** @param {Crate} crate */
function titleOf({ name, version, license }) {
  return `${name} ${version} (${license})`;
}

/**
 * The MIT text where the crate may be had under it, else all that lies beside its manifest.
 *
 * @param {Crate} crate
 */
function textOf({ name, license, authors, manifest_path }) {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) =>
    /^(licen[cs]e|copying|notice)/i.test(file),
  );
  const isMit = /\bMIT\b/.test(license ?? "") && !/ AND /.test(license ?? "");
  const mit = files.filter((file) => /mit/i.test(file));
  const chosen = isMit && mit.length > 0 ? mit : files;
  if (chosen.length === 0 && isMit) return mitOf(authors.join(", "));
  if (chosen.length === 0)
    throw new Error(
      `${name} (${license}) comes without the text of its licence`,
    );
  return chosen
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim())
    .join("\n\n");
}

/** The MIT licence, for a crate that names it and does not print it. @param {string} holders */
function mitOf(holders) {
  return MIT.replace(/^Copyright .*$/m, `Copyright (c) ${holders}`).trim();
}
