// What each adapter adds to a page.

import assert from "node:assert/strict";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";

import { build } from "esbuild";

/** Bytes that an adapter may have, minified and compressed. */
const LIMIT = 4_000;

for (const entry of ["openai", "ai-sdk", "transformers"])
  test(`palimpsest/${entry} has at most ${LIMIT} bytes, and draws nothing else in`, async (context) => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `export * from "palimpsest/${entry}"`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      format: "esm",
      metafile: true,
      minify: true,
      platform: "browser",
      write: false,
    });
    const size = brotliCompressSync(outputFiles[0].contents).length;
    context.diagnostic(`palimpsest/${entry}: ${size} bytes`);
    assert.ok(size <= LIMIT, `${size} bytes`);
    const foreign = Object.keys(metafile.inputs).filter(
      (path) =>
        !path.startsWith("<") && !path.includes("node_modules/palimpsest/"),
    );
    assert.deepEqual(foreign, []);
  });

test("an adapter that is imported and not used adds nothing", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'import "palimpsest/openai"; import { aiSdk } from "palimpsest/ai-sdk"; console.log(1)',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    logLevel: "silent",
    minify: true,
    platform: "browser",
    write: false,
  });
  assert.equal(outputFiles[0].text, "console.log(1);\n");
});
