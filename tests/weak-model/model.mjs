// The weak model: SmolLM2-135M on one thread, asked what a library's prompt asks, and taken at its word. No grammar holds its answers.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const FETCH = fileURLToPath(
  new URL("../../scripts/fetch-weak-model", import.meta.url),
);
/** Not installed by the set-up of the tests, so it is not imported by name. */
const MODULE = "node-llama-cpp";

/** Tokens of a prompt with its answer. A longer one makes the callback fail, as a host's limit would. */
const CONTEXT_TOKENS = 4096;
/** Prompts whose beginnings are kept as read, one a task and language: reading one anew takes most of a call's time. */
const SEQUENCES = 10;
/** Tokens of an answer, after which it is cut off: a host's limit, and one more way to answer badly. */
const ANSWER_TOKENS = 128;
/** What every second answer is made to begin with, and ended where it closes, as hosts do to get JSON: by itself this model hardly ever writes any. */
const BEGINNING = '{"';

/** The likeliest word each time, so that a run can be repeated. */
const HOW = { temperature: 0, maxTokens: ANSWER_TOKENS };

/**
 * @typedef {object} Model
 * @property {(question: { system: string, prompt: string, kind: string, signal: AbortSignal }) => Promise<{ answer: string, usage: { inputTokens: number, outputTokens: number } }>} ask one question at a time; those of a `kind` begin alike
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Model>} */
export async function loadModel() {
  const modelPath = execFileSync(FETCH, { encoding: "utf8" }).trim();
  const { LlamaChatSession, LlamaLogLevel, getLlama } = await import(MODULE);
  const llama = await getLlama({
    build: "never",
    gpu: false,
    maxThreads: 1,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({
    contextSize: CONTEXT_TOKENS,
    threads: 1,
    sequences: SEQUENCES,
  });
  /** @type {Map<string, any>} */
  const sequences = new Map();
  /** @type {Map<string, number>} */
  const nAsked = new Map();

  /** @type {Model["ask"]} */
  async function askAlone({ system, prompt, kind, signal }) {
    const sequence = sequences.get(kind) ?? context.getSequence();
    sequences.set(kind, sequence);
    const nth = (nAsked.get(kind) ?? 0) + 1;
    nAsked.set(kind, nth);
    const session = new LlamaChatSession({
      contextSequence: sequence,
      systemPrompt: system,
      autoDisposeSequence: false,
    });
    const from = sequence.tokenMeter.getState();
    try {
      const answer = await (nth % 2 === 0
        ? begun(session, prompt, signal)
        : session.prompt(prompt, { ...HOW, signal }));
      const { usedInputTokens, usedOutputTokens } =
        sequence.tokenMeter.diff(from);
      return {
        answer,
        usage: {
          inputTokens: usedInputTokens,
          outputTokens: usedOutputTokens,
        },
      };
    } finally {
      session.dispose();
    }
  }

  /** The sequence serves one question at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();
  return {
    ask(question) {
      const asked = last.then(() => askAlone(question));
      last = asked.catch(() => {});
      return asked;
    },
    close: () => llama.dispose(),
  };
}

/** An answer that is begun for the model, and ended. @param {any} session @param {string} prompt @param {AbortSignal} signal @returns {Promise<string>} */
async function begun(session, prompt, signal) {
  const closed = new AbortController();
  let text = "";
  const answer = await session.prompt(prompt, {
    ...HOW,
    responsePrefix: BEGINNING,
    signal: AbortSignal.any([signal, closed.signal]),
    stopOnAbortSignal: true,
    onTextChunk(/** @type {string} */ chunk) {
      text += chunk;
      if (endOf(text) !== undefined) closed.abort();
    },
  });
  return answer.slice(0, endOf(answer));
}

/** Where the first object of a text closes; braces within its strings are counted too, as a careless host would. @param {string} text */
function endOf(text) {
  let depth = text.startsWith("{") ? 0 : 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
