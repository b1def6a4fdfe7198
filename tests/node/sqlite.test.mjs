// Memories in a SQLite file: what is left of them after a crash, and what is said of files that hold none.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import Sqlite from "better-sqlite3";
import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

import { opened, rejects, untyped } from "./support.mjs";

/** @typedef {import("node:test").TestContext} TestContext */

const WRITER = fileURLToPath(new URL("./sqlite-writer.mjs", import.meta.url));
const UNPRIVILEGED = fileURLToPath(
  new URL("./sqlite-unprivileged.mjs", import.meta.url),
);

/** A folder that goes with the test. @param {TestContext} context */
function folderOf(context) {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-"));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A process that writes numbered memories and says which ones are acknowledged. @param {string[]} given */
function writer(...given) {
  const child = spawn(process.execPath, [WRITER, ...given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  return { child, ended, lines: createInterface({ input: child.stdout }) };
}

/** @param {TestContext} context @param {string} file */
async function textsIn(context, file) {
  const { memory } = await opened(context, {
    storage: await sqliteStorage(file),
  });
  const records = await memory.list();
  return records.map(({ text }) => text);
}

test("what was told is there when the file is opened again", async (context) => {
  const file = join(folderOf(context), "m.db");
  const memory = await Memory.open({ storage: await sqliteStorage(file) });
  await memory.rememberAll(["住在上海", "likes tea"]);
  await memory.close();
  assert.deepEqual(await textsIn(context, file), ["住在上海", "likes tea"]);
});

test("a process killed in the middle of a load of writes loses no acknowledged one", async (context) => {
  const file = join(folderOf(context), "m.db");
  /** @type {string[]} */
  const acknowledged = [];
  for (const round of ["one", "two", "three"]) {
    const { child, ended, lines } = writer(file, round, "1000");
    lines.on("line", (text) => {
      acknowledged.push(text);
      if (acknowledged.length % 25 === 0) child.kill("SIGKILL");
    });
    await ended;
    assert.equal(child.signalCode, "SIGKILL");
  }
  assert.ok(75 <= acknowledged.length);
  const stored = new Set(await textsIn(context, file));
  assert.deepEqual(
    acknowledged.filter((text) => !stored.has(text)),
    [],
  );
});

test("two processes that write at once lose nothing to each other", async (context) => {
  const file = join(folderOf(context), "m.db");
  const writers = ["left", "right"].map((name) => writer(file, name, "20"));
  await Promise.all(writers.map(({ ended }) => ended));
  const codes = writers.map(({ child }) => child.exitCode);
  assert.deepEqual(codes, [0, 0]);
  assert.equal((await textsIn(context, file)).length, 40);
});

test("a hard forget leaves no trace of the text in the files", async (context) => {
  const folder = folderOf(context);
  const storage = await sqliteStorage(join(folder, "m.db"));
  const { memory } = await opened(context, { storage });
  const traces = () =>
    readdirSync(folder).filter((name) =>
      readFileSync(join(folder, name)).includes("紫色的河马"),
    );
  const { id } = await memory.remember("他养了一只紫色的河马");
  await memory.edit(id, { text: "他养了两只紫色的河马" });
  await memory.remember("likes tea");
  assert.notDeepEqual(traces(), []);
  await memory.forget(id, { hard: true });
  assert.deepEqual(traces(), []);
});

test("destroy leaves an empty store", async (context) => {
  const file = join(folderOf(context), "m.db");
  const memory = await Memory.open({ storage: await sqliteStorage(file) });
  await memory.remember("likes tea");
  await memory.destroy();
  assert.deepEqual(await textsIn(context, file), []);
});

/** Opening that file is refused, and leaves it as it was. @param {string} name @param {(file: string) => void} make @param {string} code @param {RegExp} words */
function refused(name, make, code, words) {
  test(`${name} is refused in words, and left as it is`, async (context) => {
    const file = join(folderOf(context), "m.db");
    make(file);
    const before = readFileSync(file);
    await rejects(sqliteStorage(file), code, words);
    assert.deepEqual(readFileSync(file), before);
  });
}

/** @param {...string} statements @returns {(file: string) => void} */
const database =
  (...statements) =>
  (file) => {
    const made = new Sqlite(file);
    for (const statement of statements) made.exec(statement);
    made.close();
  };
const STORE =
  "CREATE TABLE palimpsest_store (only INTEGER PRIMARY KEY, layout, revision)";

refused(
  "a file that is no database",
  (file) => writeFileSync(file, "住在上海\n".repeat(200)),
  "store_damaged",
  /m\.db is no SQLite database/,
);
refused(
  "a database of something else",
  database("CREATE TABLE songs (title)"),
  "store_unavailable",
  /m\.db is a SQLite database of something else/,
);
refused(
  "a store of a newer version",
  database(STORE, "INSERT INTO palimpsest_store VALUES (0, 9, 1)"),
  "store_newer",
  /layout 9/,
);
refused(
  "a store without a layout",
  database(STORE, "INSERT INTO palimpsest_store VALUES (0, 'x', 1)"),
  "store_damaged",
  /no layout/,
);
refused(
  "a store with a revision that is none",
  database(STORE, "INSERT INTO palimpsest_store VALUES (0, 1, -1.5)"),
  "store_damaged",
  /no revision/,
);
refused(
  "a store whose rows are something else",
  database(
    STORE,
    "INSERT INTO palimpsest_store VALUES (0, 1, 1)",
    "CREATE TABLE palimpsest_rows (title)",
  ),
  "store_damaged",
  /no such column/,
);

test("a path that can't be opened is refused in words", async (context) => {
  const folder = folderOf(context);
  await rejects(sqliteStorage(folder), "store_unavailable", /can't be opened/);
  await rejects(
    sqliteStorage(join(folder, "none/m.db")),
    "store_unavailable",
    /can't be opened/,
  );
  for (const path of ["", 5, undefined])
    await rejects(sqliteStorage(untyped(path)), "invalid_input", /path/);
});

test("an option that is none is refused, and no file is made", async (context) => {
  const file = join(folderOf(context), "m.db");
  /** @type {[object, RegExp][]} */
  const wrong = [
    [{ durability: "hard" }, /`durability`: 'relaxed' or 'strict' is needed/],
    [{ sync: true }, /`sync`: unknown option/],
  ];
  for (const [options, words] of wrong)
    await rejects(
      sqliteStorage(file, untyped(options)),
      "invalid_input",
      words,
    );
  assert.equal(existsSync(file), false);
});

test("a file that may only be read is refused in words, and left as it is", async (context) => {
  const folder = folderOf(context);
  const file = join(folder, "m.db");
  const memory = await Memory.open({ storage: await sqliteStorage(file) });
  await memory.remember("likes tea");
  await memory.close();
  const before = readFileSync(file);
  chmodSync(file, 0o444);
  chmodSync(folder, 0o755);
  const { stdout } = await promisify(execFile)(process.execPath, [
    UNPRIVILEGED,
    file,
  ]);
  const { code, message } = JSON.parse(stdout);
  assert.equal(code, "store_unavailable");
  assert.match(
    message,
    /can't be opened for writing.*must be there and writable/,
  );
  assert.deepEqual(readFileSync(file), before);
});

test("where no room is left a write says so and leaves nothing, what was acknowledged stays, and room that is made is used", async (context) => {
  const file = join(folderOf(context), "m.db");
  // A database that may not grow is to SQLite what a full disk is.
  const { pragma } = Sqlite.prototype;
  context.mock.method(
    Sqlite.prototype,
    "pragma",
    /** @this {InstanceType<typeof Sqlite>} @param {string} text */
    function (text) {
      if (text.startsWith("journal_mode"))
        pragma.call(this, "max_page_count = 60");
      return pragma.call(this, text);
    },
  );
  const { memory } = await opened(context, {
    storage: await sqliteStorage(file),
  });
  /** @type {string[]} */
  const told = [];
  const text = () => `owns book number ${told.length}`;
  /** @type {any} */
  let error;
  while (!error && told.length < 500)
    await memory.remember(text()).then(
      () => told.push(text()),
      (thrown) => (error = thrown),
    );
  assert.deepEqual([error.name, error.code], ["MemoryError", "quota"]);
  assert.match(error.message, /no room for .*m\.db/);
  assert.ok(0 < told.length);
  const texts = async () => (await memory.list()).map(({ text }) => text);
  assert.deepEqual(await texts(), told);
  const half = (await memory.list()).slice(0, told.length / 2);
  for (const { id } of half) await memory.forget(id, { hard: true });
  assert.equal((await memory.remember(text())).action, "added");
  assert.deepEqual(await texts(), [...told.slice(half.length), text()]);
});

test("a file cut short is damaged or empty, and never a wrong answer", async (context) => {
  const file = join(folderOf(context), "m.db");
  const memory = await Memory.open({ storage: await sqliteStorage(file) });
  await memory.rememberAll(
    Array.from({ length: 30 }, (_, n) => `likes tea number ${n}`),
  );
  await memory.close();
  writeFileSync(file, readFileSync(file).subarray(0, 8192));
  const error = await sqliteStorage(file)
    .then((storage) => Memory.open({ storage }))
    .then(
      () => assert.fail("it opened"),
      (thrown) => thrown,
    );
  assert.match(error.code, /^store_(damaged|unavailable)$/);
  assert.match(error.message, /damaged/);
});
