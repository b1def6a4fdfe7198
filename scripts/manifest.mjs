// Writes the package's manifest: the template's, with the version that Cargo.toml gives.
//   node scripts/manifest.mjs OUT

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const [out = "pkg"] = process.argv.slice(2);

const [, version] =
  /^\[package\]$[^[]*?^version = "([^"]+)"$/m.exec(
    readFileSync(join(ROOT, "Cargo.toml"), "utf8"),
  ) ?? [];
if (version === undefined) throw new Error("Cargo.toml gives no version");
const { name, ...others } = JSON.parse(
  readFileSync(join(ROOT, "pkg-template/package.json"), "utf8"),
);
const manifest = { name, version, ...others };
writeFileSync(
  join(out, "package.json"),
  `${JSON.stringify(manifest, undefined, 2)}\n`,
);
