// The figures from entry to entry: what is kept of a run, and what got better or worse since the last one.

import { appendFile, readFile } from "node:fs/promises";

import { DECISIONS, PARTS, RATES } from "./figures.mjs";
import { ALL } from "./strategies.mjs";

/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {Record<string, Record<string, number>>} Kept figures by name, by row and part: `rules/all tuned` */
/**
 * One entry. `gold` is the hash of the golden data: figures of other data can't be compared.
 *
 * @typedef {{ date: string, version: string, commit: string, gold: string, figures: Kept }} Entry
 */
/** @typedef {{ row: string, figure: string, from: number, to: number, verdict: "better" | "worse" | "changed" }} Change */

/** The committed file: one entry a line, the newest last. */
export const HISTORY = new URL("./history.jsonl", import.meta.url);

/** Decimals that a figure keeps. */
const DECIMALS = 4;

/** What is kept of the golden pairs. */
const PAIR_RATES = /** @type {const} */ ([
  { id: "wronglyDropped", better: "less" },
  { id: "found", better: "more" },
  { id: "grown", better: "more" },
  { id: "noticed", better: "more" },
  { id: "falseNotices", better: "less" },
]);

/** What is better of each figure; of the calls neither, for they are what the other figures cost. @type {Record<string, "more" | "less">} */
const BETTER = Object.fromEntries([
  ...RATES.map(({ id, better }) => [id, better]),
  ...DECISIONS.flatMap((action) => [
    [`${action}.precision`, "more"],
    [`${action}.recall`, "more"],
  ]),
  ...PAIR_RATES.map(({ id, better }) => [id, better]),
]);

/**
 * What is kept of a run: all strategies on, and each alone. No times, for they are the machine's; no peers.
 *
 * @param {Row[]} rows
 * @returns {Kept}
 */
export function keptOf(rows) {
  /** @type {Kept} */
  const kept = {};
  for (const { id, parts } of rows) {
    const [, configuration] = id.split("/");
    const isOurs = configuration === ALL || configuration.startsWith("only-");
    if (parts && isOurs)
      for (const part of PARTS) kept[`${id} ${part}`] = flat(parts[part]);
  }
  return kept;
}

/** @param {Figures} figures */
function flat({ rates, decisions, embedCalls, llmCalls }) {
  const shares = [
    ...RATES.map(({ id }) => /** @type {const} */ ([id, rates[id].share])),
    ...DECISIONS.flatMap((action) =>
      /** @type {const} */ (["precision", "recall"]).map(
        (side) =>
          /** @type {const} */ ([
            `${action}.${side}`,
            decisions[action][side].share,
          ]),
      ),
    ),
    /** @type {const} */ (["embedCalls", embedCalls]),
    /** @type {const} */ (["llmCalls", llmCalls]),
  ];
  return Object.fromEntries(
    shares.flatMap(([name, share]) =>
      share === null ? [] : [[name, rounded(share)]],
    ),
  );
}

/** The name of a row of the golden pairs. @param {string} model @param {string} part */
export const pairsRow = (model, part) => `pairs/${model} ${part}`;

/** @param {import("./pairs.mjs").Rates} rates */
export const keptOfPairs = (rates) =>
  Object.fromEntries(
    PAIR_RATES.map(({ id }) => [id, rounded(rates[id].hits / rates[id].n)]),
  );

/** @param {number} figure */
export const rounded = (figure) => Number(figure.toFixed(DECIMALS));

/**
 * What changed among the figures that both entries have.
 *
 * @param {Kept} before
 * @param {Kept} after
 * @returns {Change[]}
 */
export const changes = (before, after) =>
  Object.entries(after).flatMap(([row, figures]) =>
    Object.entries(figures).flatMap(([figure, to]) => {
      const from = before[row]?.[figure];
      if (from === undefined || from === to) return [];
      return [{ row, figure, from, to, verdict: verdictOf(figure, from, to) }];
    }),
  );

/** @param {string} figure @param {number} from @param {number} to @returns {Change["verdict"]} */
function verdictOf(figure, from, to) {
  const better = BETTER[figure];
  if (better === undefined) return "changed";
  return from < to === (better === "more") ? "better" : "worse";
}

/** Whether two runs found the same, of the same data. @param {Entry} one @param {Entry} other */
export const isSame = (one, other) =>
  one.gold === other.gold && same(one.figures, other.figures);

/** @param {Kept} one @param {Kept} other */
function same(one, other) {
  const rows = (/** @type {Kept} */ kept) => Object.keys(kept).sort();
  const names = (/** @type {Kept} */ kept) =>
    rows(kept).flatMap((row) => [row, ...Object.keys(kept[row]).sort()]);
  return (
    names(one).join("\n") === names(other).join("\n") &&
    changes(one, other).length === 0
  );
}

/**
 * What is said of a run beside the last entry.
 *
 * @param {Entry | undefined} last
 * @param {Entry} now
 * @returns {string[]}
 */
export function historyLines(last, now) {
  if (!last) return ["The first entry of the history."];
  const since = `since ${last.date} (${last.commit})`;
  if (isSame(last, now)) return [`Unchanged ${since}.`];
  const lines = [];
  if (last.gold !== now.gold)
    lines.push(
      `The golden data changed ${since}: other figures are to be expected.`,
    );
  const all = changes(last.figures, now.figures);
  for (const verdict of /** @type {const} */ (["better", "worse", "changed"])) {
    const some = all.filter((one) => one.verdict === verdict);
    if (some.length === 0) continue;
    lines.push(`${verdict[0].toUpperCase()}${verdict.slice(1)} ${since}:`);
    for (const { row, figure, from, to } of some)
      lines.push(`  ${row.padEnd(24)} ${figure.padEnd(22)} ${from} → ${to}`);
  }
  const isNew = (/** @type {string} */ row) => !(row in last.figures);
  const added = Object.keys(now.figures).filter(isNew);
  if (0 < added.length) lines.push(`New ${since}: ${added.join(", ")}`);
  return lines.length === 0
    ? [`Other figures than ${since}, none in common.`]
    : lines;
}

/** @param {URL} [file] @returns {Promise<Entry[]>} oldest first; none where there is no file */
export async function readHistory(file = HISTORY) {
  try {
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    return lines.filter(Boolean).map((line) => JSON.parse(line));
  } catch (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code === "ENOENT") return [];
    throw err;
  }
}

/**
 * Adds an entry, unless the last one found the same.
 *
 * @param {Entry[]} entries
 * @param {Entry} now
 * @param {URL} [file]
 * @returns {Promise<boolean>} whether it was added
 */
export async function append(entries, now, file = HISTORY) {
  const last = entries.at(-1);
  if (last && isSame(last, now)) return false;
  await appendFile(file, `${JSON.stringify(now)}\n`);
  return true;
}
