// What the evaluations of labelled pairs print.

import { percent, withInterval } from "./interval.mjs";
import { isKnown, isRight, ratesOf } from "./pairs.mjs";
import { bestAt, curveOf } from "./pairs-curve.mjs";
import { table } from "./table.mjs";

/** @typedef {import("./pairs.mjs").Judged} Judged */
/** @typedef {import("./pairs-curve.mjs").Swept} Swept */
/** @typedef {import("./pairs-data.mjs").Pair} Pair */

/** Shares of wrongly dropped at which a curve is read. */
const LIMITS = [0, 0.01, 0.02, 0.05, 0.1, 0.2];

export const DEFINITIONS = `Two writes into a fresh scope each, recorded vectors, no language model. Shares with their counts and Wilson 95 % intervals.
- wrongly dropped: pairs that belong apart (contradicts, coexists, different; of public sets different, neutral, contradiction) answered duplicate, updated or merged
- found: less answered duplicate; same answered duplicate, updated or merged (one record is left, and it says all)
- more updated: more answered updated (a duplicate would lose the detail)
- noticed: contradictions answered superseded or conflict
- false notices: the same of coexists and different (of public sets different, neutral, entailment)`;

/** @param {string[]} names of the columns that say what a row is of @param {[string[], { pair: Pair, action: string }[]][]} rows */
export function rateTable(names, rows) {
  return table(
    [
      ...names,
      ...[
        "wrongly dropped",
        "found",
        "more updated",
        "noticed",
        "false notices",
      ],
    ],
    rows.map(([of, judged]) => {
      const rates = ratesOf(judged);
      return [
        ...of,
        ...[rates.wronglyDropped, rates.found, rates.grown].map(withInterval),
        ...[rates.noticed, rates.falseNotices].map(withInterval),
      ];
    }),
  );
}

/** What became of each kind, tuned and set-aside pairs apart. @param {Judged[]} judged */
export function kindTable(judged) {
  const groups = groupsOf(judged, ({ pair }) => pair.kind);
  const columns = ["zh", "en"].flatMap((lang) =>
    ["tuned", "aside"].map((part) => ({ lang, part })),
  );
  return table(
    ["label", "kind", ...columns.map(({ lang, part }) => `${lang}, ${part}`)],
    [...groups].map(([kind, members]) => [
      members[0].pair.label,
      kind,
      ...columns.map(({ lang, part }) =>
        actionsOf(
          members.filter(
            ({ pair }) => pair.lang === lang && pair.part === part,
          ),
        ),
      ),
    ]),
  );
}

/** @template One @param {One[]} all @param {(one: One) => string} nameOf @returns {Map<string, One[]>} */
function groupsOf(all, nameOf) {
  const groups = new Map();
  for (const one of all)
    groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}

/** E.g. `7 added, 4 duplicate`. @param {Judged[]} judged */
function actionsOf(judged) {
  const groups = groupsOf(judged, ({ action }) => action);
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([action, { length }]) => `${length} ${action}`)
    .join(", ");
}

/**
 * What is found while at most so much is wrongly dropped, and the threshold that does it.
 *
 * @param {[string[], Swept[]][]} rows
 */
export function curveTable(rows) {
  return table(
    [
      ...["set", "model", "by"],
      ...LIMITS.map((limit) => ` wrong ≤ ${100 * limit} %`),
    ],
    rows.map(([of, swept]) => {
      const curve = curveOf(swept);
      return [
        ...of,
        ...LIMITS.map((limit) => {
          const point = bestAt(curve, limit);
          return point
            ? `${percent(point.found)} (${point.threshold.toFixed(3)})`
            : "–";
        }),
      ];
    }),
  );
}

/** Whether a set has both what should be found and what belongs apart: else there is no curve. @param {Pair[]} pairs */
export const hasCurve = (pairs) => pairs.some(isKnown);

/** The pairs that were not answered as their label asks. @param {Judged[]} judged @param {string} kind or `all` */
export function missesOf(judged, kind) {
  return judged
    .filter(({ pair }) => kind === "all" || pair.kind === kind)
    .filter((one) => !isRight(one))
    .map(({ pair, action, cosine, guards }) => {
      const said = guards.map(
        ({ guard, new: told, stored }) => `${guard} “${stored}” → “${told}”`,
      );
      return [
        `${pair.id} (${pair.label}): ${action}, cosine ${cosine?.toFixed(3) ?? "–"}${said.length ? `, ${said.join(", ")}` : ""}`,
        `    ${pair.a}`,
        `    ${pair.b}`,
      ].join("\n");
    })
    .join("\n");
}

/** @param {number} differing */
export const sweepNote = (differing) => `
A column: what is found at most while at most that share is wrongly dropped, and policy.gate.duplicate for it. The threshold is picked
on the very pairs of the row, for both: this compares two curves, and promises no rate for other texts. “–”: more than that is
dropped at every threshold. The package's answers between are put together from its runs at the lowest and the highest threshold;
run at the threshold for 2 % itself, it answered ${differing} pairs otherwise.`;
