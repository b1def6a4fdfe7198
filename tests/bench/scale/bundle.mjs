// A file of this folder as one module, for a page or a Worker.

import { join } from "node:path";

import { build } from "esbuild";

/** @param {string} file @param {"browser" | "workerd"} condition @returns {Promise<string>} where it lies */
export async function bundled(file, condition) {
  const outfile = join(
    import.meta.dirname,
    "../../.cache/scale",
    file.replace(".mjs", ".js"),
  );
  await build({
    entryPoints: [join(import.meta.dirname, file)],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: [condition],
    // A Worker is given the package as modules beside this one.
    external:
      condition === "workerd"
        ? ["palimpsest", "palimpsest/*", "cloudflare:workers"]
        : [],
    logLevel: "silent",
  });
  return outfile;
}
