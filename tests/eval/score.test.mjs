// The scorer, on streams of a few writes made by hand, in Chinese and in English.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { goldOf } from "./gold.mjs";
import { addUp, score } from "./score.mjs";

/** @typedef {import("./score.mjs").Held} Held */
/** @typedef {import("./stream.mjs").Write} Write */
/** @typedef {import("./stream.mjs").Question} Question */

/** @param {string} text @param {Partial<Write>} labels @returns {Write} */
const write = (text, labels) => ({
  ...{ n: 0, at: 0, text, rel: "new", of: null, fact: "f1", slot: null },
  ...labels,
});

/**
 * One small life twice: a home that changes and comes back, a drink told three times, a hobby that ends, a contradiction,
 * an exception.
 */
const LIVES = {
  zh: [
    "用户住在长沙",
    "用户搬到广州了",
    "用户又搬回长沙了",
    "用户爱喝乌龙茶",
    "乌龙茶是他的心头好",
    "用户爱喝乌龙茶，尤其是冻顶的",
    "用户学粤语",
    "粤语不学了",
    "他俩2022年认识",
    "他俩2023年才认识",
    "那天他喝了咖啡",
  ],
  en: [
    "User lives in Bristol",
    "User moved to Cardiff",
    "User is back in Bristol",
    "User loves oolong",
    "Oolong is his favourite",
    "User loves oolong, above all Dong Ding",
    "User learns Cantonese",
    "User gave up Cantonese",
    "They met in 2022",
    "They only met in 2023",
    "He had coffee that day",
  ],
};

/** @param {string[]} texts */
function gold(texts) {
  /** @type {Partial<Write>[]} */
  const labels = [
    { fact: "home", slot: "home_city" },
    { fact: "moved", slot: "home_city", rel: "replaces", of: 1 },
    { fact: "home", slot: "home_city", rel: "back", of: 2 },
    { fact: "tea" },
    { fact: "tea", rel: "same", of: 4, far: true },
    { fact: "tea", rel: "more", of: 4 },
    { fact: "language" },
    { fact: "ended", rel: "ends", of: 7 },
    { fact: "met" },
    { fact: "met2", rel: "contradicts", of: 9 },
    { fact: "coffee", rel: "exception", of: 4 },
  ];
  return goldOf(
    texts.map((text, nth) =>
      write(text, { n: nth + 1, at: nth, ...labels[nth] }),
    ),
  );
}

/** @param {string} id @param {Partial<Held>} rest @returns {Held} */
const held = (id, rest) => ({
  ...{ id, status: "active", conflict: null, text: "" },
  ...{ details: [], quotes: [], past: [] },
  ...rest,
});

/** @param {Question["type"]} type @param {number[]} answers @param {number[]} [outdated] @returns {Question} */
const question = (type, answers, outdated = []) => ({
  ...{ at: 100, text: "?", type, answers, outdated },
});

/** Every write a record of its own. @param {string[]} texts */
const addAll = (texts) => ({
  decided: texts.map((_, nth) => ({
    n: nth + 1,
    action: "added",
    id: `r${nth + 1}`,
  })),
  records: texts.map((text, nth) => held(`r${nth + 1}`, { text })),
  asked: [],
});

