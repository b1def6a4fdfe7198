// Tells several subjects the same stream side by side, asks them the same, and scores each.

import { goldOf } from "./gold.mjs";
import { score } from "./score.mjs";
import { steps } from "./stream.mjs";

/** @typedef {import("./score.mjs").Counts} Counts */
/** @typedef {import("./score.mjs").Outcome} Outcome */
/** @typedef {import("./stream.mjs").Person} Person */
/** @typedef {import("./subject.mjs").Subject} Subject */

/** Own milliseconds of each write, and calls of callbacks during writes. @typedef {{ counts: Counts, writeMs: number[], calls: Record<string, number> }} Told */
/** What came of a subject: its figures for each person, or why it could not go on. @typedef {{ people: Map<string, Told>, error?: string }} Result */

/**
 * @param {Map<string, Subject>} subjects
 * @param {Person[]} people
 * @param {(person: Person, left: number) => void} [onStep] after each step, with the steps that are left of this person
 * @returns {Promise<Map<string, Result>>}
 */
export async function runAll(subjects, people, onStep = () => {}) {
  /** @type {Map<string, Result>} */
  const results = new Map(
    [...subjects.keys()].map((id) => [id, { people: new Map() }]),
  );
  const shuffle = shuffler(1);
  for (const person of people) {
    const alive = [...subjects].filter(([id]) => !results.get(id)?.error);
    const tellings = alive.map(([id, subject]) => ({
      id,
      telling: telling(subject, person.name),
    }));
    /** What fails is out, and the others go on. @param {(typeof tellings)[number]} one @param {() => Promise<void>} call */
    const attempt = async ({ id }, call) => {
      const result = /** @type {Result} */ (results.get(id));
      if (result.error) return;
      try {
        await call();
      } catch (err) {
        result.error = messageOf(err);
      }
    };
    const all = steps(person);
    for (const [nth, step] of all.entries()) {
      // In another order each time, so that none always meets what the same other left in the caches.
      for (const one of shuffle(tellings))
        await attempt(one, () => one.telling.take(step));
      onStep(person, all.length - nth - 1);
    }
    const gold = goldOf(person.writes);
    for (const one of tellings)
      await attempt(one, async () => {
        const told = await one.telling.end(gold);
        results.get(one.id)?.people.set(person.name, told);
      });
  }
  return results;
}

/** Shuffles lists, in each run alike: a linear congruence modulo 2³² draws. @param {number} seed */
function shuffler(seed) {
  let state = seed;
  const below = (/** @type {number} */ n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  /** @template T @param {T[]} list @returns {T[]} */
  return (list) => {
    const rest = [...list];
    return list.map(() => rest.splice(below(rest.length), 1)[0]);
  };
}

/** @param {unknown} err */
export const messageOf = (err) =>
  err instanceof Error ? err.message.split("\n")[0] : String(err);

/** One subject listening to one person. @param {Subject} subject @param {string} user */
function telling(subject, user) {
  /** @type {Outcome} */
  const outcome = { decided: [], records: [], asked: [] };
  /** @type {number[]} */
  const writeMs = [];
  /** @type {Record<string, number>} */
  const calls = {};
  const { stopwatch } = subject;

  /** @param {() => Promise<void>} call */
  async function counting(call) {
    const before = { ...stopwatch.calls };
    await call();
    for (const [name, n] of Object.entries(stopwatch.calls))
      calls[name] = (calls[name] ?? 0) + n - (before[name] ?? 0);
  }

  return {
    /** @param {ReturnType<typeof steps>[number]} step */
    async take({ write, question }) {
      if (question) {
        const hits = await subject.ask(user, question);
        outcome.asked.push({ question, hits });
        return;
      }
      await counting(async () => {
        const { answer, ms } = await stopwatch.own(() =>
          subject.remember(user, write),
        );
        outcome.decided.push({ n: write.n, ...answer });
        writeMs.push(ms);
        await subject.upkeep?.(user);
      });
    },
    /** @param {import("./gold.mjs").Gold} gold @returns {Promise<Told>} */
    async end(gold) {
      await counting(async () => subject.finish?.(user));
      outcome.records = await subject.records(user);
      return { counts: score(gold, outcome), writeMs, calls };
    },
  };
}
