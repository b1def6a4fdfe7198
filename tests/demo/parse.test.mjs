// The shapes of file that the demo takes, on small files written here.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { InputError, parse } from "./parse.mjs";
import { OWN_STREAM, read } from "./read.mjs";

/**
 * @param {string} name
 * @param {string} text
 * @param {[user: string, text: string, at?: number][]} wanted
 */
function check(name, text, wanted) {
  const found = parse(text, name).told.map(({ user, text, at }) =>
    at === undefined ? [user, text] : [user, text, at],
  );
  assert.deepEqual(found, wanted);
}

/** @param {string} name @param {string} text @param {RegExp} message */
function refuse(name, text, message) {
  assert.throws(
    () => parse(text, name),
    (err) => {
      assert.ok(err instanceof InputError, String(err));
      assert.match(err.message, message);
      return true;
    },
  );
}

test("JSON lines are read, of strings and of objects, with or without a user and a time", () => {
  check(
    "a.jsonl",
    '{"text":"窗外下雪了","user":"小安","at":"2025-01-02T00:00:00Z"}\n\n"It snowed"\r\n{"content":"Still snowing","at":5}\n',
    [
      ["小安", "窗外下雪了", Date.UTC(2025, 0, 2)],
      ["user", "It snowed"],
      ["user", "Still snowing", 5],
    ],
  );
  check("a.txt", '{"text":"one line alone"}', [["user", "one line alone"]]);
  check("a.jsonl", '"a string alone"', [["user", "a string alone"]]);
});

test("a JSON list is read like lines", () => {
  check("a.json", '["雪停了", {"text":"The snow stopped","user":"Ann"}]', [
    ["user", "雪停了"],
    ["Ann", "The snow stopped"],
  ]);
});

test("plain text is a sentence a line, whatever signs it begins with", () => {
  check("notes.txt", "\ufeff今天很冷\r\n\n  [later] It got warmer  \n", [
    ["user", "今天很冷"],
    ["user", "[later] It got warmer"],
  ]);
  check("notes.txt", '"Cold," she said\n', [["user", '"Cold," she said']]);
});

test("messages are read without the assistant's", () => {
  check(
    "m.json",
    JSON.stringify([
      { role: "system", content: "Be brief" },
      { role: "user", content: "我怕冷", at: "2025-01-02T00:00:00Z" },
      { role: "assistant", content: "多穿点" },
    ]),
    [["user", "我怕冷", Date.UTC(2025, 0, 2)]],
  );
});

test("a chat is read by sender, without the assistant's messages", () => {
  const at = "2025-01-02T00:00:00Z";
  const say = (
    /** @type {string} */ sender,
    /** @type {string} */ content,
  ) => ({
    sender,
    sender_name: sender.toUpperCase(),
    create_time: at,
    type: "text",
    content,
  });
  const chat = {
    session_meta: {
      user_details: { ann: { role: "user" }, bot: { role: "assistant" } },
    },
    conversation_list: [
      say("ann", "My boots leak"),
      say("bot", "Oh no"),
      say("bob", "我的靴子没漏"),
      { ...say("ann", "boots.jpg"), type: "image" },
    ],
  };
  check("c.json", JSON.stringify(chat), [
    ["ANN", "My boots leak", Date.parse(at)],
    ["BOB", "我的靴子没漏", Date.parse(at)],
  ]);
});

test("a bank is read in order of time, the users' own sentences only", () => {
  const day = (/** @type {string[]} */ ...queries) =>
    queries.map((query) => ({ query, response: "…" }));
  const bank = {
    小安: {
      history: {
        "2023-05-02": day("第二天"),
        "2023-05-01": day("第一天", "还是第一天"),
      },
    },
    Ann: { history: { "2023-05-01": day("Day one") } },
  };
  const nine = Date.UTC(2023, 4, 1, 9);
  check("b.json", JSON.stringify(bank), [
    ["小安", "第一天", nine],
    ["Ann", "Day one", nine],
    ["小安", "还是第一天", nine + 60_000],
    ["小安", "第二天", nine + 86_400_000],
  ]);
});

test("what can't be used is refused in words", () => {
  refuse("empty.txt", " \n\n", /empty\.txt holds no sentence/);
  refuse("cut.jsonl", '{"text":"ok"}\n{"text":"c', /line 2: not JSON/);
  refuse("cut.json", '{"text":', /line 1: not JSON, or cut short/);
  refuse(
    "shape.json",
    '{"rows":[],"next":1}',
    /unknown shape \(with rows, next\)/,
  );
  refuse("n.jsonl", "7", /line 1: neither a string nor an object/);
  refuse("t.jsonl", '{"text":"a","at":"soon"}', /line 1: "soon" is no time/);
  refuse("t.jsonl", '{"txt":"a"}', /unknown shape \(with txt\)/);
  refuse(
    "b.json",
    '{"Ann":{"history":{"someday":[]}}}',
    /"someday" is no time/,
  );
  refuse(
    "two.jsonl",
    '{"text":"a"}\n{"txt":"a"}',
    /line 2: no "text" \(with txt\)/,
  );
  refuse("c.json", '{"conversation_list":[{}]}', /message 1: no "sender"/);
});

test("a file that is missing, a folder, and bytes that are no text are refused in words", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-parse-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "bytes.txt"), Buffer.of(0xff, 0xfe, 0x41));
  const fails = (/** @type {string} */ name, /** @type {RegExp} */ message) =>
    assert.rejects(read(join(folder, name)), message);
  await fails("missing.txt", /there is no file/);
  await fails("", /is a folder/);
  await fails("bytes.txt", /is not text in UTF-8/);
});

test("the questions beside a bank are asked, else the sentences that are questions", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-parse-"));
  t.after(() => rm(folder, { recursive: true }));
  const bank = join(folder, "memory_bank_x.json");
  const history = {
    "2023-05-01": [{ query: "我怕冷吗？" }, { query: "冷。" }],
  };
  await writeFile(bank, JSON.stringify({ Ann: { history } }));
  const asked = async () => (await read(bank)).questions;
  assert.deepEqual(await asked(), [{ user: "Ann", text: "我怕冷吗？" }]);
  await writeFile(
    join(folder, "probing_questions_x.jsonl"),
    '{"Ann":["What was it?","\\"Quoted?\\""]}\n',
  );
  assert.deepEqual(await asked(), [
    { user: "Ann", text: "What was it?" },
    { user: "Ann", text: "Quoted?" },
  ]);
});

test("the project's own stream keeps its promises", async () => {
  const { told, questions } = await read(OWN_STREAM);
  assert.ok(160 <= told.length, `${told.length} sentences`);
  assert.equal(new Set(told.map(({ user }) => user)).size, 6);
  assert.equal(questions.length, 20);
  const earlier = new Map();
  let last = -Infinity;
  for (const { user, at, text, id, gold } of told) {
    assert.ok(at !== undefined && last <= at, `in order of time: ${text}`);
    last = at;
    for (const reference of Object.values(gold ?? {}))
      assert.equal(earlier.get(reference), user, `${text} refers to its own`);
    if (id !== undefined) earlier.set(id, user);
  }
  for (const { user, expect } of questions)
    assert.ok(
      told.some(
        (one) => one.user === user && one.text.includes(String(expect)),
      ),
      `${user} said ${expect}`,
    );
});
