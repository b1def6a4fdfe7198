// The golden data keep their form, and their recordings and their draw belong to them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { nameOf, readRecordings } from "../eval/recorded.mjs";
import { draw } from "./draw.mjs";
import {
  LANGUAGES,
  PEOPLE,
  readAlike,
  readAside,
  readPairs,
  readPractice,
  readQuestions,
  readWrites,
} from "./read.mjs";

/** Which label the pairs of a kind have. */
const LABELS = {
  same: ["tone", "synonym", "far"],
  more: ["more"],
  less: ["less"],
  contradicts: [
    ...["number", "date", "negation", "name", "degree", "roles", "change"],
  ],
  coexists: ["exception", "guess", "plan", "said"],
  different: ["attribute", "many", "frame", "trap", "unrelated"],
};
const KINDS = Object.values(LABELS).flat();
const PAIRS_A_KIND = 16;

/** In what the pairs that look alike differ. */
const ALIKE_KINDS = [
  ...["light", "self", "family", "roles", "sense", "time", "tense", "modal"],
  ...["scope", "negation", "degree", "object", "addition", "number", "tone"],
];
const ALIKE_A_LANGUAGE = 500;

/** What a write may be to the one it names, and whether it must name one. */
const RELATIONS = new Map([
  ["new", "never"],
  ["third", "maybe"],
  ["guess", "maybe"],
  ...[
    ...["same", "more", "replaces", "back", "ends"],
    ...["contradicts", "exception", "trap"],
  ].map((rel) => /** @type {const} */ ([rel, "always"])),
]);

/** Times that one way of beginning may be used: more would let a rule learn the frame instead of the sense. */
const MOST_OF_A_FRAME = 3;

/**
 * How a text begins, but for whom it is about: four characters, or three words.
 *
 * @param {string} text
 * @param {string} language
 */
function frameOf(text, language) {
  if (language === "zh")
    return [...text.replace(/^(用户|我)/, "")].slice(0, 4).join("");
  return text
    .toLowerCase()
    .replace(/^(the user's|user's|the user|user|i)\s+/, "")
    .split(/\s+/)
    .slice(0, 3)
    .join(" ");
}

/** The names that occur more than `most` times. @param {string[]} names @param {number} most */
function above(names, most) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => most < count);
}

describe("the golden pairs", () => {
  const pairs = readPairs();

  test("have the fields that they are read by, and ids without a repeat", () => {
    for (const pair of pairs) {
      const fields = ["id", "lang", "label", "kind", "a", "b"];
      assert.deepEqual(Object.keys(pair), fields, pair.id);
      assert.match(pair.id, new RegExp(`^${pair.lang}-${pair.kind}-\\d\\d$`));
    }
    assert.deepEqual(
      above(
        pairs.map(({ id }) => id),
        1,
      ),
      [],
    );
  });

  test("are sixteen of each kind in each language, labelled as the kind is", () => {
    for (const lang of LANGUAGES)
      for (const [label, kinds] of Object.entries(LABELS))
        for (const kind of kinds) {
          const members = pairs.filter(
            (pair) => pair.lang === lang && pair.kind === kind,
          );
          assert.equal(members.length, PAIRS_A_KIND, `${lang} ${kind}`);
          for (const pair of members) assert.equal(pair.label, label, pair.id);
        }
    assert.equal(pairs.length, LANGUAGES.length * KINDS.length * PAIRS_A_KIND);
  });

  test("have no text twice, nor one of the stream's", () => {
    const texts = pairs.flatMap(({ a, b }) => [a, b]);
    const told = new Set(PEOPLE.flatMap(readWrites).map(({ text }) => text));
    assert.deepEqual(above(texts, 1), []);
    assert.deepEqual(
      texts.filter((text) => told.has(text)),
      [],
    );
  });

  test("have no frame in more than three pairs", () => {
    const frames = pairs.flatMap(({ a, b, lang }) => [
      ...new Set([frameOf(a, lang), frameOf(b, lang)]),
    ]);
    assert.deepEqual(above(frames, MOST_OF_A_FRAME), []);
  });
});

describe("the pairs to practise on", () => {
  const pairs = readPractice();

  test("are labelled as their kinds are, and have ids without a repeat", () => {
    for (const { id, lang, label, kind } of pairs) {
      assert.match(id, new RegExp(`^${lang}-${kind}-\\d{3}$`));
      assert.ok(LABELS[/** @type {keyof LABELS} */ (label)].includes(kind), id);
    }
    assert.deepEqual(
      above(
        pairs.map(({ id }) => id),
        1,
      ),
      [],
    );
  });

  test("have no text twice, nor one of the golden pairs or of the stream", () => {
    const texts = pairs.flatMap(({ a, b }) => [a, b]);
    const others = new Set([
      ...readPairs().flatMap(({ a, b }) => [a, b]),
      ...PEOPLE.flatMap(readWrites).map(({ text }) => text),
    ]);
    assert.deepEqual(above(texts, 1), []);
    assert.deepEqual(
      texts.filter((text) => others.has(text)),
      [],
    );
  });
});

