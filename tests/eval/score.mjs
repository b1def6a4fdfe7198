// Holds what a memory did with one person's writes against the gold labels. Pure: the outcome in, counts out; README.md defines them.

import { CHANGES, REPEATS } from "./gold.mjs";

/** @typedef {import("./gold.mjs").Gold} Gold */
/** @typedef {import("./interval.mjs").Rate} Rate */
/** @typedef {import("./stream.mjs").Question} Question */
/** @typedef {import("./stream.mjs").Rel} Rel */

/**
 * A record as the scorer sees it. `details` are what it tells beside its text, `quotes` the words of its sources, `past`
 * what it told once and tells no more. `conflict` names the open conflict that it is part of.
 *
 * @typedef {{ id: string, status: string, mergedInto?: string, conflict: string | null, text: string, details: string[], quotes: string[], past: string[] }} Held
 */
/** How a write was answered, and with which record. @typedef {{ n: number, action: string, id: string }} Decided */
/** A question's hits, best first. Of a hit that is an older version, only its own text counts. @typedef {{ question: Question, hits: (Held & { isVersion?: boolean })[] }} Asked */
/** @typedef {{ decided: Decided[], records: Held[], asked: Asked[] }} Outcome `records` of every status */

/** Hits among which an answer must be. */
export const N_HITS = 5;

/** Questions that what held once answers. @type {Question["type"][]} */
export const OF_THE_PAST = ["before", "at"];

/** The labels for which an action is the right one. @type {Record<string, Rel[]>} */
export const RIGHT = {
  duplicate: ["same"],
  updated: ["more"],
  superseded: CHANGES,
  conflict: ["contradicts"],
};

/** @typedef {{ right: number, answered: number, wanted: number }} Tally */
/** @typedef {ReturnType<typeof score>} Counts */

/**
 * @param {Gold} gold
 * @param {Outcome} outcome
 */
export function score(gold, { decided, records, asked }) {
  const active = records.filter(({ status }) => status === "active");
  const shown = active.map((record) => ({
    facts: gold.factsOf(told(record)),
    conflict: record.conflict,
  }));
  const judged = judge(gold, decided, records);
  return {
    // Of two that are alike, or clash, one is too many: the later.
    duplicatesLeft: rate(shown, (one, nth) =>
      shown.slice(0, nth).some((other) => overlap(one.facts, other.facts)),
    ),
    contradictionsLeft: rate(shown, (one, nth) =>
      shown.slice(0, nth + 1).some((other) => isClash(gold, one, other)),
    ),
    ...recalls(gold, asked),
    distinctDropped: rate(
      judged.filter(({ rel }) => !REPEATS.includes(rel)),
      ({ isDropped }) => isDropped,
    ),
    factsHidden: rate(
      gold.current,
      (fact) => !shown.some(({ facts }) => facts.has(fact)),
    ),
    detailsLost: rate(gold.writes, ({ text }) => !isKept(records, text)),
    decisions: tallies(judged),
    answers: countsOf(judged),
  };
}

/** What a record presents as holding now. @param {Held} record */
const told = ({ text, details, past }) => [
  text,
  ...details.filter((detail) => !past.includes(detail)),
];

/** @param {Set<string>} one @param {Set<string>} other */
const overlap = (one, other) => [...one].some((fact) => other.has(fact));

/** @template T @param {T[]} all @param {(one: T, nth: number) => boolean} hit @returns {Rate} */
const rate = (all, hit) => ({ hits: all.filter(hit).length, n: all.length });

/** @typedef {{ facts: Set<string>, conflict: string | null }} Shown the facts that a record tells */

/**
 * Whether two records, or one with itself, tell what can't both hold, and are no conflict that the user is to be asked about.
 *
 * @param {Gold} gold
 * @param {Shown} one
 * @param {Shown} other
 */
function isClash(gold, one, other) {
  if (one !== other && one.conflict && one.conflict === other.conflict)
    return false;
  const others = [...other.facts];
  return [...one.facts].some((fact) =>
    others.some((another) => gold.clash(fact, another) !== null),
  );
}

/**
 * Each write with its label, whether it went to a record that told its fact, and whether it was dropped: taken in by one
 * that tells something else.
 *
 * @param {Gold} gold
 * @param {Decided[]} decided
 * @param {Held[]} records
 */
