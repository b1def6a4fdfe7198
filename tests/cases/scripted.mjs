// Callbacks that answer as a case says: vectors of a given cosine, and a model's answers from a list.

/** @typedef {import("./scenario.ts").Answer} Answer */

const DIMENSIONS = 384;

/**
 * The `embed` callback of a case, or undefined where the built-in embedder is meant.
 *
 * @param {import("./scenario.ts").EmbedSpec} [spec]
 */
export function scriptedEmbedder(spec = "builtin") {
  if (spec === "builtin") return undefined;
  if (spec === "fail") {
    return async () => {
      throw new Error("the embedding service is down");
    };
  }
  const vectorOf = "groups" in spec ? groupedVectors(spec) : evenVectors(spec);
  return async (/** @type {string[]} */ texts) => texts.map(vectorOf);
}

/** Numbers texts in the order in which they come. */
function numbering() {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return (/** @type {string} */ text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

/**
 * Every two different texts have exactly this cosine.
 *
 * @param {{ cosine: number }} spec
 */
function evenVectors({ cosine }) {
  const numberOf = numbering();
  return (/** @type {string} */ text) => {
    const vector = new Float32Array(DIMENSIONS);
    vector[0] = Math.sqrt(cosine);
    vector[1 + (numberOf(text) % (DIMENSIONS - 1))] = Math.sqrt(1 - cosine);
    return vector;
  };
}

/**
 * Texts of one group have the cosine `within`, all others `across`.
 *
 * @param {{ groups: string[][], within?: number, across?: number }} spec
 */
function groupedVectors({ groups, within = 0.93, across = 0.3 }) {
  const FIRST_OWN = 200;
  const named = new Map(
    groups.flatMap((texts, group) => texts.map((text) => [text, group])),
  );
  const looseOf = numbering();
  const numberOf = numbering();
  return (/** @type {string} */ text) => {
    const group = named.get(text) ?? groups.length + looseOf(text);
    const own = numberOf(text) % (DIMENSIONS - FIRST_OWN);
    const vector = new Float32Array(DIMENSIONS);
    vector[0] = Math.sqrt(across);
    vector[1 + group] = Math.sqrt(within - across);
    vector[FIRST_OWN + own] = Math.sqrt(1 - within);
    return vector;
  };
}

/**
 * The `llm` callback of a case, or undefined where it gives none.
 *
 * @param {import("./scenario.ts").ModelSpec} [spec]
 */
export function scriptedModel(spec) {
  if (spec === undefined) return undefined;
  if (spec === "fail") {
    return async () => {
      throw new Error("the model is down");
    };
  }
  const { annotate = {}, ...lists } = structuredClone(spec);
  /** @type {Record<string, Answer[] | undefined>} */
  const left = lists;
  return async (/** @type {{ task: string, prompt: string }} */ request) => {
    const { task, prompt } = request;
    const answer =
      task === "annotate"
        ? longestNamed(annotate, prompt)
        : left[task]?.shift();
    if (answer === undefined) throw new Error(`no ${task} answer is scripted`);
    return typeof answer === "string" ? answer : JSON.stringify(answer);
  };
}

/**
 * The answer for the longest of its texts that stands in the prompt.
 *
 * @param {Record<string, Answer>} answers
 * @param {string} prompt
 * @returns {Answer | undefined}
 */
function longestNamed(answers, prompt) {
  const texts = Object.keys(answers).filter((text) => prompt.includes(text));
  texts.sort((a, b) => b.length - a.length);
  return answers[texts[0]];
}
