// Runs everything that CI runs, the quick checks first, and stops at the first step that fails. `make test` does the set-up before it.
//   node scripts/test.mjs [NAME…]     only the steps whose names begin so

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const BIN = "tests/node_modules/.bin";
const CACHE = "tests/.cache";
process.chdir(ROOT);

const scripted = ["tests", "scripts", "pkg-template", "www"].filter(existsSync);
const nodeTests = filesBelow("tests", ".test.mjs");
const inBrowser = nodeTests.filter((file) =>
  /^tests\/(browser|www)\//.test(file),
);
const inNode = nodeTests.filter((file) => !inBrowser.includes(file));

/** @typedef {{ name: string, run: string, env?: Record<string, string>, isShown?: boolean }} Step whether what it prints is shown, too */

/**
 * What is run, in order. A step counts the tests that its output tells of, or else as one check.
 *
 * @type {Step[]}
 */
const STEPS = [
  { name: "rustfmt", run: "cargo fmt --check" },
  {
    name: "prettier",
    run: `${BIN}/prettier --check --log-level warn --cache --cache-location ${CACHE}/prettier --ignore-path .gitignore --ignore-path tests/.prettierignore ${scripted.join(" ")}`,
  },
  {
    name: "eslint",
    run: `${BIN}/eslint --config tests/eslint.config.mjs --max-warnings 0 --cache --cache-location ${CACHE}/eslint ${scripted.join(" ")}`,
  },
  {
    name: "clippy, host",
    run: "cargo clippy --quiet --all-targets -- -D warnings",
  },
  {
    // One seed, so that what fails here fails anywhere; `make test-random` takes another each time.
    name: "host tests",
    run: "cargo test --quiet",
    env: { PROPTEST_RNG_SEED: process.env.PROPTEST_RNG_SEED ?? "20261130" },
  },
  {
    name: "rustdoc",
    run: "cargo doc --quiet --no-deps",
    env: { RUSTDOCFLAGS: "-D warnings" },
  },
  {
    name: "clippy, wasm32",
    run: "scripts/wasm clippy --quiet --lib --examples --test 'browser_*' -- -D warnings",
  },
  { name: "package", run: "scripts/pkg" },
  { name: "contract", run: "scripts/contract" },
  {
    name: "types",
    // The types of @huggingface/transformers have faults of their own, so what uses them is a project without a check of libraries.
    run: ["tests", "tests/adapters/transformers", "www"]
      .map(
        (project, i) =>
          `${BIN}/tsc --project ${project} --incremental --tsBuildInfoFile ${CACHE}/types${i}.tsbuildinfo`,
      )
      .join(" && "),
  },
  {
    name: "node tests",
    run: `node --test --test-timeout=300000 --test-reporter=tap ${inNode.join(" ")}`,
  },
  { name: "cases", run: "node tests/cases/run.mjs" },
  { name: "evaluation", run: "node tests/eval/short.mjs" },
  { name: "runtimes", run: "node tests/runtimes/main.mjs", isShown: true },
  {
    name: "wasm tests, Chromium",
    run: "scripts/wasm test --test 'browser_*'",
  },
  {
    name: "pages, Chromium",
    run: `node --test --test-timeout=300000 --test-reporter=tap --test-concurrency=1 ${inBrowser.join(" ")}`,
  },
];

/** The closing lines of cargo's and wasm-bindgen's tests, of node's, and of the cases. */
const COUNTS = [
  /^test result: .*? (?<passed>\d+) passed; (?<failed>\d+) failed/gm,
  /^# (?:pass (?<passed>\d+)|fail (?<failed>\d+))$/gm,
  /^(?<passed>\d+) passed, (?<failed>\d+) failed$/gm,
];

const total = { passed: 0, failed: 0 };
const wanted = process.argv.slice(2);
for (const step of STEPS) {
  if (wanted.length && !wanted.some((name) => step.name.startsWith(name)))
    continue;
  process.stdout.write(`${step.name} … `);
  const start = performance.now();
  const { output, code } = await outputOf(step);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = countsIn(output, code);
  total.passed += counts.passed;
  total.failed += counts.failed;
  console.log(
    `${code === 0 ? summary(output, counts) : "failed"}, ${seconds} s`,
  );
  if (code !== 0 || step.isShown) console.log(output.trimEnd());
  if (code !== 0) break;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {Step} step @returns {Promise<{ output: string, code: number }>} */
function outputOf({ run, env }) {
  const child = spawn(run, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ output, code: code ?? 1 }));
  });
}

/** @param {string} output @param {number} code */
function countsIn(output, code) {
  const counts = { passed: 0, failed: 0 };
  for (const pattern of COUNTS)
    for (const { groups = {} } of output.matchAll(pattern)) {
      counts.passed += Number(groups.passed ?? 0);
      counts.failed += Number(groups.failed ?? 0);
    }
  if (code !== 0) counts.failed = Math.max(1, counts.failed);
  else if (counts.passed === 0) counts.passed = 1;
  return counts;
}

/** What one line can say of a step that passed. @param {string} output @param {{ passed: number }} counts */
function summary(output, { passed }) {
  const telling = output.match(/^palimpsest\.wasm: .*$/m);
  if (telling) return telling[0];
  return passed === 1 ? "passed" : `${passed} passed`;
}

/** @param {string} folder @param {string} ending @returns {string[]} */
function filesBelow(folder, ending) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path, ending);
      return path.endsWith(ending) ? [path] : [];
    })
    .sort();
}
