// The packed package as a subject: one store, a scope for each person, the clock at the time of what is told.

import { Memory } from "palimpsest";

import { N_HITS, OF_THE_PAST } from "./score.mjs";
import { Stopwatch } from "./subject.mjs";

/** @typedef {import("palimpsest").MemoryRecord} MemoryRecord */
/** @typedef {import("palimpsest").LlmRequest} LlmRequest */
/** @typedef {import("./score.mjs").Held} Held */
/** @typedef {import("./subject.mjs").Subject} Subject */

const MS_PER_DAY = 86_400_000;

/** Turns after which is reflected, as by default. Source: DESIGN, section 3. */
const TURNS = 20;
/** Reflections by themselves come when they come; here they are to come in the same place each time. */
const NEVER = { everyTurns: 4_294_967_295, everyHours: Number.MAX_VALUE };

/** Hidden records are listed one status at a time. */
const HIDDEN = /** @type {const} */ (["superseded", "merged", "deleted"]);

/**
 * @param {object} options
 * @param {import("palimpsest").StrategiesOptions} options.strategies
 * @param {import("./subject.mjs").Embed} [options.embed] the built-in embedder without one
 * @param {string} [options.embedModel]
 * @param {(request: LlmRequest) => Promise<object | string>} [options.llm]
 * @param {(user: string, reflected: import("palimpsest").Reflected, now: number) => void} [options.onReflect] after each reflection
 * @returns {Promise<Subject>}
 */
export async function openPalimpsest({
  strategies,
  embed,
  embedModel,
  llm,
  onReflect = () => {},
}) {
  const stopwatch = new Stopwatch();
  /** @type {string[]} */
  const warnings = [];
  let now = 0;
  const memory = await Memory.open({
    name: "eval",
    storage: "memory",
    clock: () => now,
    seed: 1,
    policy: { strategies, reflect: NEVER },
    ...(embed && { embed: stopwatch.counted("embed", embed), embedModel }),
    ...(llm && { llm: stopwatch.counted(({ task }) => task, llm) }),
    onEvent: (event) => {
      // A merged text that says what nobody told is refused, and the records stay apart: an outcome, and no fault.
      if (event.type === "warning" && event.code !== "bad_answer")
        warnings.push(`${event.code}: ${event.message}`);
    },
  });
  /** @type {Map<string, number>} */
  const lastDay = new Map();
  /** Turns since the last reflection. @type {Map<string, number>} */
  const turns = new Map();

  /** @param {string} user */
  async function reflect(user) {
    if (!strategies.reflect) return;
    const reflected = await memory.scoped({ userId: user }).reflect();
    onReflect(user, reflected, now);
  }

  /** What a host does between its turns, as far as the package has it. @param {string} user */
  async function upkeep(user) {
    const handle = memory.scoped({ userId: user });
    const turn = (turns.get(user) ?? 0) + 1;
    const day = Math.floor(now / MS_PER_DAY);
    const isNewDay = day !== lastDay.get(user);
    const isDue = isNewDay || TURNS <= turn;
    turns.set(user, isDue ? 0 : turn);
    if (isDue) await reflect(user);
    if (isNewDay) await handle.sweep();
    lastDay.set(user, day);
  }

  return {
    stopwatch,
    async remember(user, { at, text }) {
      now = at;
      const handle = memory.scoped({ userId: user });
      const { action, id } = await handle.remember({ text, observedAt: at });
      // Without a vector it would be judged by words alone, and nobody would know.
      if (0 < warnings.length) throw new Error(warnings[0]);
      return { action, id };
    },
    upkeep,
    // What was told last is reflected on by the next day.
    finish: reflect,
    async ask(user, { at, text, type }) {
      now = at;
      return shownBy(memory.scoped({ userId: user }), { text, type });
    },
    records: (user) => recordsOf(memory.scoped({ userId: user })),
    close: async () => memory.close(),
  };
}

/**
 * What a handle shows who asks it a question.
 *
 * @param {Memory} handle
 * @param {Pick<import("./stream.mjs").Question, "text" | "type">} question
 */
export async function shownBy(handle, { text, type }) {
  const hits = await handle.recall(text, {
    limit: N_HITS,
    // Asking is to change nothing: the other configurations are asked the same.
    touch: false,
    // Who asks what was before wants what is past, too.
    includeHistory: OF_THE_PAST.includes(type),
  });
  return hits.map(({ text, record, version }) => ({
    ...held(record),
    text,
    isVersion: version !== undefined,
  }));
}

/** The records of every status. @param {Memory} handle @returns {Promise<MemoryRecord[]>} */
export async function listed(handle) {
  const lists = [
    handle.list({ includeCold: true }),
    ...HIDDEN.map((status) => handle.list({ status, includeCold: true })),
  ];
  return (await Promise.all(lists)).flat();
}

/** Those of every status, as they are scored. @param {Memory} handle @returns {Promise<Held[]>} */
export async function recordsOf(handle) {
  const conflictOf = new Map(
    (await handle.conflicts()).flatMap(({ id, versions }) =>
      versions.map((side) => [side.id, id]),
    ),
  );
  return (await listed(handle)).map((record) => ({
    ...held(record),
    conflict: conflictOf.get(record.id) ?? null,
  }));
}

/** As a hit shows it: that it is part of a conflict, by its own id, and not of which. @param {MemoryRecord} record @returns {Held} */
export function held(record) {
  const { id, status, mergedInto, conflictPending, text } = record;
  // Of a named value the newest holds; the others are its past.
  const older = Object.values(record.facts).flatMap((all) => all.slice(0, -1));
  const past = [...record.history, ...older];
  return {
    ...{ id, status, mergedInto, conflict: conflictPending ? id : null, text },
    details: record.details.map((detail) => detail.text),
    quotes: record.sources.flatMap(({ quote }) => quote ?? []),
    past: past.map((version) => version.text),
  };
}
