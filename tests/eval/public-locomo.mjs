// LoCoMo's facts told in order, a scope a conversation, then its questions: is what answers them among the first five?

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { Memory } from "palimpsest";

import { DIMENSIONS, MODEL_NAMES, PUBLIC } from "./pairs-data.mjs";
import { cosine, rowsOf } from "./recorded.mjs";

/** @typedef {import("palimpsest").PolicyOptions} PolicyOptions */
/** @typedef {import("./pairs-data.mjs").Model} Model */
/** @typedef {{ conv: number, date: string, speaker: string, text: string, evidence: string[] }} Fact `evidence`: the turns that prove it */
/** @typedef {{ conv: number, question: string, evidence: string[] }} Question `evidence`: the turns that answer it, those of them that some fact has */
/** @typedef {{ document: Map<string, Float32Array>, query: Map<string, Float32Array> }} Vectors */
/** @typedef {{ facts: Fact[], questions: Question[] }} Locomo */
/** @typedef {number[]} Recalls a number a question: the share of its evidence that was recalled */

export const N_HITS = 5;
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** @returns {Locomo} */
export function readLocomo() {
  const { facts, questions } = JSON.parse(
    readFileSync(resolve(PUBLIC, "locomo.json"), "utf8"),
  );
  const told = new Set(
    facts.flatMap((/** @type {Fact} */ { conv, evidence }) =>
      evidence.map((turn) => `${conv} ${turn}`),
    ),
  );
  return {
    facts,
    questions: questions
      .map((/** @type {Question} */ question) => ({
        ...question,
        evidence: question.evidence.filter((turn) =>
          told.has(`${question.conv} ${turn}`),
        ),
      }))
      .filter((/** @type {Question} */ { evidence }) => evidence.length),
  };
}

/** The recorded vectors: the facts' rows, then those of all questions. @param {"use" | "e5"} model @returns {Vectors} */
export function locomoVectors(model) {
  const { facts, questions } = JSON.parse(
    readFileSync(resolve(PUBLIC, "locomo.json"), "utf8"),
  );
  const rows = rowsOf(
    readFileSync(resolve(PUBLIC, `locomo.${model}.f16`)),
    DIMENSIONS[model],
  );
  if (rows.length !== facts.length + questions.length)
    throw new Error(`locomo.${model}.f16 has ${rows.length} rows`);
  return {
    document: new Map(
      facts.map((/** @type {Fact} */ { text }, /** @type {number} */ at) => [
        text,
        rows[at],
      ]),
    ),
    query: new Map(
      questions.map(
        (/** @type {Question} */ { question }, /** @type {number} */ at) => [
          question,
          rows[facts.length + at],
        ],
      ),
    ),
  };
}

/** When a session was, e.g. `1:56 pm on 8 May, 2023`. @param {string} date */
function timeOf(date) {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(date);
  if (!parts) throw new Error(`no date: ${date}`);
  const [, hour, minute, half, day, month, year] = parts;
  return Date.UTC(
    Number(year),
    MONTHS.indexOf(month),
    Number(day),
    (Number(hour) % 12) + (half === "pm" ? 12 : 0),
    Number(minute),
  );
}

/**
 * The package's recall. What was dropped as a duplicate counts as not there, though the record that it was taken for may
 * say the same: a drop can only lose here.
 *
 * @param {Locomo} locomo
 * @param {Model} model
 * @param {Vectors | null} vectors null for the package's own embedder
 * @param {PolicyOptions} policy
 */
export async function recallOfPackage(locomo, model, vectors, policy) {
  /** @type {Recalls} */
  const recalls = [];
  let kept = 0;
  for (const conv of new Set(locomo.facts.map(({ conv }) => conv))) {
    const facts = locomo.facts.filter((fact) => fact.conv === conv);
    let now = 0;
    const memory = await Memory.open({
      name: `locomo-${conv}`,
      scope: { userId: `conversation-${conv}` },
      storage: "memory",
      ...(vectors && {
        embedModel: MODEL_NAMES[/** @type {"use" | "e5"} */ (model)],
        embed: async (
          /** @type {string[]} */ texts,
          /** @type {{ purpose: "document" | "query" }} */ { purpose },
        ) => texts.map((text) => need(vectors[purpose], text)),
      }),
      policy,
      clock: () => now,
      seed: 1,
      onEvent: (event) => {
        if (event.type === "warning") throw new Error(event.message);
      },
    });
    /** @type {Map<string, Set<string>>} */
    const evidence = new Map();
    for (const { text, date, speaker, evidence: turns } of facts) {
      const at = timeOf(date);
      now = Math.max(now + 1, at);
      const { id, action } = await memory.remember({
        text,
        subject: speaker,
        observedAt: at,
      });
      if (action === "duplicate") continue;
      kept += 1;
      evidence.set(id, new Set([...(evidence.get(id) ?? []), ...turns]));
    }
    for (const question of locomo.questions) {
      if (question.conv !== conv) continue;
      const hits = await memory.recall(question.question, {
        limit: N_HITS,
        touch: false,
      });
      recalls.push(
        shareOf(
          question,
          hits.flatMap(({ id }) => [...(evidence.get(id) ?? [])]),
        ),
      );
    }
    await memory.close();
  }
  return { recalls, kept: { hits: kept, n: locomo.facts.length } };
}

/**
 * The vector alone: every fact is kept, the five of the highest cosine are recalled.
 *
 * @param {Locomo} locomo
 * @param {Vectors} vectors
 * @returns {Recalls}
 */
export function recallOfCosine({ facts, questions }, vectors) {
  const convs = [...new Set(facts.map(({ conv }) => conv))];
  return convs.flatMap((conv) => {
    const told = facts.filter((fact) => fact.conv === conv);
    return questions
      .filter((question) => question.conv === conv)
      .map((question) => {
        const asked = need(vectors.query, question.question);
        const best = told
          .map(({ text, evidence }) => ({
            evidence,
            cosine: cosine(asked, need(vectors.document, text)),
          }))
          .sort((one, other) => other.cosine - one.cosine)
          .slice(0, N_HITS);
        return shareOf(
          question,
          best.flatMap(({ evidence }) => evidence),
        );
      });
  });
}

/**
 * Each conversation as a scope, its questions after all of it.
 *
 * @param {Locomo} locomo
 * @returns {import("./public-factors.mjs").Person[]}
 */
export function locomoPeople({ facts, questions }) {
  return [...new Set(facts.map(({ conv }) => conv))].map((conv) => {
    const told = facts.filter((fact) => fact.conv === conv);
    const last = Math.max(...told.map(({ date }) => timeOf(date)));
    return {
      name: `conversation-${conv}`,
      told: told.map(({ text, date, speaker, evidence }) => ({
        text,
        at: timeOf(date),
        subject: speaker,
        proves: evidence,
      })),
      asked: questions
        .filter((question) => question.conv === conv)
        .map(({ question, evidence }) => ({
          text: question,
          at: last,
          answers: evidence,
          one: false,
        })),
    };
  });
}

/** @param {Map<string, Float32Array>} vectors @param {string} text */
export function need(vectors, text) {
  const vector = vectors.get(text);
  if (vector) return vector;
  throw new Error(`no vector is recorded for ${JSON.stringify(text)}`);
}

/** @param {Question} question @param {string[]} turns */
function shareOf({ evidence }, turns) {
  const recalled = new Set(turns);
  return evidence.filter((turn) => recalled.has(turn)).length / evidence.length;
}
