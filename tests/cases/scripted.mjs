// Callbacks that answer as a case says: vectors of a given cosine, and a model's answers from a list.

const DIMENSIONS = 384;

/** The `embed` callback of a case, or undefined where the built-in embedder is meant. */
export function scriptedEmbedder(spec = "builtin") {
  if (spec === "builtin") return undefined;
  if (spec === "fail") {
    return async () => {
      throw new Error("the embedding service is down");
    };
  }
  const vectorOf = spec.groups ? groupedVectors(spec) : evenVectors(spec);
  return async (texts) => texts.map(vectorOf);
}

/** Numbers texts in the order in which they come. */
function numbering() {
  const numbers = new Map();
  return (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
}

/** Every two different texts have exactly this cosine. */
function evenVectors({ cosine }) {
  const numberOf = numbering();
  return (text) => {
    const vector = new Float32Array(DIMENSIONS);
    vector[0] = Math.sqrt(cosine);
    vector[1 + (numberOf(text) % (DIMENSIONS - 1))] = Math.sqrt(1 - cosine);
    return vector;
  };
}

/** Texts of one group have the cosine `within`, all others `across`. */
function groupedVectors({ groups, within = 0.93, across = 0.3 }) {
  const FIRST_OWN = 200;
  const groupOf = new Map(
    groups.flatMap((texts, group) => texts.map((text) => [text, group])),
  );
  let groupCount = groups.length;
  const numberOf = numbering();
  return (text) => {
    if (!groupOf.has(text)) groupOf.set(text, groupCount++);
    const own = numberOf(text) % (DIMENSIONS - FIRST_OWN);
    const vector = new Float32Array(DIMENSIONS);
    vector[0] = Math.sqrt(across);
    vector[1 + groupOf.get(text)] = Math.sqrt(within - across);
    vector[FIRST_OWN + own] = Math.sqrt(1 - within);
    return vector;
  };
}

/** The `llm` callback of a case, or undefined where it gives none. */
export function scriptedModel(spec) {
  if (spec === undefined) return undefined;
  if (spec === "fail") {
    return async () => {
      throw new Error("the model is down");
    };
  }
  const left = structuredClone(spec);
  return async ({ task, prompt }) => {
    const answer =
      task === "annotate"
        ? longestNamed(spec.annotate, prompt)
        : left[task]?.shift();
    if (answer === undefined) throw new Error(`no ${task} answer is scripted`);
    return typeof answer === "string" ? answer : JSON.stringify(answer);
  };
}

/** The answer for the longest of its texts that stands in the prompt. */
function longestNamed(answers = {}, prompt) {
  const texts = Object.keys(answers).filter((text) => prompt.includes(text));
  texts.sort((a, b) => b.length - a.length);
  return answers[texts[0]];
}
