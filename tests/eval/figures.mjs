// The figures of a run: counts of several people as rates with intervals, times and calls.

import { wilson } from "./interval.mjs";
import { RIGHT, addUp } from "./score.mjs";
import { quantile } from "./quantile.mjs";

/** @typedef {import("./interval.mjs").Rate} Rate */
/** @typedef {import("./run.mjs").Result} Result */
/** @typedef {import("./run.mjs").Told} Told */
/** @typedef {import("./stream.mjs").Person} Person */

/** The people of a part of the stream. @typedef {"tuned" | "aside"} Part */
export const PARTS = /** @type {const} */ (["tuned", "aside"]);

/** A share (null of nothing) with its 95 % interval. @typedef {Rate & { share: number | null, low: number, high: number }} Share */
/** @typedef {{ p50: number, p95: number }} Quantiles milliseconds */

/** The rates, with what is better: more, or less of them. */
export const RATES = /** @type {const} */ ([
  { id: "duplicatesLeft", label: "duplicates left", better: "less" },
  { id: "contradictionsLeft", label: "contradictions left", better: "less" },
  { id: "recall", label: "recall@5", better: "more" },
  { id: "upToDate", label: "recall@5, up to date", better: "more" },
  { id: "distinctDropped", label: "distinct dropped", better: "less" },
  { id: "factsHidden", label: "current facts hidden", better: "less" },
  { id: "detailsLost", label: "details lost", better: "less" },
]);

/** The decisions that have a right label. */
export const DECISIONS = Object.keys(RIGHT);

/** @typedef {ReturnType<typeof figuresOf>} Figures */

/**
 * @param {Told[]} told one a person
 * @param {Told[]} plain the same of plain adding, told side by side
 */
export function figuresOf(told, plain) {
  const counts = addUp(told.map((one) => one.counts));
  const writeMs = told.flatMap((one) => one.writeMs);
  const plainMs = plain.flatMap((one) => one.writeMs);
  const calls = told.flatMap((one) => Object.entries(one.calls));
  const perWrite = (/** @type {(task: string) => boolean} */ isMeant) =>
    calls.filter(([task]) => isMeant(task)).reduce((sum, [, n]) => sum + n, 0) /
    writeMs.length;
  return {
    nPeople: told.length,
    nWrites: writeMs.length,
    nRecords: counts.duplicatesLeft.n,
    rates: Object.fromEntries(RATES.map(({ id }) => [id, share(counts[id])])),
    decisions: Object.fromEntries(
      DECISIONS.map((action) => {
        const { right, answered, wanted } = counts.decisions[action];
        return [
          action,
          {
            precision: share({ hits: right, n: answered }),
            recall: share({ hits: right, n: wanted }),
          },
        ];
      }),
    ),
    answers: counts.answers,
    ownMs: quantiles(writeMs),
    addedMs: quantiles(writeMs.map((ms, nth) => ms - plainMs[nth])),
    embedCalls: perWrite((task) => task === "embed"),
    llmCalls: perWrite((task) => task !== "embed"),
  };
}

/** A result's figures for both parts of the stream. @param {Result} result @param {Result} plain @param {Person[]} people */
export const partsOf = (result, plain, people) =>
  /** @type {Record<Part, Figures>} */ (
    Object.fromEntries(
      PARTS.map((part) => {
        const names = people
          .filter(({ isAside }) => isAside === (part === "aside"))
          .map(({ name }) => name);
        const told = (/** @type {Result} */ of) =>
          names.flatMap((name) => of.people.get(name) ?? []);
        return [part, figuresOf(told(result), told(plain))];
      }),
    )
  );

/** @param {Rate} rate @returns {Share} */
const share = (rate) => ({
  ...rate,
  ...wilson(rate),
  share: rate.n === 0 ? null : rate.hits / rate.n,
});

/** @param {number[]} all @returns {Quantiles} */
function quantiles(all) {
  const at = (/** @type {number} */ share) => quantile(all, share) ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
