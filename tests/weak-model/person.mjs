// One person's scope under a weak model: what was told to it, and whether every promise holds.

import { goldOf } from "../eval/gold.mjs";
import { listed, recordsOf, shownBy } from "../eval/palimpsest.mjs";
import { score } from "../eval/score.mjs";
import { faultsOf, lostOf } from "./promises.mjs";

/** @typedef {import("palimpsest").Memory} Memory */
/** @typedef {import("palimpsest").MemoryRecord} MemoryRecord */
/** @typedef {import("palimpsest").Decision} Decision */
/** @typedef {import("../eval/stream.mjs").Write} Write */

export class Person {
  /** Sentences, word for word. @type {Set<string>} */
  told = new Set();
  /** What the user said in conversations. @type {string[]} */
  said = [];
  /** @type {Set<string>} */
  pinned = new Set();
  /** @type {import("../eval/score.mjs").Decided[]} */
  decided = [];
  /** @type {Write[]} */
  writes = [];
  nChecks = 0;
  /** What was found wrong, with the step after which it was. @type {string[]} */
  faults = [];

  /** @param {import("../eval/stream.mjs").Person} stream @param {Memory} memory */
  constructor(stream, memory) {
    this.stream = stream;
    this.name = stream.name;
    this.handle = memory.scoped({ userId: stream.name });
  }

  /** Tells the next write. @param {Write} write */
  async tell(write) {
    const { at, text, n } = write;
    this.told.add(text);
    this.writes.push(write);
    const { action, id } = await this.handle.remember({ text, observedAt: at });
    this.decided.push({ n, action, id });
    // The first is what no automatic change may touch.
    if (this.pinned.size === 0) {
      await this.handle.pin(id);
      this.pinned.add(id);
    }
    return action;
  }

  /** The records of every status. @returns {Promise<MemoryRecord[]>} */
  records() {
    return listed(this.handle);
  }

  /** Holds the store to its promises. @param {string} step that was just made */
  async check(step) {
    const records = await this.records();
    const found = faultsOf({ records, told: this.told, pinned: this.pinned });
    this.nChecks += 1;
    this.faults.push(
      ...found.map((fault) => `${this.name}, after ${step}: ${fault}`),
    );
    // A detail that was seen once is never to go again.
    for (const { details } of records)
      for (const { text } of details) this.told.add(text);
    return records;
  }

  /** How many of the sentences are lost. */
  async nLost() {
    return lostOf(await this.records(), this.told).length;
  }

  /** How it stands against the gold labels, asked what the writes that were told can answer. */
  async counts() {
    const { stream, writes, decided, handle } = this;
    const known = new Set(writes.map(({ n }) => n));
    const asked = [];
    for (const question of stream.questions) {
      if (!question.answers.every((n) => known.has(n))) continue;
      asked.push({ question, hits: await shownBy(handle, question) });
    }
    return score(goldOf(writes), {
      decided,
      records: await recordsOf(handle),
      asked,
    });
  }
}
