// The checks find what they are there to find.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "./answers.mjs";
import { faultsOf } from "./promises.mjs";

/** @typedef {import("palimpsest").MemoryRecord} MemoryRecord */

/** @param {Partial<MemoryRecord>} fields @returns {MemoryRecord} */
const record = (fields) =>
  /** @type {MemoryRecord} */ ({
    ...{ id: "1", status: "active", kind: "fact", text: "用户住在上海" },
    ...{ details: [], sources: [], history: [], facts: {}, relations: [] },
    ...{ conflictPending: false },
    ...fields,
  });

/** @type {[name: string, records: Partial<MemoryRecord>[], told: string[], faults: RegExp[]][]} */
const CASES = [
  ["a sentence is a text", [{}], ["用户住在上海"], []],
  [
    "a sentence is a detail of a hidden record",
    [
      {
        status: "deleted",
        text: "x",
        details: [
          {
            text: "Drinks tea",
            observedAt: 0,
            source: { kind: "user" },
          },
        ],
      },
    ],
    ["Drinks tea"],
    [],
  ],
  [
    "a sentence is the quote of a source",
    [{ sources: [{ kind: "user", quote: "住上海" }] }],
    ["住上海"],
    [],
  ],
  [
    "a sentence that differs by a letter is lost",
    [{}],
    ["用户住在上海。"],
    [/lost/],
  ],
  [
    "a relation names a record that is not there",
    [{ relations: [{ relation: "of", id: "2" }] }],
    [],
    [/names 2/],
  ],
  [
    "a record went into one that is not there",
    [{ status: "merged", mergedInto: "3" }],
    [],
    [/names 3/],
  ],
  [
    "two values of one key",
    [
      { id: "1", key: "home_city", value: "上海" },
      { id: "2", key: "home_city", value: "北京" },
    ],
    [],
    [/two current values/],
  ],
  [
    "a habit and a passing state",
    [
      { id: "1", key: "coffee_order", value: "black" },
      { id: "2", key: "coffee_order", value: "white", kind: "state" },
    ],
    [],
    [],
  ],
  [
    "two values of which the user is asked",
    [
      { id: "1", key: "home_city", value: "上海", conflictPending: true },
      { id: "2", key: "home_city", value: "北京", conflictPending: true },
    ],
    [],
    [],
  ],
];

for (const [name, records, told, faults] of CASES)
  test(name, () => {
    const found = faultsOf({ records: records.map(record), told });
    assert.equal(found.length, faults.length, found.join("\n"));
    faults.forEach((fault, nth) => assert.match(found[nth], fault));
  });

test("a pinned record that was hidden is found", () => {
  const records = [record({ status: "merged", mergedInto: "1" })];
  const [fault] = faultsOf({ records, told: [], pinned: ["1"] });
  assert.match(fault, /pinned and merged/);
});

test("answers are kept once, and not more than fit", () => {
  const answer = (/** @type {string} */ text) =>
    /** @type {const} */ ({ task: "judge", lang: "en", answer: text });
  assert.equal(linesOf([answer("a"), answer("a"), answer("b")]).length, 2);
  const many = Array.from({ length: 400 }, (_, nth) => answer(`${nth}`));
  assert.equal(linesOf(many).length, 300);
  const long = Array.from({ length: 3 }, (_, nth) =>
    answer(`${nth}`.repeat(90_000)),
  );
  assert.equal(linesOf(long).length, 2);
});
