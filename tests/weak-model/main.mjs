// A real weak model as a test: the golden stream is told, merged, reflected on and extracted from with SmolLM2-135M; the store must hold every promise.
//   node tests/weak-model/main.mjs [--people zh-1,zh-2,en-2,en-4] [--writes 40] [--calls 150] [--minutes 14]

import { parseArgs } from "node:util";

import { Memory } from "palimpsest";

import { readStream } from "../eval/stream.mjs";
import { computingMs } from "../eval/subject.mjs";
import { openVectors } from "../eval/vectors.mjs";
import { languageOf, record } from "./answers.mjs";
import { loadModel } from "./model.mjs";
import { Person } from "./person.mjs";
import { countLines, ratesTable, taskTable } from "./report.mjs";
import {
  mergeAll,
  observeAll,
  reflectAll,
  tellAll,
  undoAll,
} from "./steps.mjs";
import { Tally } from "./tally.mjs";

/** Shares of the calls, and of the time, after which writes end, and merges by hand. */
const WRITES = 0.55;
const MERGES = 0.8;
/** Merges by hand of each person. */
const N_MERGES = 6;
/** Milliseconds for an answer: this model takes seconds, on a busy machine many. */
const LLM_MS = 180_000;
/** Faults that are printed. */
const MOST_FAULTS = 20;

const { values: options } = parseArgs({
  options: {
    people: { type: "string", default: "zh-1,zh-2,en-2,en-4" },
    writes: { type: "string", default: "40" },
    calls: { type: "string", default: "150" },
    minutes: { type: "string", default: "14" },
  },
});

async function main() {
  const from = performance.now();
  const budget = {
    calls: Number(options.calls),
    from: computingMs(),
    until: computingMs() + Number(options.minutes) * 60_000,
  };
  const stream = tuned(options.people.split(","));
  const vectors = await openVectors("use");
  const model = await loadModel();
  const tally = new Tally();
  /** @type {import("./answers.mjs").Answer[]} */
  const answers = [];
  const clock = { now: 0 };
  const open = (
    /** @type {Partial<import("palimpsest").OpenOptions>} */ more,
  ) =>
    Memory.open({
      ...{ storage: "memory", seed: 1, clock: () => clock.now },
      ...{ embed: vectors.embed, embedModel: vectors.embedModel },
      ...more,
    });
  const memory = await open({
    llm: asked(model, tally, answers, budget),
    policy: { timeouts: { llmMs: LLM_MS }, concurrency: 1 },
    onEvent: (event) => tally.hear(event),
  });
  const people = stream.map((person) => new Person(person, memory));
  const tables = await course(people, tally, clock, budget);
  const nLost = await Promise.all(people.map((one) => one.nLost()));
  await memory.close();
  await model.close();
  await record(answers);
  const plain = await withoutModel(open, people, clock);

  const minutes = (/** @type {number} */ ms) => (ms / 60_000).toFixed(1);
  console.log(
    `SmolLM2-135M, ${people.map((one) => `${one.name}: ${one.writes.length} writes`).join(", ")}; ${tally.calls} calls, ${minutes(performance.now() - from)} minutes, ${minutes(computingMs() - budget.from)} of computing\n`,
  );
  console.log(`${taskTable(tally)}\n`);
  console.log(`${countLines(tally).join("\n")}\n`);
  console.log(
    `${ratesTable([{ label: "no model", counts: plain }, ...tables])}\n`,
  );
  const faults = people.flatMap((person) => person.faults);
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
  console.log(
    `promises checked ${sum(people.map((one) => one.nChecks))} times: ${faults.length} broken; sentences lost: ${sum(nLost)}; internal errors: ${tally.internal.length}`,
  );
  for (const fault of [...faults, ...tally.internal].slice(0, MOST_FAULTS))
    console.log(`  ${fault}`);
  if (0 < faults.length + tally.internal.length + sum(nLost))
    process.exitCode = 1;
}

/**
 * How many answers are given, and between which milliseconds of computing: that others have the processor is to cost a run no answers.
 *
 * @typedef {{ calls: number, from: number, until: number }} Budget
 */

/** The language-model callback. @param {import("./model.mjs").Model} model @param {Tally} tally @param {import("./answers.mjs").Answer[]} answers @param {Budget} budget */
function asked(model, tally, answers, budget) {
  return async (/** @type {import("palimpsest").LlmRequest} */ request) => {
    const { task, system, prompt, signal } = request;
    const counted = tally.task(task);
    if (budget.calls <= tally.calls || budget.until < computingMs()) {
      counted.failed += 1;
      throw new Error("the run's calls are used up");
    }
    counted.calls += 1;
    const from = performance.now();
    const lang = languageOf(system);
    const { answer, usage } = await model.ask({
      ...{ system, prompt, signal },
      kind: `${task} ${lang}`,
    });
    counted.ms += performance.now() - from;
    answers.push({ task, lang, answer });
    return { answer, usage };
  };
}

/** All steps; answers how the stores stood on the way. @param {Person[]} people @param {Tally} tally @param {{ now: number }} clock @param {Budget} budget */
async function course(people, tally, clock, { calls, from, until }) {
  const course = {
    ...{ people, tally },
    now: (/** @type {number} */ at) => {
      clock.now = at;
    },
    isSpent: (/** @type {number} */ share) =>
      share * calls <= tally.calls ||
      from + share * (until - from) < computingMs(),
  };
  await tellAll(course, Number(options.writes), WRITES);
  const afterWrites = await countsOf(people);
  await mergeAll(course, N_MERGES, MERGES);
  const undos = await reflectAll(course);
  const afterAll = await countsOf(people);
  await undoAll(course, undos);
  await observeAll(course);
  return [
    { label: "SmolLM2, writes", counts: afterWrites },
    { label: "SmolLM2, merges and reflection", counts: afterAll },
  ];
}

/** Those who are set aside are told to nobody here. @param {string[]} names */
function tuned(names) {
  return readStream().filter(({ name, isAside }) => {
    if (isAside && names.includes(name))
      throw new Error(`${name} is set aside`);
    return names.includes(name);
  });
}

/** @param {Person[]} people */
const countsOf = async (people) => {
  const counts = [];
  for (const person of people) counts.push(await person.counts());
  return counts;
};

/** The same writes, and nobody to ask. @param {(more: object) => Promise<Memory>} open @param {Person[]} people @param {{ now: number }} clock */
async function withoutModel(open, people, clock) {
  const memory = await open({});
  const counts = [];
  for (const { stream, writes } of people) {
    const person = new Person(stream, memory);
    for (const write of writes) {
      clock.now = write.at;
      await person.tell(write);
    }
    counts.push(await person.counts());
  }
  await memory.close();
  return counts;
}

await main();
