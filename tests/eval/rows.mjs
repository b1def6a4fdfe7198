// The rows of the evaluation: every configuration without a model and with the oracle, and the peers.

import * as langchain from "./peers/langchain.mjs";
import * as mem0 from "./peers/mem0.mjs";
import { oracleOf } from "./oracle.mjs";
import { openPalimpsest } from "./palimpsest.mjs";
import { partsOf } from "./figures.mjs";
import { messageOf, runAll } from "./run.mjs";
import { ADD_ALL, configurations } from "./strategies.mjs";

/** @typedef {import("./figures.mjs").Figures} Figures */
/** @typedef {import("./figures.mjs").Part} Part */
/** @typedef {import("./stream.mjs").Person} Person */
/** @typedef {import("./subject.mjs").Subject} Subject */
/** @typedef {import("./vectors.mjs").Vectors} Vectors */

/** What answers a row's questions about meaning. @typedef {"rules" | "oracle" | "peer"} Block */

/** @type {{ id: Block, label: string }[]} */
export const BLOCKS = [
  { id: "rules", label: "without a model" },
  { id: "oracle", label: "with the oracle" },
  { id: "peer", label: "peers" },
];

/**
 * A row: its figures, or why it has none.
 *
 * @typedef {{ id: string, block: Block, label: string, state: "measured" | "not built yet" | "failed", error?: string, parts?: Record<Part, Figures> }} Row
 */

const PEERS = [mem0, langchain];

/** @param {Block} block @param {string} id */
const rowId = (block, id) => `${block}/${id}`;

/**
 * @param {Person[]} people
 * @param {Vectors} vectors
 * @param {Parameters<typeof runAll>[2]} onStep
 * @returns {Promise<Row[]>}
 */
export async function measure(people, vectors, onStep) {
  const [{ length: dimension }] = await vectors.embed([
    people[0].writes[0].text,
  ]);
  const oracle = oracleOf(people);
  /** @type {Map<string, Subject>} */
  const subjects = new Map();
  /** @type {Row[]} */
  const rows = [];
  for (const block of /** @type {Block[]} */ (["rules", "oracle"]))
    for (const { id, label, strategies, isBuilt } of configurations()) {
      const row = rowId(block, id);
      const state = isBuilt ? "measured" : "not built yet";
      rows.push({ id: row, block, label, state });
      if (!isBuilt) continue;
      const llm = block === "oracle" ? { llm: oracle.answer } : {};
      const { embed, embedModel } = vectors;
      subjects.set(
        row,
        await openPalimpsest({ strategies, embed, embedModel, ...llm }),
      );
    }
  for (const { LABEL, PACKAGE, open } of PEERS) {
    const id = rowId("peer", PACKAGE);
    /** @type {Row} */
    const row = { id, block: "peer", label: LABEL, state: "measured" };
    rows.push(row);
    try {
      subjects.set(id, await open({ embed: vectors.embed, dimension }));
    } catch (err) {
      Object.assign(row, { state: "failed", error: messageOf(err) });
    }
  }

  const results = await runAll(subjects, people, onStep);
  for (const subject of subjects.values()) await subject.close();
  const plain = results.get(rowId("rules", ADD_ALL));
  if (!plain) throw new Error("plain adding was not measured");
  return rows.map((row) => {
    const result = results.get(row.id);
    if (!result) return row;
    if (result.error && row.block !== "peer") throw new Error(result.error);
    if (result.error) return { ...row, state: "failed", error: result.error };
    return { ...row, parts: partsOf(result, plain, people) };
  });
}
