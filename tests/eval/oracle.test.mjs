// The oracle, on a few writes made by hand, in Chinese and in English.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { oracleOf, textsIn } from "./oracle.mjs";
import { readStream } from "./stream.mjs";

/** @typedef {import("./stream.mjs").Write} Write */

/** @param {number} n @param {string} text @param {Partial<Write>} labels @returns {Write} */
const write = (n, text, labels = {}) => ({
  ...{ n, at: n, text, rel: "new", of: null, fact: `f${n}`, slot: null },
  ...labels,
});

/** @param {string[]} texts */
const life = (texts) => ({
  writes: [
    write(1, texts[0], { slot: "home_city" }),
    write(2, texts[1], { slot: "home_city", rel: "replaces", of: 1 }),
    write(3, texts[2]),
    write(4, texts[3], { fact: "f3", rel: "same", of: 3 }),
    write(5, texts[4], { fact: "f3", rel: "more", of: 3 }),
    write(6, texts[5], { slot: "brother.home_city", rel: "third" }),
    write(7, texts[6], { rel: "guess", of: 3 }),
    write(8, texts[7], { rel: "contradicts", of: 7 }),
    write(9, texts[8], { rel: "exception", of: 3 }),
  ],
});

const LIVES = {
  zh: life([
    "用户住在长沙",
    "用户搬到广州了",
    "用户爱喝“冻顶”乌龙茶，一天两壶，从不加糖也不加奶",
    '乌龙茶是他的"心头好"',
    "用户爱喝乌龙茶，尤其是冻顶的",
    "弟弟住在成都",
    "大概是跟着爷爷喝惯的",
    "是大学室友带他喝上的",
    "昨晚他喝的是咖啡",
  ]),
  en: life([
    "User lives in Bristol",
    "User moved to Cardiff",
    "User loves oolong, two pots a day and no sugar",
    'Oolong is his "favourite"',
    "User loves oolong, above all Dong Ding",
    "His brother lives in Leeds",
    "Probably got the taste from his grandfather",
    "It was a roommate who got him into it",
    "Last night it was coffee",
  ]),
};

/** Records as a prompt shows them. @param {Write[]} writes */
const lines = (writes) =>
  writes
    .map(
      ({ text }, at) => `[${at + 1}] 2025-03-01 fact ${JSON.stringify(text)}`,
    )
    .join("\n");

/** @param {any} answer */
const lengths = ({ summary, value }) =>
  Math.max(...[summary, value ?? ""].map((text) => [...text].length));

test("texts are read from numbered lines and from lines without a number", () => {
  const prompt = `Records:\n[3] 2025-06-20 fact "用户住在\\"上海\\""\nNew: "He said \\u2028 no"`;
  assert.deepEqual(textsIn(prompt), [
    { number: 3, text: '用户住在"上海"' },
    { number: null, text: "He said \u2028 no" },
  ]);
  assert.deepEqual(textsIn("nothing is quoted"), []);
});

