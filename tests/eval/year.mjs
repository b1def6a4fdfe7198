// A year in fast motion: the golden stream's three months stretched over twelve, with upkeep every day and without any; a table by month, and a bound on what is hot.
//   node tests/eval/year.mjs [--model use|e5] [--oracle]

import { parseArgs } from "node:util";

import { Memory } from "palimpsest";

import { PARTS } from "./figures.mjs";
import { goldOf } from "./gold.mjs";
import { oracleOf } from "./oracle.mjs";
import { held } from "./palimpsest.mjs";
import { N_HITS, score } from "./score.mjs";
import { readStream, steps } from "./stream.mjs";
import { table } from "./table.mjs";
import { openVectors } from "./vectors.mjs";

/** @typedef {import("./stream.mjs").Person} Person */
/** @typedef {import("./stream.mjs").Question} Question */
/** @typedef {import("./stream.mjs").Write} Write */
/** @typedef {import("./vectors.mjs").Vectors} Vectors */

const MS_PER_DAY = 86_400_000;
const DAYS = 360;
const MONTHS = 12;
const DAYS_A_MONTH = DAYS / MONTHS;
/**
 * Days after which a record of importance 0.5 that fades at 0.02 a day, slower than any other, falls below 0.05: ln(10) / 0.02, and a day until the
 * next sweep.
 */
const DAYS_HOT = 117;

/** What is told or asked of a person, at its stretched time. @typedef {{ at: number, person: Person, write?: Write, question?: Question }} Step */

/** One store that hears a part of the stream. */
class Year {
  now = 0;
  nWrites = 0;

  /** Where a model is asked, both stores ask it at the write alone: a reflection is upkeep, which one of them has none of. @param {Vectors} vectors @param {Person[]} people */
  static async open({ embed, embedModel }, people) {
    const year = new Year();
    year.memory = await Memory.open({
      name: "year",
      storage: "memory",
      clock: () => year.now,
      seed: 1,
      embed,
      embedModel,
      ...(values.oracle && {
        llm: oracleOf(people).answer,
        policy: { strategies: { reflect: false } },
      }),
    });
    return year;
  }

  /** @type {Memory} */
  memory = /** @type {any} */ (undefined);

  /** @param {Person} person */
  of = ({ name }) => this.memory.scoped({ userId: name });

  /** Asking is a use: what answers stays hot for longer. @param {Step} step */
  async take({ at, person, write, question }) {
    this.now = at;
    if (write) {
      this.nWrites += 1;
      await this.of(person).remember({ text: write.text, observedAt: at });
    } else if (question) {
      await this.of(person).recall(question.text, { limit: N_HITS });
    }
  }

  /** What the store holds. @param {Person[]} people */
  async holds(people) {
    const sum = { hot: 0, cold: 0, superseded: 0, merged: 0, bound: 0 };
    for (const person of people) {
      const stats = await this.of(person).stats();
      for (const name of /** @type {const} */ ([
        "hot",
        "cold",
        "superseded",
        "merged",
      ]))
        sum[name] += stats[name];
      const active = await this.of(person).list({ includeCold: true });
      sum.bound += active.filter(
        ({ lastAccessedAt }) =>
          this.now - lastAccessedAt < DAYS_HOT * MS_PER_DAY,
      ).length;
    }
    return sum;
  }

  /** Recall@5 of all questions that have an answer by now; nothing is touched. @param {Person[]} people @param {boolean} includeCold */
  async recall(people, includeCold) {
    const rate = { hits: 0, n: 0 };
    const all = people.flatMap((person) =>
      person.questions.map((question) => ({ person, question })),
    );
    for (const { person, question } of all) {
      if (!isAnswered(person, question, this.now)) continue;
      const hits = await this.of(person).recall(question.text, {
        limit: N_HITS,
        touch: false,
        includeCold,
      });
      const shown = hits.map(({ text, record, version }) => ({
        ...held(record),
        text,
        isVersion: version !== undefined,
      }));
      const gold = goldOf(person.writes);
      const asked = [{ question, hits: shown }];
      const { recall } = score(gold, { decided: [], records: [], asked });
      rate.hits += recall.hits;
      rate.n += recall.n;
    }
    return rate;
  }
}

