// A scope goes out as an archive and comes in again: in another store, over another scope, or not at all.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

import { axes, mapStore, opened, rejects, untyped } from "./support.mjs";

/** A clock that stands, so that scores are the same wherever they are shown. */
const clock = () => Date.UTC(2025, 5, 1);
const keep = /** @type {const} */ ({ onCollision: "keep" });

/** A memory that has something of everything. @param {import("node:test").TestContext} context */
async function livedIn(context) {
  const { memory } = await opened(context, { clock });
  await memory.remember({ text: "住在上海", metadata: { 来源: ["聊天"] } });
  const { id } = await memory.remember("likes tea");
  await memory.remember("likes tea!");
  await memory.edit(id, { text: "loves tea" });
  const gone = await memory.remember("the meeting is on Monday");
  await memory.forget(gone.id);
  return memory;
}

test("an archive gives the same memories in a file, in memory and in a store of one's own, and the same bytes again", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-"));
  context.after(() => rm(folder, { recursive: true }));
  const memory = await livedIn(context);
  const bytes = await memory.export();
  assert.ok(bytes instanceof Uint8Array);
  for (const storage of [
    "memory",
    mapStore(),
    await sqliteStorage(join(folder, "memories.db")),
  ]) {
    const { memory: other } = await opened(context, {
      storage: untyped(storage),
      clock,
    });
    const imported = await other.import(bytes, keep);
    const { length } = await memory.journal();
    assert.deepEqual(imported, {
      restored: true,
      added: 3,
      replaced: 0,
      kept: 0,
      judged: 0,
      pending: 0,
      reembed: 0,
      journalEntries: length,
    });
    assert.deepEqual(await other.export(), bytes);
    assert.deepEqual(await other.list(), await memory.list());
    assert.deepEqual(await other.journal(), await memory.journal());
  }
});

test("each rule for a collision does what it says, and undo takes it back", async (context) => {
  const memory = await livedIn(context);
  const before = await memory.export();
  const [, tea] = await memory.list();
  await memory.edit(String(tea?.id), { text: "can't stand tea" });
  for (const [onCollision, text, counted] of /** @type {const} */ ([
    ["keep", "can't stand tea", { replaced: 0, kept: 3 }],
    ["replace", "loves tea", { replaced: 1, kept: 2 }],
  ])) {
    const imported = await memory.import(before, { onCollision });
    const { replaced, kept, added, restored } = imported;
    assert.deepEqual({ replaced, kept }, counted);
    assert.deepEqual([added, restored], [0, false]);
    assert.equal((await memory.get(String(tea?.id))).text, text);
    if (imported.journalId) {
      const [last] = (await memory.journal()).slice(-1);
      assert.deepEqual(
        [last?.id, last?.operation],
        [imported.journalId, "import"],
      );
      await memory.undo(imported.journalId);
      assert.equal((await memory.get(String(tea?.id))).text, "can't stand tea");
    }
  }
});

test("what is judged is decided like a write, by the embeddings that the archive brings", async (context) => {
  let nCalls = 0;
  const embed = axes();
  const options = {
    /** @type {import("palimpsest").Embed} */
    embed: (texts, o) => {
      nCalls += 1;
      return embed(texts, o);
    },
    embedModel: "axes",
  };
  const { memory: one } = await opened(context, options);
  await one.rememberAll([
    "住在上海",
    { text: "really likes tea", tags: ["drink"] },
  ]);
  const { memory: other } = await opened(context, options);
  const { id } = await other.remember("likes tea");
  nCalls = 0;
  const imported = await other.import(await one.export(), {
    onCollision: "judge",
  });
  assert.deepEqual(
    [imported.judged, imported.pending, imported.reembed, nCalls],
    [2, 0, 0, 0],
  );
  const all = await other.list();
  assert.deepEqual(all.map(({ text }) => text).sort(), [
    "likes tea",
    "住在上海",
  ]);
  assert.deepEqual((await other.get(id)).tags, ["drink"]);
});

