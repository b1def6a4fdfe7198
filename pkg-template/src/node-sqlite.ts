// A store in a file, for Node: SQLite by way of better-sqlite3, a package that the host installs.

import type Database from "better-sqlite3";

import { MemoryError } from "./errors.js";
import type { Batch, StorageAdapter } from "./glue.js";
import { type SqlDriver, SqlStorage } from "./sql.js";

export { MemoryError } from "./errors.js";

/** What `sqliteStorage` takes. */
export interface SqliteOptions {
  /**
   * What a commit that has resolved survives: a crash of the process (`relaxed`, when not given), or also of the machine (`strict`: it waits for
   * the disk).
   */
  durability?: "relaxed" | "strict";
}

/** How long a call waits while another process writes to the file, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/**
 * A store in a SQLite file, made where there is none; it needs the package `better-sqlite3`, version 12. Several processes may have it open.
 *
 * Rejects with a `MemoryError`, leaving the file as it is: `store_damaged` for a file that is no SQLite database or is broken, `store_unavailable` for
 * a database of something else, a path that can't be opened, or where better-sqlite3 is missing, `store_newer` for one of a newer version.
 *
 * ```js
 * const memory = await Memory.open({ storage: await sqliteStorage("memories.db") });
 * ```
 */
export async function sqliteStorage(
  path: string,
  options: SqliteOptions = {},
): Promise<StorageAdapter> {
  if (typeof path !== "string" || path === "")
    throw new MemoryError(
      "invalid_input",
      "sqliteStorage wants the path of a file, a text",
    );
  const durability = durabilityOf(options);
  const Sqlite = await load();
  let database: Database | undefined;
  try {
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT });
    refuseOthers(database, path);
    const storage = new SqlStorage(driver(database, path));
    // Only now, when the file is known to be ours: this writes to it.
    tune(database, durability);
    return storage;
  } catch (thrown) {
    database?.close();
    throw thrown instanceof MemoryError ? thrown : failure(path, thrown);
  }
}

function durabilityOf(options: SqliteOptions): "relaxed" | "strict" {
  const { durability = "relaxed", ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new MemoryError(
      "invalid_input",
      `sqliteStorage: \`${unknown}\`: unknown option, expected \`durability\``,
    );
  if (durability !== "relaxed" && durability !== "strict")
    throw new MemoryError(
      "invalid_input",
      "sqliteStorage: `durability`: 'relaxed' or 'strict' is needed",
    );
  return durability;
}

async function load(): Promise<typeof Database> {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(
      "store_unavailable",
      `palimpsest/node-sqlite needs the package better-sqlite3 (npm install better-sqlite3@12), which could not be loaded: ${reason}`,
      { cause },
    );
  }
}

function refuseOthers(database: Database, path: string): void {
  const names = database
    .prepare("SELECT name FROM sqlite_schema")
    .raw()
    .all()
    .map(([name]) => name);
  if (names.length && !names.includes("palimpsest_store"))
    throw new MemoryError(
      "store_unavailable",
      `${path} is a SQLite database of something else; a memory wants a file of its own`,
    );
}

function tune(database: Database, durability: "relaxed" | "strict"): void {
  // Readers and one writer at once; and a commit is one append.
  database.pragma("journal_mode = WAL");
  database.pragma(
    `synchronous = ${durability === "strict" ? "FULL" : "NORMAL"}`,
  );
  // A hard `forget` leaves no trace: what is deleted or overwritten becomes zeros in the file.
  database.pragma("secure_delete = ON");
}

function driver(database: Database, path: string): SqlDriver {
  const statements = new Map<string, ReturnType<Database["prepare"]>>();
  const prepared = (text: string) => {
    const known = statements.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    statements.set(text, statement.reader ? statement.raw() : statement);
    return statement;
  };
  return {
    rows(text, ...values) {
      const statement = prepared(text);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    },
    reading: (work) => database.transaction(work).deferred(),
    // Immediate: the lock is taken before anything is read, and waited for.
    writing: (work) => database.transaction(work).immediate(),
    failure: (thrown) => failure(path, thrown),
    committed({ deletes }: Batch) {
      // The log still holds what was deleted until it is written back and cut. While another process reads, that waits for its next occasion.
      if (deletes.length) database.pragma("wal_checkpoint(TRUNCATE)");
    },
    close: () => database.close(),
  };
}

/** What an error of SQLite means, by its code. */
function failure(path: string, thrown: unknown): MemoryError {
  const { message = String(thrown), code = "" } = Object(thrown) as {
    message?: string;
    code?: string;
  };
  const cause = { cause: thrown };
  const begins = (...names: string[]) =>
    names.some((name) => String(code).startsWith(name));
  if (begins("SQLITE_NOTADB"))
    return new MemoryError(
      "store_damaged",
      `${path} is no SQLite database (${message}); it was left as it is`,
      cause,
    );
  if (begins("SQLITE_CORRUPT") || message.startsWith("no such column"))
    return new MemoryError(
      "store_damaged",
      `the database ${path} is damaged (${message})`,
      cause,
    );
  if (begins("SQLITE_FULL"))
    return new MemoryError("quota", `no room for ${path} (${message})`, cause);
  if (begins("SQLITE_READONLY", "SQLITE_CANTOPEN"))
    return new MemoryError(
      "store_unavailable",
      `${path} can't be opened for writing (${message}); the file and its folder, where SQLite keeps a log beside it, must be there and writable`,
      cause,
    );
  if (begins("SQLITE_BUSY"))
    return new MemoryError(
      "store_unavailable",
      `another process kept ${path} locked for ${BUSY_TIMEOUT} ms`,
      cause,
    );
  return new MemoryError(
    "store_unavailable",
    `${path} can't be opened, read or written (${message})`,
    cause,
  );
}
