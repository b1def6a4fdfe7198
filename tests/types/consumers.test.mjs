// The package's types under a user's compiler: strict, with every declaration checked, by every way of resolving.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";

import typescript from "typescript";

/** @typedef {import("typescript").CompilerOptions} CompilerOptions */

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2022",
  typeRoots: [join(import.meta.dirname, "../node_modules/@types")],
};
/** In Node: no library of a browser's. */
const IN_NODE = { lib: ["es2022"], types: ["node"] };
/** In a page: nothing of Node's. */
const IN_PAGE = { lib: ["es2022", "dom"], types: [] };

for (const [name, file, options] of /** @type {[string, string, object][]} */ ([
  [
    "an ES module in Node, node16",
    "consumer.mts",
    { module: "node16", ...IN_NODE },
  ],
  [
    "an ES module in Node, nodenext",
    "consumer.mts",
    { module: "nodenext", ...IN_NODE },
  ],
  [
    "CommonJS in Node, node16",
    "consumer.cts",
    { module: "node16", ...IN_NODE },
  ],
  [
    "CommonJS in Node, nodenext",
    "consumer.cts",
    { module: "nodenext", ...IN_NODE },
  ],
  [
    "a page, by a bundler",
    "consumer.mts",
    { module: "esnext", moduleResolution: "bundler", ...IN_PAGE },
  ],
  [
    "a Worker, by a bundler",
    "consumer.mts",
    {
      module: "esnext",
      moduleResolution: "bundler",
      customConditions: ["workerd"],
      ...IN_PAGE,
    },
  ],
]))
  test(`the types compile for ${name}`, () => {
    assert.deepEqual(complaints(file, { ...STRICT, ...options }), []);
  });

/** What the compiler has to say. @param {string} file @param {object} options as in a tsconfig.json */
function complaints(file, options) {
  const parsed = typescript.convertCompilerOptionsFromJson(
    options,
    import.meta.dirname,
  );
  assert.deepEqual(parsed.errors, []);
  const program = typescript.createProgram(
    [join(import.meta.dirname, file)],
    parsed.options,
  );
  return typescript
    .getPreEmitDiagnostics(program)
    .map(
      (one) =>
        `${one.file?.fileName ?? ""}: ${typescript.flattenDiagnosticMessageText(one.messageText, " ")}`,
    );
}
