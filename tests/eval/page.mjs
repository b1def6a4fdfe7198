// The report as one page of HTML: charts as SVG within it, the tables, what the figures mean. It loads nothing.

import { COLOURS, openCharts } from "./charts.mjs";
import { PARTS, RATES, DECISIONS } from "./figures.mjs";
import { BLOCKS } from "./rows.mjs";
import { RIGHT } from "./score.mjs";
import { PART_NAMES, headline, silenceOf, tablesOf } from "./tables.mjs";
import { DEFINITIONS } from "./definitions.mjs";
import { STYLE, figure, html, raw } from "./html.mjs";
import { ALL } from "./strategies.mjs";

/** @typedef {import("./charts.mjs").Charts} Charts */
/** @typedef {import("./charts.mjs").Line} Line */
/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./figures.mjs").Part} Part */
/** @typedef {import("./figures.mjs").Share} Share */
/** @typedef {import("./history.mjs").Entry} Entry */
/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {{ date: string, version: string, commit: string, gold: string, embedModel: string, nPeople: number, nWrites: number, nQuestions: number, rows: Row[] }} Report */

/** Labels and actions, in the order in which they are shown. */
const RELS = [
  "new",
  "third",
  "exception",
  "guess",
  "trap",
  "same",
  "more",
  "replaces",
  "back",
  "ends",
  "contradicts",
];
const ACTIONS = ["added", ...DECISIONS, "merged"];

/**
 * @param {Report} report
 * @param {Entry[]} entries the history, this run among it
 */