/** When a moment of the stream is, once it is stretched over the year. */
let stretched = (/** @type {number} */ at) => at;

/**
 * Whether a question has an answer: one that was told, and that nothing told since clashes with. A question for what was, or for what
 * was at a time, has one from its own time on.
 *
 * @param {Person} person
 * @param {Question} question
 * @param {number} now
 */
function isAnswered({ writes }, { at, type, answers }, now) {
  if (type === "before" || type === "at") return stretched(at) <= now;
  const gold = goldOf(writes);
  const told = writes.filter((write) => stretched(write.at) <= now);
  const given = told.filter(({ n }) => answers.includes(n));
  const isReplaced = (/** @type {Write} */ { n, fact }) =>
    told.some((later) => n < later.n && gold.clash(fact, later.fact) !== null);
  return 0 < given.length && !given.some(isReplaced);
}

/** @param {Person[]} people @returns {Step[]} */
const timeline = (people) =>
  people
    .flatMap((person) =>
      steps(person).map(({ write, question }) => {
        const at = stretched((write ?? question)?.at ?? 0);
        return { at, person, ...(write ? { write } : { question }) };
      }),
    )
    .sort((one, other) => one.at - other.at);

/** @param {{ hits: number, n: number }} rate */
const percent = ({ hits, n }) =>
  n === 0 ? "–" : ((100 * hits) / n).toFixed(1);

/** The table of a part; whether what is hot kept within its bound. @param {Person[]} people @param {number} start @param {Vectors} vectors */
async function yearOf(people, start, vectors) {
  const cooled = await Year.open(vectors, people);
  const kept = await Year.open(vectors, people);
  const years = [cooled, kept];
  const left = timeline(people);
  const rows = [];
  let isWithin = true;
  for (let day = 1; day <= DAYS; day += 1) {
    const end = start + day * MS_PER_DAY;
    while (left.length && left[0].at <= end) {
      const step = /** @type {Step} */ (left.shift());
      for (const year of years) await year.take(step);
    }
    for (const year of years) year.now = end;
    await cooled.memory.maintain();
    if (day % DAYS_A_MONTH !== 0) continue;
    const now = await cooled.holds(people);
    const plain = await kept.recall(people, false);
    isWithin &&= now.hot <= now.bound;
    rows.push([
      day / DAYS_A_MONTH,
      cooled.nWrites,
      now.hot,
      now.bound,
      now.cold,
      now.superseded,
      now.merged,
      plain.n,
      percent(plain),
      percent(await cooled.recall(people, false)),
      percent(await cooled.recall(people, true)),
    ]);
  }
  for (const year of years) await year.memory.close();
  const head = [
    " month",
    " writes",
    " hot",
    " bound",
    " cold",
    " superseded",
    " merged",
    " questions",
    " recall@5, no cooling",
    " with cooling",
    " cold ones too",
  ];
  return { lines: table(head, rows), isWithin };
}

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "use" },
    oracle: { type: "boolean", default: false },
  },
});
const vectors = await openVectors(/** @type {"use" | "e5"} */ (values.model));
const people = readStream();
const times = people.flatMap(({ writes, questions }) =>
  [...writes, ...questions].map(({ at }) => at),
);
const [first, last] = [Math.min(...times), Math.max(...times)];
stretched = (at) =>
  first + ((at - first) * (DAYS * MS_PER_DAY)) / (last - first);

let isWithin = true;
for (const part of PARTS) {
  const some = people.filter(({ isAside }) => isAside === (part === "aside"));
  const year = await yearOf(some, first, vectors);
  isWithin &&= year.isWithin;
  console.log(`\n${part}: ${some.length} people\n\n${year.lines}`);
}
await vectors.save();
console.log(
  `\nbound: active records that were told or recalled in the last ${DAYS_HOT} days; hot ${isWithin ? "never exceeds" : "EXCEEDS"} it`,
);
process.exitCode = isWithin ? 0 : 1;
