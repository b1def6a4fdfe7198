// A store in SQLite, over whatever speaks to SQLite: the layout, and the two calls of a StorageAdapter.

import { MemoryError } from "./errors.js";
import type { Batch, ReadRequest, StorageAdapter } from "./glue.js";

/** What a statement is given. */
export type SqlValue = string | number | Uint8Array;

/** The way to one SQLite database. */
export interface SqlDriver {
  /** The rows of one statement, each as the list of its columns; a blob is an `ArrayBuffer` or an array of bytes. */
  rows(statement: string, ...values: SqlValue[]): Iterable<unknown[]>;
  /** Runs `work` on one snapshot of the database. */
  reading<T>(work: () => T): T;
  /** Runs `work` in a transaction, alone; what it throws takes back everything that it wrote. */
  writing<T>(work: () => T): T;
  /** What an error of the database means. */
  failure(thrown: unknown): MemoryError;
  /** Called after each commit, before it resolves. */
  committed?(batch: Batch): Promise<void> | void;
  close?(): void;
}

/** The layout of the tables; a store with a larger number was made by a newer version of the library. */
const LAYOUT = 1;

// Tables with a rowid: a vector of 384 numbers (1,570 bytes) does not fit into a page of an index. Without the rowid, 10,000 of them took
// 47 MB and 1.2 s to write; with it, 21 MB and 0.45 s. The names leave room for tables of the host's own.
const TABLES = [
  `CREATE TABLE IF NOT EXISTS palimpsest_rows (
    collection TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (collection, key))`,
  `CREATE TABLE IF NOT EXISTS palimpsest_store (
    only INTEGER PRIMARY KEY CHECK (only = 0), layout INTEGER NOT NULL, revision INTEGER NOT NULL)`,
  `INSERT OR IGNORE INTO palimpsest_store (only, layout, revision) VALUES (0, ${LAYOUT}, 0)`,
];

const ONE =
  "SELECT value FROM palimpsest_rows WHERE collection = ? AND key = ?";
const RANGE =
  "SELECT key, value FROM palimpsest_rows WHERE collection = ? AND ? <= key";
const PUT = `INSERT INTO palimpsest_rows (collection, key, value) VALUES (?, ?, ?)
  ON CONFLICT (collection, key) DO UPDATE SET value = excluded.value`;
const DELETE = "DELETE FROM palimpsest_rows WHERE collection = ? AND key = ?";

/** A store in a SQLite database. Every call of it is one transaction. */
export class SqlStorage implements StorageAdapter {
  readonly #driver: SqlDriver;
  #isClosed = false;

  /**
   * Makes the tables where there are none.
   *
   * Throws a `MemoryError`: `store_newer` for tables of a newer version, `store_damaged` for tables of these names that are not ours, and what
   * the driver makes of the database's own errors.
   */
  constructor(driver: SqlDriver) {
    this.#driver = driver;
    this.#attempt(() =>
      driver.writing(() => {
        for (const statement of TABLES) this.#run(statement);
        this.#checkLayout();
      }),
    );
  }

  async read(
    requests: ReadRequest[],
  ): Promise<{ revision: number; rows: [string, Uint8Array][][] }> {
    return this.#attempt(() =>
      this.#driver.reading(() => ({
        revision: this.#revision(),
        rows: requests.map((request) => this.#select(request)),
      })),
    );
  }

  async commit(batch: Batch): Promise<void> {
    const { expected, next, puts, deletes } = batch;
    this.#attempt(() =>
      this.#driver.writing(() => {
        const found = this.#revision();
        if (found !== expected)
          throw new MemoryError(
            "conflict",
            `the store has revision ${found}, not ${expected}`,
          );
        // Deletes first: in a store that is full they make the room that a hard `forget` needs.
        for (const key of deletes) this.#run(DELETE, ...key);
        for (const put of puts) this.#run(PUT, ...put);
        this.#run("UPDATE palimpsest_store SET revision = ?", next);
      }),
    );
    await this.#driver.committed?.(batch);
  }

  /** Removes every row. The tables stay, empty: other handles may be open on them. A memory that is destroyed closes its store first, empty. */
  async destroy(): Promise<void> {
    if (this.#isClosed) return;
    this.#attempt(() =>
      this.#driver.writing(() => {
        this.#run("DELETE FROM palimpsest_rows");
        this.#run("UPDATE palimpsest_store SET revision = 0");
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#driver.close?.();
  }

  #select(request: ReadRequest): [string, Uint8Array][] {
    const { collection } = request;
    if ("keys" in request) {
      // One statement a key: SQLite runs in this process, so nothing is saved by asking for many at once, and no limit on their number is met.
      return request.keys.flatMap((key): [string, Uint8Array][] =>
        Array.from(this.#driver.rows(ONE, collection, key), ([value]) => [
          key,
          bytes(value),
        ]),
      );
    }
    const { from = "", to, limit = -1 } = request;
    const [statement, values] =
      to === undefined ? [RANGE, []] : [`${RANGE} AND key < ?`, [to]];
    const rows = this.#driver.rows(
      `${statement} ORDER BY key LIMIT ?`,
      collection,
      from,
      ...values,
      limit,
    );
    return Array.from(rows, ([key, value]) => [String(key), bytes(value)]);
  }

  #revision(): number {
    for (const [revision] of this.#driver.rows(
      "SELECT revision FROM palimpsest_store",
    ))
      if (Number.isSafeInteger(revision)) return revision as number;
    throw new MemoryError(
      "store_damaged",
      "the table palimpsest_store holds no revision",
    );
  }

  #checkLayout(): void {
    const [row] = this.#driver.rows("SELECT layout FROM palimpsest_store");
    const layout = Number(row?.[0]);
    if (LAYOUT < layout)
      throw new MemoryError(
        "store_newer",
        `the store has layout ${layout}; this version of the library knows up to ${LAYOUT}`,
      );
    if (layout !== LAYOUT)
      throw new MemoryError(
        "store_damaged",
        "the table palimpsest_store holds no layout that was ever used",
      );
    this.#revision();
    // A table of this name that is not ours lacks a column, which SQLite says when the statement is read.
    this.#select({ collection: "meta", limit: 0 });
  }

  #run(statement: string, ...values: SqlValue[]): void {
    // A statement runs as its rows are taken, also where it has none.
    Array.from(this.#driver.rows(statement, ...values));
  }

  #attempt<T>(call: () => T): T {
    if (this.#isClosed)
      throw new MemoryError(
        "store_unavailable",
        "this handle on the store is closed",
      );
    try {
      return call();
    } catch (thrown) {
      throw thrown instanceof MemoryError
        ? thrown
        : this.#driver.failure(thrown);
    }
  }
}

function bytes(column: unknown): Uint8Array {
  if (column instanceof ArrayBuffer) return new Uint8Array(column);
  if (column instanceof Uint8Array) return column;
  throw new MemoryError(
    "store_damaged",
    "the table palimpsest_rows holds a value that is no bytes",
  );
}
