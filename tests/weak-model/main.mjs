// A real weak model as a test: the golden stream is told, merged, reflected on and extracted from with SmolLM2-135M; the store must hold every promise.
//   node tests/weak-model/main.mjs [--people zh-1,zh-2,en-2,en-4] [--writes 40] [--calls 150] [--minutes 14]

import { parseArgs } from "node:util";

import { Memory } from "palimpsest";

import { readStream } from "../eval/stream.mjs";
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

/** Shares of the calls, after which writes end, and merges by hand. */
const WRITES = 0.75;
const MERGES = 0.85;
/** Merges by hand of each person. */
const N_MERGES = 6;
/** Milliseconds for an answer: this model takes seconds, on a busy machine many. */
const LLM_MS = 180_000;

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
  const deadline = from + Number(options.minutes) * 60_000;
  const most = Number(options.calls);
  const stream = tuned(options.people.split(","));
  const vectors = await openVectors("use");
  const model = await loadModel();
  const tally = new Tally();
  /** @type {import("./answers.mjs").Answer[]} */
  const answers = [];
  let now = 0;

  const llm = async (
    /** @type {import("palimpsest").LlmRequest} */ request,
  ) => {
    const { task, system, prompt, signal } = request;
    const counted = tally.task(task);
    if (most <= tally.calls || deadline < performance.now()) {
      counted.failed += 1;
      throw new Error("the run's calls are used up");
    }
    counted.calls += 1;
    const asked = performance.now();
    const lang = languageOf(system);
    const { answer, usage } = await model.ask({
      ...{ system, prompt, signal },
      kind: `${task} ${lang}`,
    });
    counted.ms += performance.now() - asked;
    answers.push({ task, lang, answer });
    return { answer, usage };
  };
  const open = (
    /** @type {Partial<import("palimpsest").OpenOptions>} */ more,
  ) =>
    Memory.open({
      ...{ storage: "memory", seed: 1, clock: () => now },
      ...{ embed: vectors.embed, embedModel: vectors.embedModel },
      ...more,
    });

  const memory = await open({
    llm,
    policy: { timeouts: { llmMs: LLM_MS }, concurrency: 1 },
    onEvent: (event) => tally.hear(event),
  });
  const course = {
    people: stream.map((person) => new Person(person, memory)),
    tally,
    now: (/** @type {number} */ at) => (now = at),
    isSpent: (/** @type {number} */ share) =>
      share * most <= tally.calls || deadline < performance.now(),
  };
  await tellAll(course, Number(options.writes), WRITES);
  const afterWrites = await countsOf(course.people);
  await mergeAll(course, N_MERGES, MERGES);
  const undos = await reflectAll(course);
  const afterAll = await countsOf(course.people);
  await undoAll(course, undos);
  await observeAll(course);
  const nLost = await Promise.all(course.people.map((one) => one.nLost()));
  await memory.close();
  await model.close();
  await record(answers);

  const plain = await withoutModel(open, course, (at) => (now = at));
  const faults = course.people.flatMap((person) => person.faults);
  const minutes = ((performance.now() - from) / 60_000).toFixed(1);
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
  console.log(
    `SmolLM2-135M, ${course.people.map((one) => `${one.name}: ${one.writes.length} writes`).join(", ")}; ${tally.calls} calls, ${minutes} minutes\n`,
  );
  console.log(taskTable(tally));
  console.log();
  for (const line of countLines(tally)) console.log(line);
  console.log();
  console.log(
    ratesTable([
      { label: "no model", counts: plain },
      { label: "SmolLM2, writes", counts: afterWrites },
      { label: "SmolLM2, merges and reflection", counts: afterAll },
    ]),
  );
  console.log();
  console.log(
    `promises checked ${sum(course.people.map((one) => one.nChecks))} times: ${faults.length} broken; sentences lost: ${sum(nLost)}; internal errors: ${tally.internal.length}`,
  );
  for (const fault of [...faults, ...tally.internal].slice(0, 20))
    console.log(`  ${fault}`);
  process.exitCode = faults.length + tally.internal.length + sum(nLost) && 1;
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

/** The same writes, and nobody to ask. @param {(more: object) => Promise<Memory>} open @param {{ people: Person[] }} course @param {(at: number) => void} setNow */
async function withoutModel(open, { people }, setNow) {
  const memory = await open({});
  const counts = [];
  for (const { stream, writes } of people) {
    const person = new Person(stream, memory);
    for (const write of writes) {
      setNow(write.at);
      await person.tell(write);
    }
    counts.push(await person.counts());
  }
  await memory.close();
  return counts;
}

await main();
