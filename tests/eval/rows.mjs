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
 * @typedef {{ id: string, block: Block, label: string, state: "measured" | "failed", error?: string, parts?: Record<Part, Figures> }} Row
 */

const PEERS = [mem0, langchain];

/** @param {Block} block @param {string} id */
const rowId = (block, id) => `${block}/${id}`;

/** Who is told in a pass: the peers after us, or their garbage would be collected in our time. */
export const PASSES = /** @type {const} */ (["configurations", "peers"]);

/** @typedef {(pass: (typeof PASSES)[number], person: Person, left: number) => void} OnStep */

/**
 * @param {Person[]} people
 * @param {Vectors} vectors
 * @param {OnStep} onStep
 * @returns {Promise<Row[]>}
 */
export async function measure(people, vectors, onStep) {
  const ours = await openConfigurations(people, vectors);
  const results = await runAll(ours.subjects, people, (person, left) =>
    onStep("configurations", person, left),
  );
  await closeAll(ours.subjects);
  const peers = await openPeers(people, vectors);
  const theirs = await runAll(peers.subjects, people, (person, left) =>
    onStep("peers", person, left),
  );
  await closeAll(peers.subjects);

  const plain = results.get(rowId("rules", ADD_ALL));
  if (!plain) throw new Error("plain adding was not measured");
  return [...ours.rows, ...peers.rows].map((row) => {
    const result = results.get(row.id) ?? theirs.get(row.id);
    if (!result) return row;
    if (result.error && row.block !== "peer") throw new Error(result.error);
    if (result.error) return { ...row, state: "failed", error: result.error };
    return { ...row, parts: partsOf(result, plain, people) };
  });
}

/** @typedef {{ rows: Row[], subjects: Map<string, Subject> }} Opened */

/** @param {Person[]} people @param {Vectors} vectors @returns {Promise<Opened>} */
async function openConfigurations(people, { embed, embedModel }) {
  const oracle = oracleOf(people);
  /** @type {Opened} */
  const opened = { rows: [], subjects: new Map() };
  for (const block of /** @type {Block[]} */ (["rules", "oracle"]))
    for (const { id, label, strategies } of configurations()) {
      const row = rowId(block, id);
      opened.rows.push({ id: row, block, label, state: "measured" });
      const llm = block === "oracle" ? { llm: oracle.answer } : {};
      opened.subjects.set(
        row,
        await openPalimpsest({ strategies, embed, embedModel, ...llm }),
      );
    }
  return opened;
}

/** @param {Person[]} people @param {Vectors} vectors @returns {Promise<Opened>} */
async function openPeers(people, { embed }) {
  const [{ length: dimension }] = await embed([people[0].writes[0].text]);
  /** @type {Opened} */
  const opened = { rows: [], subjects: new Map() };
  for (const { LABEL, PACKAGE, open } of PEERS) {
    const id = rowId("peer", PACKAGE);
    /** @type {Row} */
    const row = { id, block: "peer", label: LABEL, state: "measured" };
    opened.rows.push(row);
    try {
      opened.subjects.set(id, await open({ embed, dimension }));
    } catch (err) {
      Object.assign(row, { state: "failed", error: messageOf(err) });
    }
  }
  return opened;
}

/** @param {Map<string, Subject>} subjects */
async function closeAll(subjects) {
  for (const subject of subjects.values()) await subject.close();
}