test("the records of another model wait for vectors, and words find them meanwhile", async (context) => {
  const memory = await livedIn(context);
  const { memory: other } = await opened(context, {
    embed: axes(),
    embedModel: "axes",
  });
  const imported = await other.import(await memory.export(), keep);
  assert.ok(0 < imported.reembed);
  assert.equal((await other.stats()).vectors, 0);
  assert.equal((await other.recall("tea"))[0]?.text, "loves tea");
});

test("what is no archive, or no whole one, is refused with a code, and nothing is written", async (context) => {
  const bytes = await (await livedIn(context)).export();
  const newer = bytes.slice();
  newer[8] = 3;
  const detached = new Uint8Array(bytes);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  /** @type {[unknown, string, RegExp][]} */
  const cases = [
    [new Uint8Array(), "invalid_input", /no archive/],
    [detached, "invalid_input", /no archive/],
    [new TextEncoder().encode("{}"), "invalid_input", /no archive/],
    [bytes.slice(0, -1), "archive_damaged", /damaged/],
    [bytes.slice(0, 9), "archive_damaged", /cut off/],
    [newer, "store_newer", /archive has format 3/],
    [bytes.buffer, "invalid_input", /Uint8Array is needed/],
    [[...bytes], "invalid_input", /Uint8Array is needed/],
    ["text", "invalid_input", /Uint8Array is needed/],
    [undefined, "invalid_input", /Uint8Array is needed/],
  ];
  const { memory } = await opened(context);
  await memory.remember("was here before");
  const before = await memory.stats();
  for (const [data, code, words] of cases)
    await rejects(memory.import(untyped(data), keep), code, words);
  for (let at = 0; at < bytes.length; at += 7) {
    const flipped = bytes.slice();
    flipped[at] = Number(flipped[at]) ^ 1;
    await assert.rejects(memory.import(flipped, keep), `byte ${at}`);
  }
  assert.deepEqual(await memory.stats(), before);
});

test("import wants its rule, and refuses what it does not know", async (context) => {
  const { memory } = await opened(context);
  const bytes = await memory.export();
  for (const [options, words] of /** @type {[unknown, RegExp][]} */ ([
    [undefined, /'keep', 'replace' or 'judge' is needed/],
    [{}, /'keep', 'replace' or 'judge' is needed/],
    [{ onCollision: "merge" }, /onCollision/],
    [{ onCollision: "keep", other: 1 }, /other/],
    [{ onCollision: "keep", otherScope: "yes" }, /otherScope/],
    ["keep", /\S/],
  ]))
    await rejects(
      memory.import(bytes, untyped(options)),
      "invalid_input",
      words,
    );
});

test("an archive of another scope comes in only when that is said", async (context) => {
  const { memory } = await opened(context);
  const ana = memory.scoped({ userId: "ana" });
  const ben = memory.scoped({ userId: "ben" });
  await ana.remember("lives in Lisbon");
  const bytes = await ana.export();
  await rejects(ben.import(bytes, keep), "invalid_input", /another scope/);
  assert.deepEqual(await ben.list(), []);
  const said = await ben.import(bytes, { ...keep, otherScope: true });
  assert.equal(said.added, 1);
  assert.equal((await ben.list())[0]?.scope.userId, "ben");
});

test("the bytes are read when import is called", async (context) => {
  const memory = await livedIn(context);
  const bytes = await memory.export();
  const { memory: other } = await opened(context);
  const importing = other.import(bytes, keep);
  bytes.fill(0);
  assert.equal((await importing).added, 3);
});

test("an import that the store refuses has taken nothing in", async (context) => {
  const bytes = await (await livedIn(context)).export();
  const storage = mapStore();
  const { memory } = await opened(context, { storage });
  storage.fail = (call) => {
    if (call === "commit")
      throw Object.assign(new Error("the disk is full"), { code: "quota" });
  };
  await rejects(memory.import(bytes, keep), "quota");
  // A full store can still be exported.
  const out = await memory.export();
  delete storage.fail;
  const again = await Memory.open({ storage });
  context.after(() => again.close());
  assert.deepEqual(await again.list({ includeCold: true }), []);
  assert.ok(out.length < bytes.length);
});
