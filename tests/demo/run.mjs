// Tells a memory a stream of sentences in order, then asks it; measures what each call took.

/** @typedef {import("./parse.mjs").Told} Told */
/** @typedef {import("./read.mjs").Question} Question */
/** @typedef {import("palimpsest").Decision} Decision */
/** @typedef {import("palimpsest").Hit} Hit */

/**
 * One write: the sentence, what was decided, the text of the record that took it in, else of the nearest (as it was
 * before), and milliseconds in all and in callbacks.
 *
 * @typedef {{ told: Told, decision: Decision, known: string | undefined, ms: number, callbackMs: number }} Write
 */
/**
 * One question: its hits, best first, the place (from 1) of the record that was expected, or 0, and milliseconds.
 *
 * @typedef {{ question: Question, hits: Hit[], place: number, ms: number, callbackMs: number }} Answer
 */
/** @typedef {{ told: Told, code: string, message: string }} Refusal */

/** Where a stream gives no times: when its first sentence is told, and how far the next are apart; in milliseconds. */
const START = Date.UTC(2025, 0, 1);
const APART = 60_000;

/** Hits among which an expected record must be. */
export const N_HITS = 5;

/**
 * The time at which each sentence is told: its own, or a minute after the one before it; never earlier than that one.
 *
 * @param {Told[]} told
 */
export function* moments(told) {
  let now = START;
  for (const one of told) {
    now = Math.max(now, one.at ?? now + APART);
    yield /** @type {const} */ ([now, one]);
  }
}

/**
 * What `remember` is given for a sentence.
 *
 * @param {Told} told
 */
export const asInput = ({ text, at }) =>
  at === undefined ? text : { text, observedAt: at };

/**
 * @param {object} options
 * @param {typeof import("palimpsest").Memory} options.Memory
 * @param {Told[]} options.told
 * @param {Question[]} options.questions
 * @param {import("../embedder/index.mjs").Embedder | null} options.embedder null for the built-in one
 * @param {string} options.embedModel
 * @param {(done: number, user: string) => void} options.onStep
 */
export async function run(options) {
  const { Memory, told, questions, embedder, embedModel, onStep } = options;
  const stopwatch = { callbackMs: 0 };
  /** @type {string[]} */
  const warnings = [];
  let now = 0;
  const memory = await Memory.open({
    name: "demo",
    storage: "memory",
    clock: () => now,
    seed: 1,
    onEvent: (event) => {
      if (event.type === "warning")
        warnings.push(`${event.code}: ${event.message}`);
    },
    ...(embedder && { embed: timed(embedder.embed, stopwatch), embedModel }),
  });

  /** @type {Write[]} */
  const writes = [];
  /** @type {Refusal[]} */
  const refusals = [];
  const texts = new Map();
  let done = 0;
  for (const [moment, one] of moments(told)) {
    now = moment;
    const scope = memory.scoped({ userId: one.user });
    const measure = start(stopwatch);
    try {
      const decision = await scope.remember(asInput(one));
      const { ms, callbackMs } = measure();
      const known = texts.get(
        texts.has(decision.id) ? decision.id : nearest(decision)?.id,
      );
      writes.push({ told: one, decision, known, ms, callbackMs });
      texts.set(decision.id, decision.record?.text);
    } catch (err) {
      const { code = "error", message } =
        /** @type {Error & { code?: string }} */ (err);
      refusals.push({ told: one, code, message });
    }
    onStep((done += 1), one.user);
  }

  /** @type {Answer[]} */
  const answers = [];
  for (const question of questions) {
    const scope = memory.scoped({ userId: question.user });
    const measure = start(stopwatch);
    const hits = await scope.recall(question.text, { limit: N_HITS });
    const { ms, callbackMs } = measure();
    const place = placeOf(question, hits);
    answers.push({ question, hits, place, ms, callbackMs });
    onStep((done += 1), question.user);
  }
  await memory.close();
  return { writes, refusals, answers, warnings };
}

/**
 * The record that came nearest to the text, with what was found against it.
 *
 * @param {Decision} decision
 */
export const nearest = ({ evidence }) => evidence.candidates[0];

/** @param {Question} question @param {Hit[]} hits */
function placeOf({ expect }, hits) {
  if (expect === undefined) return 0;
  return 1 + hits.findIndex(({ text }) => text.includes(expect));
}

/**
 * A callback that adds what it takes to the stopwatch.
 *
 * @param {(texts: string[]) => Promise<Float32Array[]>} embed
 * @param {{ callbackMs: number }} stopwatch
 * @returns {(texts: string[]) => Promise<Float32Array[]>}
 */
function timed(embed, stopwatch) {
  return async (texts) => {
    const from = performance.now();
    try {
      return await embed(texts);
    } finally {
      stopwatch.callbackMs += performance.now() - from;
    }
  };
}

/** @param {{ callbackMs: number }} stopwatch */
function start(stopwatch) {
  const from = performance.now();
  const callbackFrom = stopwatch.callbackMs;
  return () => ({
    ms: performance.now() - from,
    callbackMs: stopwatch.callbackMs - callbackFrom,
  });
}
