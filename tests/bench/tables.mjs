// The table of a run.

import { quantile } from "../eval/quantile.mjs";
import { table } from "../eval/table.mjs";

/** @typedef {import("./measure.mjs").Row} Row */
/** Of each subject, by its id: bytes of brotli, and the version of its package. @typedef {Map<string, { bytes?: number, version: string }>} Shipped */

const HEAD = [
  ...["subject", " insert", " save", " open", " search p50", " p95"],
  ...[" loop's p50 over it", " recall@10", " memory", " shipped"],
];
const NONE = "–";

/** @param {Row[]} rows @param {Shipped} shipped */
export function tableLines(rows, shipped) {
  const loop = quantile(rows.find(({ id }) => id === "loop")?.searches, 0.5);
  const cells = rows.map((row) => cellsOf(row, shipped, loop));
  const notes = rows.flatMap(({ label, note, errors }) => [
    ...(note ? [`${label}: ${note}`] : []),
    ...Object.entries(errors).map(
      ([step, error]) => `${label}: no ${step}: ${error}`,
    ),
  ]);
  return [table(HEAD, cells), ...(0 < notes.length ? [""] : []), ...notes];
}

/** @param {Row} row @param {Shipped} shipped @param {number | undefined} loop */
function cellsOf(row, shipped, loop) {
  const { bytes, version } = shipped.get(row.id) ?? { version: "" };
  const p50 = quantile(row.searches, 0.5);
  return [
    [row.label, version].filter(Boolean).join(" "),
    ...[row.insert, row.save, row.open].map(time),
    ...[p50, quantile(row.searches, 0.95)].map(time),
    loop === undefined || p50 === undefined
      ? NONE
      : `${(loop / p50).toFixed(loop / p50 < 10 ? 2 : 1)} ×`,
    row.recall?.toFixed(3) ?? NONE,
    row.memory === undefined ? NONE : `${(row.memory / 1e6).toFixed(1)} MB`,
    bytes === undefined ? NONE : `${(bytes / 1000).toFixed(0)} KB`,
  ];
}

/** @param {number | undefined} ms */
function time(ms) {
  if (ms === undefined) return NONE;
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}