function judge(gold, decided, records) {
  const byId = new Map(records.map((record) => [record.id, record]));
  /** The record that an id leads to, after merges. @param {string} id @returns {string} */
  const place = (id) => {
    const { mergedInto } = byId.get(id) ?? {};
    return mergedInto === undefined ? id : place(mergedInto);
  };
  /** @type {Map<string, Set<string>>} */
  const factsAt = new Map();
  return decided.map(({ n, action, id }) => {
    const { rel, fact, text } = gold.write(n);
    const at = place(id);
    const known = factsAt.get(at) ?? new Set();
    const isKnown = known.has(fact);
    // A duplicate's words stand among the sources; the record does not tell them.
    if (action !== "duplicate") factsAt.set(at, known.add(fact));
    const record = byId.get(at);
    const isTold = record !== undefined && told(record).includes(text);
    const isTakenIn =
      action === "duplicate" ||
      action === "updated" ||
      (action === "merged" && !isTold);
    return { rel, action, isKnown, isDropped: isTakenIn && !isKnown };
  });
}

/** @param {{ rel: Rel, action: string, isKnown: boolean }[]} judged */
function tallies(judged) {
  /** @type {Record<string, Tally>} */
  const all = {};
  for (const [action, rels] of Object.entries(RIGHT)) {
    const answered = judged.filter((one) => one.action === action);
    // A repetition must go to the record that told it; what was replaced is seen in what is left.
    const isRight = (/** @type {(typeof judged)[number]} */ one) =>
      rels.includes(one.rel) && (!REPEATS.includes(one.rel) || one.isKnown);
    all[action] = {
      right: answered.filter(isRight).length,
      answered: answered.length,
      wanted: judged.filter(({ rel }) => rels.includes(rel)).length,
    };
  }
  return all;
}

/** How often each label was answered with each action. @param {{ rel: Rel, action: string }[]} judged */
function countsOf(judged) {
  /** @type {Record<string, Record<string, number>>} */
  const counts = {};
  for (const { rel, action } of judged) {
    const row = (counts[rel] ??= {});
    row[action] = (row[action] ?? 0) + 1;
  }
  return counts;
}

/** Whether a text stands anywhere, word for word, hidden records and history among it. @param {Held[]} records @param {string} text */
const isKept = (records, text) =>
  records.some((record) =>
    [record.text, ...record.details, ...record.quotes, ...record.past].includes(
      text,
    ),
  );

/** @param {Gold} gold @param {Asked[]} asked */
function recalls(gold, asked) {
  const ofThePast = (/** @type {Asked} */ { question }) =>
    OF_THE_PAST.includes(question.type);
  const isAnswered = (/** @type {Asked} */ one) =>
    one.hits
      .slice(0, N_HITS)
      .some((hit) =>
        one.question.answers.some((n) =>
          wordsOf(hit, ofThePast(one)).includes(gold.write(n).text),
        ),
      );
  return {
    recall: rate(asked, isAnswered),
    upToDate: rate(
      asked.filter((one) => !ofThePast(one)),
      (one) => isAnswered(one) && !showsOutdated(gold, one),
    ),
  };
}

/** @param {Asked["hits"][number]} hit @param {boolean} withPast */
const wordsOf = (hit, withPast) =>
  hit.isVersion
    ? [hit.text]
    : [
        hit.text,
        ...hit.details,
        ...hit.quotes.filter((quote) => !hit.past.includes(quote)),
        ...(withPast ? hit.past : []),
      ];

/** Whether a hit presents, as holding now and without a conflict's mark, what no longer fits an answer. @param {Gold} gold @param {Asked} asked */
function showsOutdated(gold, { question, hits }) {
  const right = question.answers.map((n) => gold.write(n).fact);
  const stale = question.outdated
    .map(gold.write)
    .filter(({ fact }) => right.some((other) => gold.clash(fact, other)))
    .map(({ text }) => text);
  return hits
    .slice(0, N_HITS)
    .filter((hit) => !hit.isVersion && hit.conflict === null)
    .some((hit) => told(hit).some((text) => stale.includes(text)));
}

/**
 * The counts of several people as those of one.
 *
 * @param {Counts[]} all at least one
 * @returns {Counts}
 */
export const addUp = (all) =>
  all.reduce((one, other) => /** @type {Counts} */ (sum(one, other)));

/** @param {any} one @param {any} other @returns {any} */
function sum(one, other) {
  if (typeof one === "number" || typeof other === "number")
    return (one ?? 0) + (other ?? 0);
  const keys = new Set([
    ...Object.keys(one ?? {}),
    ...Object.keys(other ?? {}),
  ]);
  return Object.fromEntries(
    [...keys].map((key) => [key, sum(one?.[key], other?.[key])]),
  );
}
