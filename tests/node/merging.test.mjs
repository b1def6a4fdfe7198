// Merging, topics and links, as a caller sees them.

import assert from "node:assert/strict";
import test from "node:test";

import { opened, refused, untyped } from "./support.mjs";

const NOBODY = "01890000-0000-7000-8000-000000000000";

const TOLD = [
  {
    topic: "旅行",
    texts: ["用户下个月去日本", "用户想住温泉旅馆", "妈妈也会去"],
  },
  {
    topic: "music",
    texts: ["a fan of jazz", "plays the bass", "sings loudly"],
  },
];

for (const { topic, texts } of TOLD) {
  test(`three pieces of ${topic} become one record, and an undo gives them back`, async (t) => {
    const { memory } = await opened(t);
    const actions = [];
    for (const text of texts)
      actions.push((await memory.remember({ text, topic })).action);
    assert.deepEqual(actions, ["added", "added", "merged"]);
    const [record, ...others] = await memory.list();
    assert.equal(others.length, 0);
    assert.deepEqual(
      record?.details.map(({ text }) => text),
      texts,
    );
    const [listed] = await memory.topics();
    assert.deepEqual([listed?.topic, listed?.count], [topic, 1]);
    const [entry] = (await memory.journal()).slice(-1);
    assert.deepEqual(
      [entry?.operation, entry?.action, entry?.strategy],
      ["write", "merged", "merge"],
    );
    await memory.undo();
    assert.deepEqual(
      (await memory.list()).map(({ text }) => text),
      texts,
    );
  });
}

test("records are merged and linked by hand", async (t) => {
  const { memory } = await opened(t);
  const [cat, vet, park] = await memory.rememberAll([
    "User has a cat called Miso",
    "The vet is on Main Street",
    "Dogs may run free in the park",
  ]);
  assert.ok(cat && vet && park);
  await memory.link(park.id, "near", vet.id);
  const [decision] = await memory.merge([cat.id, vet.id]);
  assert.equal(decision?.action, "merged");
  assert.equal(decision?.record.details.length, 2);
  const { relations } = await memory.get(park.id);
  assert.deepEqual(relations, [{ relation: "near", id: decision?.id }]);
});

/** @type {[string, (memory: import("palimpsest").Memory) => Promise<unknown>, string, RegExp][]} */
const CALLS = [
  ["nothing to merge", (m) => m.merge([]), "invalid_input", /two/],
  ["a number to merge", (m) => m.merge(untyped(7)), "invalid_input", /merge/],
  ["an id that is none", (m) => m.merge(["x"]), "not_found", /x/],
  ["an unknown topic", (m) => m.merge("nothing"), "not_found", /nothing/],
  ["a link to nobody", (m) => m.link(NOBODY, "a", NOBODY), "not_found", /0189/],
  [
    "a link without a name",
    (m) => m.link(NOBODY, untyped(undefined), NOBODY),
    "invalid_input",
    /link/,
  ],
];
for (const [name, call, code, words] of CALLS) refused(name, call, code, words);
