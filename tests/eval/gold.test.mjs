// What the labels mean, and that the golden stream keeps to what the scorer takes for granted.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { goldOf } from "./gold.mjs";
import { readStream, steps } from "./stream.mjs";

/** @typedef {import("./stream.mjs").Write} Write */

/** @param {number} n @param {Partial<Write>} labels @returns {Write} */
const write = (n, labels) => ({
  ...{ n, at: n, text: `text ${n}`, rel: "new", of: null },
  ...{ fact: `f${n}`, slot: null },
  ...labels,
});

test("what one write is to another follows from their facts, whichever is named first", () => {
  const writes = [
    write(1, { slot: "rent" }),
    write(2, { slot: "rent", rel: "replaces", of: 1 }),
    write(3, { slot: "rent", fact: "f1", rel: "back", of: 2 }),
    write(4, {}),
    write(5, { fact: "f4", rel: "same", of: 4 }),
    write(6, { fact: "f4", rel: "more", of: 4 }),
    write(7, { rel: "ends", of: 4 }),
    write(8, { slot: "met" }),
    write(9, { slot: "met", rel: "contradicts", of: 8 }),
    write(10, { rel: "guess", of: 4 }),
  ];
  const gold = goldOf(writes);
  /** @param {number} one @param {number} other @param {string} wanted */
  const check = (one, other, wanted) => {
    const [a, b] = [gold.write(one), gold.write(other)];
    assert.equal(gold.relation(a, b), wanted, `${one} and ${other}`);
    assert.equal(gold.relation(b, a), wanted, `${other} and ${one}`);
  };
  check(1, 2, "replaces");
  check(1, 3, "same");
  check(2, 3, "replaces");
  check(4, 5, "same");
  check(4, 6, "refines");
  check(5, 7, "replaces");
  check(8, 9, "contradicts");
  check(4, 10, "unrelated");
  check(1, 8, "unrelated");
});

describe("the golden stream", async () => {
  const people = readStream();

  test("has ten people, four of them set aside, and 160 questions", () => {
    assert.equal(people.length, 10);
    assert.equal(people.filter(({ isAside }) => isAside).length, 4);
    assert.equal(people.flatMap(({ questions }) => questions).length, 160);
  });

  test("tells a text of two facts nowhere, so that a text says which fact it tells", () => {
    for (const { name, writes } of people) {
      const facts = new Map();
      for (const { text, fact, n } of writes) {
        assert.equal(facts.get(text) ?? fact, fact, `${name} ${n}`);
        facts.set(text, fact);
      }
    }
  });

  test("asks nothing before its answers were told, and keeps the order of writes", () => {
    for (const person of people) {
      let last = 0;
      for (const { write, question } of steps(person)) {
        if (write) assert.equal(write.n, (last += 1), person.name);
        else
          for (const n of [...question.answers, ...question.outdated])
            assert.ok(n <= last, `${person.name}: ${question.text}`);
      }
      assert.equal(last, person.writes.length);
    }
  });
});
