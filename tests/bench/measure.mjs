// Measures subjects side by side, in Node or in a page: all are built one after the other, then asked in turns, then saved and opened.

import { madeData, recallOf } from "./data.mjs";
import { SUBJECTS, isWanted } from "./subjects/index.mjs";

/** @typedef {import("./subject.mjs").Subject} Subject */
/** @typedef {import("./subject.mjs").Index} Index */
/** @typedef {import("./subject.mjs").Runtime} Runtime */

/**
 * What is measured: data of a kind and size, by whom. `named` are subjects' ids; none names all.
 *
 * @typedef {{ lie: import("./data.mjs").Lie, nRows: number, nQueries: number, named: string[] }} Run
 */
/**
 * How a runtime does what the subjects need of it. `memory` is in bytes, after garbage was collected.
 *
 * @typedef {object} Host
 * @property {Runtime} runtime
 * @property {(id: string) => Promise<any>} library
 * @property {(path: string) => Promise<Uint8Array>} bytes
 * @property {() => Promise<number>} memory
 * @property {(text: string) => void} say
 */
/**
 * Times in milliseconds, memory in bytes, recall from 0 to 1. What is missing was not possible; `errors` says why, by the step's name.
 *
 * @typedef {object} Row
 * @property {string} id
 * @property {string} label
 * @property {number} [insert]
 * @property {number} [save]
 * @property {number} [open]
 * @property {number[]} searches one a query
 * @property {number} [recall]
 * @property {number} [memory]
 * @property {string} [note]
 * @property {Record<string, string>} errors
 */

/** Times in which the queries are asked; each subject is asked the tenth part of them before the next one is. */
const TURNS = 10;
/** Queries that are asked before any that counts: code is compiled meanwhile. */
const WARM_UP = 20;
/** Milliseconds after which a warm-up has taken long enough. */
const WARM_UP_MS = 1000;

/** @param {Run} run @param {Host} host @returns {Promise<Row[]>} */
export async function measure({ lie, nRows, nQueries, named }, host) {
  host.say("data");
  const data = madeData(lie, nRows, nQueries);
  /** @type {{ row: Row, index?: Index }[]} */
  const built = [];
  for (const subject of SUBJECTS) {
    if (!subject.runtimes.includes(host.runtime)) continue;
    if (!isWanted(subject, nRows, named)) continue;
    host.say(`${subject.id}: insert`);
    built.push(await build(subject, data, host));
  }
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const { row, index } of built) {
      if (!index) continue;
      host.say(`${row.id}: search, turn ${turn + 1} of ${TURNS}`);
      await attempt(row, "search", () => ask(index, row, data, turn));
    }
  for (const { row, index } of built) {
    if (!index) continue;
    host.say(`${row.id}: recall, save, open`);
    await attempt(row, "recall", () => recalled(index, row, data));
    await attempt(row, "save", () => saved(index, row, data));
    row.note = index.note?.();
  }
  return built.map(({ row }) => row);
}

/** @param {Subject} subject @param {import("./data.mjs").Data} data @param {Host} host */
async function build({ id, label, create, library }, data, host) {
  /** @type {Row} */
  const row = { id, label, searches: [], errors: {} };
  /** @type {Index | undefined} */
  let index;
  await attempt(row, "insert", async () => {
    const code = library && (await host.library(id));
    const before = await host.memory();
    const made = await create(code, {
      runtime: host.runtime,
      bytes: host.bytes,
      nRows: data.rows.length,
      texts: data.texts,
      queryTexts: data.queryTexts,
    });
    row.insert = await timed(() => made.insert(data.rows));
    row.memory = (await host.memory()) - before;
    index = made;
  });
  return { row, index };
}

/** One turn's share of the queries. @param {Index} index @param {Row} row @param {import("./data.mjs").Data} data @param {number} turn */
async function ask(index, row, { queries }, turn) {
  if ("search" in row.errors) return;
  const share = Math.ceil(queries.length / TURNS);
  if (turn === 0) {
    const from = performance.now();
    for (let nth = 0; nth < WARM_UP; nth += 1) {
      if (WARM_UP_MS < performance.now() - from) break;
      await index.search(queries[nth % queries.length], nth % queries.length);
    }
  }
  const until = Math.min((turn + 1) * share, queries.length);
  for (let nth = turn * share; nth < until; nth += 1)
    row.searches.push(await timed(() => index.search(queries[nth], nth)));
}

/** @param {Index} index @param {Row} row @param {import("./data.mjs").Data} data */
async function recalled(index, row, { queries, nearest }) {
  const search = index.searchForRecall ?? index.search;
  let sum = 0;
  for (const [nth, query] of queries.entries())
    sum += recallOf(await search(query, nth), nearest[nth]);
  row.recall = sum / queries.length;
}

/** @param {Index} index @param {Row} row @param {import("./data.mjs").Data} data */
async function saved(index, row, { queries }) {
  /** @type {unknown} */
  let kept;
  if (index.save)
    row.save = await timed(async () => (kept = await index.save?.()));
  await attempt(row, "open", async () => {
    if (index.open)
      row.open = await timed(() => index.open?.(kept, queries[0]));
  });
}

/** @param {() => unknown} call */
async function timed(call) {
  const from = performance.now();
  const answer = call();
  // An answer that is there already costs no turn of the event loop.
  if (answer instanceof Promise) await answer;
  return performance.now() - from;
}

/** Runs a step; what it fails with is the row's, and the others go on. @param {Row} row @param {string} step @param {() => Promise<void>} run */
async function attempt(row, step, run) {
  try {
    await run();
  } catch (err) {
    row.errors[step] = saidBy(err).replace(/\s+/g, " ").slice(0, 160);
  }
}

/** What was thrown, in words: some throw plain objects. @param {any} err @returns {string} */
function saidBy(err) {
  const said = err?.message ?? (typeof err === "object" && JSON.stringify(err));
  return `${said || err}`;
}
