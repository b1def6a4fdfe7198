// The first lines of code of both READMEs, as they stand there, in Node and from the packed package.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** The first block of JavaScript of a text. @param {string} path */
async function firstLines(path) {
  const text = await readFile(join(ROOT, path), "utf8");
  const [, lines] = /^```js\n(.*?)^```$/ms.exec(text) ?? [];
  assert.ok(lines, `${path} has no JavaScript`);
  return lines;
}

/** @type {[string, RegExp][]} */
const SHOWN = [
  [
    "README.md",
    /^superseded \[ \{ guard: 'negation'.*\n0\.\d+ 用户不喜欢简洁的界面\n$/,
  ],
  [
    "pkg-template/README.md",
    /^added duplicate\n0\.\d\d Lives in Lisbon with two cats\n$/,
  ],
];

for (const [path, shown] of SHOWN)
  test(`the first lines of ${path} run as they stand, and print what is said of them`, async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", await firstLines(path)],
      { cwd: import.meta.dirname },
    );
    assert.match(stdout, shown);
  });