for (const [language, person] of Object.entries(LIVES))
  describe(`the oracle, ${language}`, () => {
    const { writes } = person;
    const oracle = oracleOf(Object.values(LIVES));
    const ask = (/** @type {string} */ task, /** @type {number[]} */ numbers) =>
      /** @type {Promise<any>} */ (
        oracle.answer({
          task,
          prompt: lines(numbers.map((n) => writes[n - 1])),
        })
      );

    test("every telling of a fact gets one annotation, and each fact its own", async () => {
      const [home, moved, tea, again, more] = await Promise.all(
        [1, 2, 3, 4, 5].map((n) => ask("annotate", [n])),
      );
      assert.deepEqual(again, tea);
      assert.deepEqual(more, tea);
      assert.equal(home.key, "home_city");
      assert.equal(moved.key, "home_city");
      assert.notEqual(home.value, moved.value);
      assert.equal(tea.key, null);
      assert.ok(lengths(tea) <= 20 && 0 < lengths(tea));
    });

    test("kind and subject follow the label", async () => {
      /** @param {number} n @param {string} kind @param {string} subject */
      const check = async (n, kind, subject) => {
        const answer = await ask("annotate", [n]);
        assert.deepEqual([answer.kind, answer.subject], [kind, subject]);
      };
      await check(1, "fact", "user");
      await check(6, "fact", "brother");
      await check(7, "inference", "user");
      await check(9, "state", "user");
    });

    test("what refers to something shares its topic", async () => {
      const [guess, exception, contradiction] = await Promise.all(
        [7, 9, 8].map((n) => ask("annotate", [n])),
      );
      assert.equal(guess.topic, (await ask("annotate", [3])).summary);
      assert.equal(exception.topic, guess.topic);
      assert.equal(contradiction.topic, guess.topic);
    });

    test("two texts are judged by their labels", async () => {
      /** @param {number} one @param {number} other @param {string} relation */
      const check = async (one, other, relation) =>
        assert.equal((await ask("judge", [one, other])).relation, relation);
      await check(3, 4, "same");
      await check(3, 5, "refines");
      await check(1, 2, "replaces");
      await check(7, 8, "contradicts");
      await check(1, 6, "unrelated");
      await check(3, 9, "unrelated");
    });

    test("a merge joins what was told, each fact once, and its text is known from then on", async () => {
      const answer = await ask("merge", [3, 4, 9]);
      const joint = language === "zh" ? "；" : "; ";
      assert.equal(answer.text, [writes[2].text, writes[8].text].join(joint));
      const prompt = [answer.text, writes[4].text]
        .map((text) => JSON.stringify(text))
        .join("\n");
      const judged = /** @type {any} */ (
        await oracle.answer({ task: "judge", prompt })
      );
      assert.equal(judged.relation, "refines");
    });

    test("a merge names the values of keys", async () => {
      const { facts } = await ask("merge", [2, 3]);
      const { value } = await ask("annotate", [2]);
      assert.deepEqual(facts, { home_city: value });
    });

    test("reflection merges repetitions, deletes what was replaced, puts contradictions to the user, and leaves the rest", async () => {
      assert.deepEqual(await ask("reflect", [1, 2, 3, 4, 5, 6]), {
        ops: [
          { op: "delete", id: 1, reason: "f2 took its place", by: 2 },
          { op: "merge", ids: [3, 4, 5], text: writes[4].text },
        ],
      });
      assert.equal(await ask("reflect", [2, 3, 6]), "no-change");
      assert.deepEqual(await ask("reflect", [2, 3, 7, 8]), {
        ops: [{ op: "conflict", ids: [3, 4] }],
      });
    });

    test("reflection takes what was replaced out of a text that says more, and says by what", async () => {
      const { text } = await ask("merge", [1, 6]);
      const shown = [{ ...writes[0], text }, writes[1]];
      const prompt = lines(shown);
      assert.deepEqual(await oracle.answer({ task: "reflect", prompt }), {
        ops: [{ op: "update", id: 1, text: writes[5].text, by: 2 }],
      });
    });
  });

test("what is not in the labels is annotated as a fact and unrelated to all", async () => {
  const oracle = oracleOf(Object.values(LIVES));
  const prompt = '"Never told by anybody, and longer than a summary"';
  const note = /** @type {any} */ (
    await oracle.answer({ task: "annotate", prompt })
  );
  assert.equal(note.kind, "fact");
  assert.ok(lengths(note) <= 20);
  const judged = /** @type {any} */ (
    await oracle.answer({ task: "judge", prompt: `${prompt}\n${prompt}` })
  );
  assert.equal(judged.relation, "unrelated");
  await assert.rejects(oracle.answer({ task: "extract", prompt }), /never/);
});

test("no two facts of a golden person have one summary", async () => {
  const people = readStream();
  for (const person of people) {
    const oracle = oracleOf([person]);
    /** @type {Map<string, string>} */
    const facts = new Map();
    for (const { text, fact } of person.writes) {
      const { summary } = /** @type {any} */ (
        await oracle.answer({
          task: "annotate",
          prompt: JSON.stringify(text),
        })
      );
      assert.equal(facts.get(summary) ?? fact, fact, person.name);
      facts.set(summary, fact);
      assert.ok([...summary].length <= 20, summary);
    }
  }
});