for (const [language, texts] of Object.entries(LIVES))
  describe(`the scorer, ${language}`, () => {
    const labels = gold(texts);
    /** @param {Partial<import("./score.mjs").Outcome>} outcome */
    const scored = (outcome) => score(labels, { ...addAll(texts), ...outcome });
    /** Records of the writes with these numbers, told as they were. @param {...number} numbers */
    const records = (...numbers) =>
      numbers.map((n) => held(`r${n}`, { text: texts[n - 1] }));

    test("plain adding leaves every repetition and every contradiction", () => {
      const counts = scored({});
      // Of home, told twice, one is too many, and of tea, told three times, two.
      assert.deepEqual(counts.duplicatesLeft, { hits: 3, n: 11 });
      // Of three homes two, of the language and its end one, of two meetings one.
      assert.deepEqual(counts.contradictionsLeft, { hits: 4, n: 11 });
      assert.deepEqual(counts.distinctDropped, { hits: 0, n: 9 });
      assert.deepEqual(counts.detailsLost, { hits: 0, n: 11 });
      assert.deepEqual(counts.decisions.duplicate, {
        ...{ right: 0, answered: 0, wanted: 1 },
      });
      assert.equal(counts.answers.new.added, 4);
    });

    test("a conflict that waits for the user is no contradiction left, one marked on one side only is", () => {
      const [one, other] = records(9, 10);
      const left = (/** @type {Held[]} */ all) =>
        scored({ records: all }).contradictionsLeft.hits;
      assert.equal(left([one, other]), 1);
      assert.equal(left([{ ...one, conflict: "c" }, other]), 1);
      assert.equal(
        left([
          { ...one, conflict: "c" },
          { ...other, conflict: "c" },
        ]),
        0,
      );
    });

    test("two records in two conflicts are none with each other", () => {
      const [one, other] = records(9, 10);
      const apart = [
        { ...one, conflict: "c" },
        { ...other, conflict: "d" },
      ];
      assert.equal(scored({ records: apart }).contradictionsLeft.hits, 1);
    });

    test("a fact that holds and that no active record tells is hidden, whatever hid it", () => {
      // Home, tea, the language's end, the two meetings, and coffee hold in the end.
      const hidden = (/** @type {Held[]} */ all) =>
        scored({ records: all }).factsHidden;
      assert.deepEqual(scored({}).factsHidden, { hits: 0, n: 6 });
      assert.deepEqual(hidden(records(3, 4, 8, 9, 10, 11)), { hits: 0, n: 6 });
      const [coffee, ...others] = records(11, 3, 4, 8, 9, 10);
      const superseded = { ...coffee, status: "superseded" };
      assert.equal(hidden([superseded, ...others]).hits, 1);
      const swallowed = held("x", { text: texts[3], quotes: [texts[10]] });
      assert.equal(hidden([swallowed, ...others]).hits, 1);
    });

    test("a value that came back to a record that still tells the other one is hidden", () => {
      const home = (/** @type {string} */ text) =>
        held("home", { text, past: [texts[0]], quotes: [texts[2]] });
      const hidden = (/** @type {string} */ text) =>
        scored({ records: [home(text), ...records(4, 8, 9, 10, 11)] })
          .factsHidden.hits;
      assert.equal(hidden(texts[1]), 1);
      assert.equal(hidden(texts[2]), 0);
    });

    test("what is history, hidden, or of the same value contradicts nothing", () => {
      const left = (/** @type {Held[]} */ all) =>
        scored({ records: all }).contradictionsLeft.hits;
      const [home, moved] = records(1, 2);
      assert.equal(left([home, moved]), 1);
      assert.equal(left([{ ...home, status: "superseded" }, moved]), 0);
      assert.equal(left([held("r", { text: texts[1], past: [texts[0]] })]), 0);
      assert.equal(left(records(1, 3)), 0);
      assert.equal(left(records(6, 11)), 0);
    });

    test("a record that tells two values by itself contradicts itself, until one of them is past", () => {
      const both = held("r", { text: texts[1], details: [texts[0]] });
      const left = (/** @type {Held} */ record) =>
        scored({ records: [record] }).contradictionsLeft;
      assert.deepEqual(left(both), { hits: 1, n: 1 });
      assert.deepEqual(left({ ...both, past: [texts[0]] }), { hits: 0, n: 1 });
    });

    test("an ended thing that is still told contradicts its end", () => {
      assert.equal(
        scored({ records: records(7, 8) }).contradictionsLeft.hits,
        1,
      );
    });

    test("a repetition taken in is right where the record told its fact, and wrong elsewhere", () => {
      /** @param {string} id @param {string} action @param {number} n */
      const answered = (id, action, n) =>
        scored({
          decided: addAll(texts).decided.map((one) =>
            one.n === n ? { n, action, id } : one,
          ),
        });
      const same = answered("r4", "duplicate", 5);
      assert.deepEqual(same.decisions.duplicate, {
        ...{ right: 1, answered: 1, wanted: 1 },
      });
      assert.equal(same.distinctDropped.hits, 0);
      assert.deepEqual(answered("r1", "duplicate", 5).decisions.duplicate, {
        ...{ right: 0, answered: 1, wanted: 1 },
      });
      assert.equal(answered("r4", "updated", 6).decisions.updated.right, 1);
      assert.equal(answered("r4", "duplicate", 6).decisions.duplicate.right, 0);
    });

    test("a distinct write taken in by another fact's record is dropped; a value that comes back to its own is not", () => {
      /** @param {string} id @param {string} action @param {number} n */
      const dropped = (id, action, n) =>
        scored({
          decided: addAll(texts).decided.map((one) =>
            one.n === n ? { n, action, id } : one,
          ),
        }).distinctDropped.hits;
      assert.equal(dropped("r4", "duplicate", 11), 1);
      assert.equal(dropped("r4", "updated", 11), 1);
      assert.equal(dropped("r1", "superseded", 2), 0);
      assert.equal(dropped("r1", "duplicate", 3), 0);
      assert.equal(dropped("r2", "duplicate", 3), 1);
    });

    test("a fact that was dropped is not known to the record that dropped it", () => {
      const decided = [
        { n: 4, action: "added", id: "r4" },
        { n: 11, action: "duplicate", id: "r4" },
        { n: 11, action: "duplicate", id: "r4" },
      ];
      assert.deepEqual(scored({ decided }).distinctDropped, { hits: 2, n: 3 });
    });

    test("a merge that still tells a write drops nothing, and one that does not drops it", () => {
      const decided = [
        { n: 4, action: "added", id: "r4" },
        { n: 11, action: "merged", id: "m" },
      ];
      const dropped = (/** @type {string[]} */ details) =>
        scored({
          decided,
          records: [
            held("r4", { text: texts[3], status: "merged", mergedInto: "m" }),
            held("m", { text: "…", details }),
          ],
        }).distinctDropped.hits;
      assert.equal(dropped([texts[3], texts[10]]), 0);
      assert.equal(dropped([texts[3]]), 1);
    });

    test("a repetition of what was merged goes to the merged record", () => {
      const counts = scored({
        decided: [
          { n: 4, action: "added", id: "r4" },
          { n: 5, action: "duplicate", id: "m" },
        ],
        records: [
          held("r4", { text: texts[3], status: "merged", mergedInto: "m" }),
          held("m", { text: texts[3] }),
        ],
      });
      assert.equal(counts.decisions.duplicate.right, 1);
    });

    test("a text is lost only where it stands nowhere, word for word", () => {
      const lost = (/** @type {Partial<Held>} */ rest) =>
        scored({
          records: [
            ...records(1, 2, 3, 4, 6, 7, 8, 9, 10, 11),
            held("x", rest),
          ],
        }).detailsLost;
      assert.deepEqual(lost({}), { hits: 1, n: 11 });
      assert.equal(lost({ details: [texts[4]] }).hits, 0);
      assert.equal(lost({ quotes: [texts[4]] }).hits, 0);
      assert.equal(lost({ past: [texts[4]] }).hits, 0);
      assert.equal(lost({ text: texts[4], status: "merged" }).hits, 0);
      assert.equal(lost({ quotes: [texts[4].slice(1)] }).hits, 1);
    });

    test("an answer counts among the first five, in the record's text, details or sources", () => {
      const hits = (/** @type {Held[]} */ ...all) => {
        const asked = [{ question: question("detail", [5]), hits: all }];
        return scored({ asked }).recall.hits;
      };
      const others = records(1, 2, 7, 8, 9);
      assert.equal(hits(...others.slice(1), ...records(5)), 1);
      assert.equal(hits(...others, ...records(5)), 0);
      assert.equal(hits(held("x", { details: [texts[4]] })), 1);
      assert.equal(hits(held("x", { quotes: [texts[4]] })), 1);
      assert.equal(hits(held("x", { past: [texts[4]] })), 0);
    });

    test("history answers what is asked of the past, and nothing else", () => {
      const record = held("x", { text: texts[1], past: [texts[0]] });
      const recall = (/** @type {Question["type"]} */ type) => {
        const asked = [{ question: question(type, [1], [2]), hits: [record] }];
        return scored({ asked });
      };
      assert.equal(recall("before").recall.hits, 1);
      assert.equal(recall("at").recall.hits, 1);
      assert.equal(recall("now").recall.hits, 0);
      assert.deepEqual(recall("before").upToDate, { hits: 0, n: 0 });
    });

    test("an answer beside an outdated value is not up to date, unless it is marked, past or another's", () => {
      const upToDate = (/** @type {Held[]} */ ...hits) => {
        const asked = [{ question: question("now", [2], [1, 11]), hits }];
        return scored({ asked }).upToDate.hits;
      };
      const [home, moved, coffee] = records(1, 2, 11);
      assert.equal(upToDate(moved), 1);
      assert.equal(upToDate(home), 0);
      assert.equal(upToDate(moved, home), 0);
      assert.equal(upToDate(moved, { ...home, conflict: "c" }), 1);
      assert.equal(upToDate({ ...moved, past: [texts[0]] }), 1);
      // The labels name it as a wrong answer; it is no older value of this one.
      assert.equal(upToDate(moved, coffee), 1);
    });
  });

test("an older version that is a hit counts by its own text", () => {
  const texts = LIVES.en;
  const version = held("x", { text: texts[0], details: [texts[1]] });
  const counts = score(gold(texts), {
    ...addAll(texts),
    asked: [
      {
        question: question("now", [2]),
        hits: [{ ...version, isVersion: true }],
      },
    ],
  });
  assert.equal(counts.recall.hits, 0);
});

test("counts of two people add up, also where only one has a label", () => {
  const [zh, en] = Object.values(LIVES).map((texts) =>
    score(gold(texts), addAll(texts)),
  );
  delete en.answers.guess;
  const both = addUp([zh, en]);
  assert.deepEqual(both.duplicatesLeft, { hits: 6, n: 22 });
  assert.equal(both.answers.new.added, 8);
  assert.equal(both.decisions.duplicate.wanted, 2);
});