export async function page(report, entries) {
  const charts = await openCharts();
  const { rows } = report;
  const about = [
    `Palimpsest ${report.version}, commit ${report.commit}`,
    report.date,
    `${report.nWrites} writes of ${report.nPeople} people, ${report.nQuestions} questions (golden data ${report.gold})`,
    report.embedModel,
  ];
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Palimpsest: evaluation</title>
      <style>
        ${raw(STYLE)}
      </style>
      <h1>Evaluation on the golden stream</h1>
      <p class="about">${about.join(" · ")}</p>
      <p class="legend">${raw(legend())}</p>
      <h2>What is left, what is recalled, what is lost</h2>
      <div class="charts">${raw(rateCharts(charts, rows))}</div>
      <p>${silenceOf(rows).join(" ")}</p>
      <h2>Decisions</h2>
      <div class="charts">${raw(decisionCharts(charts, rows))}</div>
      <h2>Time of a write, callbacks apart</h2>
      <div class="charts">${raw(timeCharts(charts, rows))}</div>
      <h2>From entry to entry</h2>
      <div class="charts">${raw(historyCharts(charts, entries))}</div>
      <h2>All figures</h2>
      ${raw(PARTS.map((part) => tables(rows, part)).join("\n"))}
      <h2>What the figures mean</h2>
      <dl>
        ${raw(
          DEFINITIONS.map(
            ([term, text]) =>
              html`<dt>${term}</dt>
                <dd>${text}</dd>`,
          ).join("\n"),
        )}
      </dl>
    </html> `;
}

const legend = () =>
  PARTS.map(
    (part) =>
      html`<span
        ><svg width="14" height="14">
          <circle
            cx="7"
            cy="7"
            r="4.5"
            fill="${part === "tuned" ? COLOURS[part] : "#fff"}"
            stroke="${COLOURS[part]}"
            stroke-width="2"
          />
        </svg>
        ${PART_NAMES[part]}</span
      >`,
  ).join(" ") + " <span>lines: 95 % intervals</span>";

/** @param {Charts} charts @param {Row[]} rows */
const rateCharts = (charts, rows) =>
  RATES.map(({ id, label, better }) => {
    const of = (/** @type {Figures} */ figures) => figures.rates[id];
    const svg = charts.intervals(
      linesOf(rows, (figures) => marksOf(of(figures))),
      {
        unit: "%",
        ...rangeOf(rows, of, better === "more"),
      },
    );
    return figure(label, `${better} is better`, svg);
  }).join("\n");

/**
 * The rows that were measured, under the names of their blocks.
 *
 * @param {Row[]} rows
 * @param {(figures: Figures) => { value: number, low: number, high: number }[]} marks
 * @returns {Line[]}
 */
const linesOf = (rows, marks) =>
  BLOCKS.flatMap(({ id, label }) => [
    { label },
    ...rows.flatMap((row) => {
      const { parts } = row;
      if (row.block !== id || !parts) return [];
      const both = PARTS.flatMap((part) =>
        marks(parts[part]).map((mark) => ({ ...mark, series: part })),
      );
      return [{ label: shortLabel(row.label), marks: both }];
    }),
  ]);

/** What fits beside a chart. @param {string} label */
const shortLabel = (label) => label.replace(/,.*$| Memory.*$/, "");

/** @param {Share} share in percent; nothing where it is of nothing */
const marksOf = ({ share, low, high }) =>
  share === null
    ? []
    : [{ value: 100 * share, low: 100 * low, high: 100 * high }];

/** A scale that holds every interval; of what is to be low it begins at 0. @param {Row[]} rows @param {(figures: Figures) => Share} of @param {boolean} isHigh */
function rangeOf(rows, of, isHigh) {
  const shares = rows.flatMap(({ parts }) =>
    parts ? PARTS.map((part) => of(parts[part])) : [],
  );
  const ten = (
    /** @type {number} */ share,
    /** @type {(value: number) => number} */ round,
  ) => 10 * round(10 * share);
  return {
    min: isHigh
      ? ten(Math.min(...shares.map(({ low }) => low)), Math.floor)
      : 0,
    max: isHigh
      ? 100
      : Math.max(
          5,
          Math.min(
            100,
            5 * Math.ceil(20 * Math.max(...shares.map(({ high }) => high))),
          ),
        ),
  };
}

/** @param {Row[]} rows */
const allOn = (rows) =>
  BLOCKS.flatMap((block) => {
    const row = rows.find(({ id }) => id === `${block.id}/${ALL}`);
    return row?.parts ? [{ label: block.label, parts: row.parts }] : [];
  });

/** @param {Charts} charts @param {Row[]} rows */
function decisionCharts(charts, rows) {
  return allOn(rows)
    .flatMap(({ label, parts }) => {
      /** @type {Line[]} */
      const lines = DECISIONS.flatMap((action) => [
        { label: action },
        .../** @type {const} */ (["precision", "recall"]).map((side) => ({
          label: side,
          marks: PARTS.flatMap((part) =>
            marksOf(parts[part].decisions[action][side]).map((mark) => ({
              ...mark,
              series: part,
            })),
          ),
        })),
      ]);
      return [
        figure(
          `all on, ${label}`,
          "no mark: never answered",
          charts.intervals(lines, { unit: "%", min: 0, max: 100 }),
        ),
        figure(
          `all on, ${label}`,
          "how each gold label was answered; framed: right",
          charts.grid(gridOf(parts)),
        ),
      ];
    })
    .join("\n");
}

/** Everybody's answers. @param {Record<Part, Figures>} parts @returns {import("./charts.mjs").Grid} */
const gridOf = (parts) => ({
  rows: RELS,
  columns: ACTIONS,
  counts: RELS.map((rel) =>
    ACTIONS.map((action) =>
      PARTS.reduce(
        (sum, part) => sum + (parts[part].answers[rel]?.[action] ?? 0),
        0,
      ),
    ),
  ),
  isRight: (rel, action) => isRight(rel, action),
});

/** Where no decision is called for, the write is to be added. @param {string} rel @param {string} action */
function isRight(rel, action) {
  const wanted = DECISIONS.find((name) =>
    RIGHT[name].includes(/** @type {any} */ (rel)),
  );
  return action === (wanted ?? "added");
}

/** @param {Charts} charts @param {Row[]} rows */
function timeCharts(charts, rows) {
  const chart = (/** @type {"ownMs" | "addedMs"} */ figure) => {
    const lines = linesOf(rows, (figures) => {
      const { p50, p95 } = figures[figure];
      return [{ value: p50, low: p50, high: p95 }];
    });
    const all = lines.flatMap(({ marks = [] }) => marks);
    return charts.intervals(lines, {
      unit: "ms",
      min: Math.floor(Math.min(0, ...all.map(({ low }) => low))),
      max: Math.ceil(Math.max(...all.map(({ high }) => high))),
    });
  };
  return [
    figure(
      "own time",
      "mark: median; line: to the 95th percentile",
      chart("ownMs"),
    ),
    figure(
      "over add-all",
      "the second add-all shows the noise",
      chart("addedMs"),
    ),
  ].join("\n");
}

/** @param {Charts} charts @param {Entry[]} entries */
function historyCharts(charts, entries) {
  if (entries.length < 2) return "<p>The history has one entry so far.</p>";
  const row = `rules/${ALL} tuned`;
  const names = entries.map(({ date, commit }) => `${date}\n${commit}`);
  return /** @type {const} */ (["less", "more"])
    .map((wanted) => {
      const series = RATES.filter(({ better }) => better === wanted).map(
        ({ id, label }) => ({
          name: label,
          values: entries.map(({ figures }) => {
            const value = figures[row]?.[id];
            return value === undefined ? null : 100 * value;
          }),
        }),
      );
      const hint = `${wanted} is better; the people the rules may be tuned on`;
      const svg = charts.lines(series, names);
      return figure("all on, without a model", hint, svg);
    })
    .join("\n");
}

/** @param {Row[]} rows @param {Part} part */
function tables(rows, part) {
  const all = tablesOf(rows, part).map(({ head, rows }) => {
    const heads = head.map((name) => html`<th>${name.trim()}</th>`).join("");
    const lines = rows.map((cells) => {
      if (cells.length === 1)
        return html`<tr class="block">
          <th colspan="${head.length}">${cells[0].replaceAll("*", "")}</th>
        </tr>`;
      const [label, ...rest] = cells;
      const wide =
        rest.length === 1 ? ` colspan="${head.length - 1}" class="none"` : "";
      return `<tr>${html`<th>${label}</th>`}${rest.map((cell) => `<td${wide}>${html`${cell}`}</td>`).join("")}</tr>`;
    });
    return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${lines.join("\n")}</tbody></table></div>`;
  });
  return html`<h3>${headline(rows, part)}</h3>` + all.join("\n");
}