describe("the pairs that look alike", () => {
  const pairs = readAlike();

  test("are five hundred in each language, and belong apart", () => {
    for (const lang of LANGUAGES)
      assert.deepEqual(
        pairs.filter((pair) => pair.lang === lang).map(({ id }) => id),
        Array.from(
          { length: ALIKE_A_LANGUAGE },
          (_, nth) => `${lang}-alike-${`${nth + 1}`.padStart(3, "0")}`,
        ),
      );
    for (const { id, label, kind } of pairs) {
      assert.ok(["contradicts", "coexists", "different"].includes(label), id);
      assert.ok(ALIKE_KINDS.includes(kind), id);
    }
  });

  test("have no text twice, nor one of the other pairs or of the stream", () => {
    const texts = pairs.flatMap(({ a, b }) => [a, b]);
    const others = new Set([
      ...[...readPairs(), ...readPractice()].flatMap(({ a, b }) => [a, b]),
      ...PEOPLE.flatMap(readWrites).map(({ text }) => text),
    ]);
    assert.deepEqual(above(texts, 1), []);
    assert.deepEqual(
      texts.filter((text) => others.has(text)),
      [],
    );
  });
});

describe("the golden stream", () => {
  test("is 1,600 writes or more, of ten people", () => {
    assert.ok(1600 <= PEOPLE.flatMap(readWrites).length);
  });

  for (const person of PEOPLE)
    test(`${person}: numbered in order of time, each write to an earlier one`, () => {
      let before = "";
      for (const [at, write] of readWrites(person).entries()) {
        const where = `write ${write.n}`;
        assert.equal(write.n, at + 1, where);
        assert.match(write.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, where);
        assert.ok(before <= write.at, where);
        before = write.at;
        const names = RELATIONS.get(write.rel);
        assert.ok(names, `${where}: ${write.rel}`);
        if (write.of === null) assert.notEqual(names, "always", where);
        else {
          assert.notEqual(names, "never", where);
          assert.ok(0 < write.of && write.of < write.n, where);
        }
      }
    });

  test("has no frame more than three times for one person", () => {
    for (const person of PEOPLE) {
      const language = person.slice(0, 2);
      const frames = readWrites(person).map(({ text }) =>
        frameOf(text, language),
      );
      assert.deepEqual(above(frames, MOST_OF_A_FRAME), [], person);
    }
  });

  test("tells a text again only where it is labelled the same", () => {
    for (const person of PEOPLE) {
      const told = new Set();
      for (const { n, text, rel } of readWrites(person)) {
        if (told.has(text)) assert.equal(rel, "same", `${person} ${n}`);
        told.add(text);
      }
    }
  });

  test("is asked 160 questions, each of what was told before it", () => {
    const questions = readQuestions();
    assert.equal(questions.length, 160);
    for (const { user, at, text, answers, outdated } of questions) {
      const writes = readWrites(user);
      assert.ok(answers.length, text);
      for (const n of [...answers, ...outdated])
        assert.ok(writes[n - 1].at <= at, `${text}: write ${n}`);
      assert.ok(!outdated.some((n) => answers.includes(n)), text);
    }
  });
});

test("the draw gives what is set aside", () => {
  assert.deepEqual(draw(), readAside());
});

test("the page's examples are tuned pairs, three of each kind", () => {
  const page = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const examples = page.split("## Hard examples")[1].match(/^\| `.*$/gm) ?? [];
  const aside = new Set(readAside().pairs);
  const tuned = readPairs().filter(({ id }) => !aside.has(id));
  for (const example of examples) {
    const [, kind, a, b] = example.split("|").map((cell) => cell.trim());
    const found = tuned.some(
      (pair) => `\`${pair.kind}\`` === kind && pair.a === a && pair.b === b,
    );
    assert.ok(found, example);
  }
  const kinds = examples.map((example) => example.split("`")[1]);
  assert.deepEqual(
    kinds,
    KINDS.flatMap((kind) => [kind, kind, kind]),
  );
});

test("every text has its vector of e5, and no recording is of a text that is gone", async () => {
  const folder = new URL("./vectors/", import.meta.url);
  const recorded = await readRecordings(folder, "e5");
  const texts = [
    ...readPairs().flatMap(({ a, b }) => [a, b]),
    ...PEOPLE.flatMap(readWrites).map(({ text }) => text),
    ...readQuestions().map(({ text }) => text),
  ];
  const how = "to be recorded anew: tests/golden/vectors/record.py";
  const missing = texts.filter((text) => !recorded.has(nameOf(text)));
  assert.deepEqual(missing, [], how);
  assert.equal(recorded.size, new Set(texts).size, how);
});
