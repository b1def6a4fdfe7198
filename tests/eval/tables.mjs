// The evaluation's tables, as Markdown: what is left and recalled, and what was decided at which cost, for each part of the stream.

import { DECISIONS, PARTS, RATES } from "./figures.mjs";
import { BLOCKS } from "./rows.mjs";
import { table } from "./table.mjs";

/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./figures.mjs").Part} Part */
/** @typedef {import("./figures.mjs").Share} Share */
/** @typedef {import("./rows.mjs").Row} Row */

/** @type {Record<Part, string>} */
export const PART_NAMES = {
  tuned: "People the rules may be tuned on",
  aside: "People set aside, only reported",
};

/** Heads that begin with a space are set to the right. @typedef {{ head: string[], rows: string[][] }} Table */

/** @param {Row[]} rows @returns {string[]} */
export const tableLines = (rows) => [
  ...PARTS.flatMap((part) => [
    headline(rows, part),
    "",
    ...tablesOf(rows, part).flatMap(({ head, rows }) => [
      table(head, rows),
      "",
    ]),
  ]),
  ...silenceOf(rows),
];

/** What is said where the oracle was never asked. @param {Row[]} rows @returns {string[]} */
export function silenceOf(rows) {
  const wasAsked = rows.some(
    ({ block, parts }) =>
      block === "oracle" &&
      parts &&
      PARTS.some((part) => 0 < parts[part].llmCalls),
  );
  return wasAsked
    ? []
    : [
        "No write asks a model yet: the oracle was called 0 times, and its rows equal those without a model.",
      ];
}

/** @param {Row[]} rows @param {Part} part */
export function headline(rows, part) {
  const { nPeople, nWrites, rates } = sizeOf(rows, part);
  return `${PART_NAMES[part]}: ${nPeople} people, ${nWrites} writes, ${rates.recall.n} questions`;
}

/** @param {Row[]} rows @param {Part} part @returns {Table[]} */
export const tablesOf = (rows, part) => [
  rateTable(rows, part),
  decisionTable(rows, part),
];

/** @param {Row[]} rows @param {Part} part @returns {Figures} */
export function sizeOf(rows, part) {
  const figures = rows.find(({ parts }) => parts)?.parts?.[part];
  if (!figures) throw new Error("nothing was measured");
  return figures;
}

/** @param {Row[]} rows @param {Part} part @returns {Table} */
const rateTable = (rows, part) => ({
  head: ["% (95 % interval)", ...RATES.map(({ label }) => ` ${label}`)],
  rows: blocks(rows, ({ parts }) =>
    RATES.map(({ id }) => withEnds(parts[part].rates[id])),
  ),
});

/** @param {Row[]} rows @param {Part} part @returns {Table} */
function decisionTable(rows, part) {
  return {
    head: [
      "precision / recall, %",
      ...DECISIONS.map((action) => ` ${action}`),
      " own ms, p50 / p95",
      " over add-all",
      " embed calls a write",
      " llm calls a write",
    ],
    rows: blocks(rows, ({ parts }) => {
      const { decisions, ownMs, addedMs, embedCalls, llmCalls } = parts[part];
      return [
        ...DECISIONS.map((action) => {
          const { precision, recall } = decisions[action];
          return `${inPercent(precision)} / ${inPercent(recall)}`;
        }),
        ...[ownMs, addedMs].map(
          ({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`,
        ),
        embedCalls.toFixed(2),
        llmCalls.toFixed(2),
      ];
    }),
  };
}

/** @typedef {Row & { parts: Record<Part, Figures> }} Measured */

/**
 * A table's rows: of each block its name and what was measured, and what could not be in words.
 *
 * @param {Row[]} rows
 * @param {(row: Measured) => string[]} cells
 */
function blocks(rows, cells) {
  return BLOCKS.flatMap(({ id, label }) => {
    const own = rows.filter(({ block }) => block === id);
    return [
      [`**${label}**`],
      ...own.flatMap((row) => {
        if (row.parts)
          return [[row.label, ...cells(/** @type {Measured} */ (row))]];
        if (row.state === "failed")
          return [[row.label, `failed: ${row.error}`]];
        return [];
      }),
    ];
  });
}

/** @param {Share} share */
export const inPercent = ({ share }) =>
  share === null ? "–" : (100 * share).toFixed(1);

/** @param {Share} share */
export function withEnds(share) {
  if (share.share === null) return "–";
  return `${inPercent(share)} (${shortEnd(share.low)}–${shortEnd(share.high)})`;
}

/** An interval's end in percent, with a decimal where it is small. @param {number} end */
const shortEnd = (end) =>
  end === 0 || 0.1 <= end ? Math.round(100 * end) : (100 * end).toFixed(1);
