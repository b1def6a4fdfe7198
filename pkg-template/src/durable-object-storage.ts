// A store in the SQLite database of a Durable Object.

import { MemoryError } from "./errors.js";
import type { StorageAdapter } from "./glue.js";
import { type SqlDriver, SqlStorage, type SqlValue } from "./sql.js";

/** What is used of `ctx.storage`. */
export interface DurableStorage {
  readonly sql: {
    exec(
      query: string,
      ...bindings: SqlValue[]
    ): { raw(): Iterable<unknown[]> };
  };
  transactionSync<T>(work: () => T): T;
  sync(): Promise<void>;
}

/** How `durableObjectStorage` keeps its word. */
export interface DurableObjectStorageOptions {
  /**
   * `strict`: each commit waits for the disk. When not given, the runtime's output gate is what holds: it keeps back every answer of the
   * object until the writes before it are safe, so that nobody outside hears of a write that could still be lost.
   */
  durability?: "relaxed" | "strict";
}

/**
 * A store in the SQLite database of a Durable Object: `Memory.open({ storage: durableObjectStorage(this.ctx.storage) })`.
 *
 * Its tables are `palimpsest_rows` and `palimpsest_store`; the object may have others. Throws a `MemoryError`: `invalid_input` when that is no
 * storage of a Durable Object, `store_unavailable` when its class was deployed without SQLite, and what `SqlStorage` says.
 */
export function durableObjectStorage(
  storage: DurableStorage,
  { durability = "relaxed" }: DurableObjectStorageOptions = {},
): StorageAdapter {
  if (typeof Object(storage).transactionSync !== "function")
    throw new MemoryError(
      "invalid_input",
      "durableObjectStorage wants ctx.storage of a Durable Object",
    );
  const driver: SqlDriver = {
    rows: (statement, ...values) =>
      storage.sql.exec(statement, ...values).raw(),
    // Nothing else of the object runs until `work` returns, so it sees one snapshot anyway.
    reading: (work) => work(),
    writing: (work) => transactionSync(storage, work),
    failure,
  };
  if (durability === "strict") driver.committed = () => storage.sync();
  return new SqlStorage(driver);
}

/**
 * `ctx.storage.transactionSync`, which takes back what was written when `work` throws. It would commit at the first `await` of a `work` that
 * answers a promise, and say nothing; here that throws, and nothing is written before that first `await` either.
 */
export function transactionSync<T>(
  storage: Pick<DurableStorage, "transactionSync">,
  work: () => T,
): T {
  return storage.transactionSync(() => {
    const answer = work();
    if (typeof Object(answer).then === "function")
      throw new MemoryError(
        "invalid_input",
        "the work of transactionSync must not answer a promise",
      );
    return answer;
  });
}

/** SQLite's error, by the name that the runtime puts at the end of the message. */
function failure(thrown: unknown): MemoryError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const cause = { cause: thrown };
  if (message.includes("SQLITE_FULL"))
    return new MemoryError("quota", message, cause);
  if (message.includes("SQLITE_CORRUPT") || /no such column/.test(message))
    return new MemoryError("store_damaged", message, cause);
  const words = message.includes("SQLITE_TOOBIG")
    ? `a value is over 2 MB (${message})`
    : message;
  return new MemoryError("store_unavailable", words, cause);
}
