// Several alarms by name on the one alarm that a Durable Object has.

import {
  transactionSync,
  type DurableStorage,
} from "./durable-object-storage.js";

/** What is used of `ctx.storage`. */
export interface AlarmStorage extends DurableStorage {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

/** The first wait after a failed alarm, in milliseconds, doubled each time: what the platform itself takes for a failed handler. */
const FIRST_RETRY = 2_000;
/** The longest wait after a failed alarm, in milliseconds. */
const LONGEST_RETRY = 3_600_000;

const TABLE = `CREATE TABLE IF NOT EXISTS palimpsest_alarms (
  name TEXT PRIMARY KEY, at INTEGER NOT NULL, n_failed INTEGER NOT NULL)`;
const SET = `INSERT INTO palimpsest_alarms (name, at, n_failed) VALUES (?, ?, 0)
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, n_failed = 0`;

type Row = [name: string, at: number, nFailed: number];

/**
 * Alarms by name, which outlive the object as its own alarm does. In a `MemoryObject`, use these and not `ctx.storage.setAlarm`, of which there
 * is one: upkeep is such an alarm too.
 *
 * ```js
 * this.alarms.on("digest", () => this.sendDigest()); // in the constructor: after a restart it must be there
 * await this.alarms.set("digest", Date.now() + 3_600_000);
 * ```
 */
export class Alarms {
  readonly #storage: AlarmStorage;
  readonly #handlers = new Map<string, () => unknown>();
  #hasTable = false;

  constructor(storage: AlarmStorage) {
    this.#storage = storage;
  }

  /** What the alarm of that name does. It may run more than once for one alarm: when it failed, or the object was stopped meanwhile. */
  on(name: string, run: () => unknown): this {
    this.#handlers.set(name, run);
    return this;
  }

  /** Sets an alarm, in milliseconds since 1970; the one before it of that name is gone. */
  async set(name: string, at: number): Promise<void> {
    this.#rows(SET, name, Math.ceil(at));
    await this.#arm();
  }

  /** Takes an alarm back. */
  async delete(name: string): Promise<void> {
    // The object then wakes for nothing, once: its alarm may be the host's own.
    this.#rows("DELETE FROM palimpsest_alarms WHERE name = ?", name);
  }

  /** When the alarm of that name is due, or `null`. */
  at(name: string): number | null {
    const [row] = this.#rows(
      "SELECT at FROM palimpsest_alarms WHERE name = ?",
      name,
    );
    return (row?.[0] as number | undefined) ?? null;
  }

  /**
   * Runs what is due, earliest first, and sets the object's alarm for what comes next: the work of the object's `alarm` method.
   *
   * One that fails keeps none of the others from running. It runs again after 2 s, then 4 s, at last once an hour; and its error is thrown at the end, so
   * that the platform reports it.
   */
  async run(now = Date.now()): Promise<void> {
    const due = this.#rows(
      "SELECT name, at, n_failed FROM palimpsest_alarms WHERE at <= ? ORDER BY at, name",
      now,
    ) as Row[];
    const failures: unknown[] = [];
    for (const row of due) {
      try {
        await this.#handlers.get(row[0])?.();
        this.#done(row);
      } catch (failure) {
        failures.push(failure);
        this.#failed(row, now);
      }
    }
    await this.#arm();
    if (failures.length === 1) throw failures[0];
    if (failures.length) throw new AggregateError(failures, "alarms failed");
  }

  // Both leave the alarm alone that its handler has set anew.
  #done([name, at]: Row): void {
    this.#rows(
      "DELETE FROM palimpsest_alarms WHERE name = ? AND at = ?",
      name,
      at,
    );
  }

  #failed([name, at, nFailed]: Row, now: number): void {
    const wait = Math.min(FIRST_RETRY * 2 ** nFailed, LONGEST_RETRY);
    this.#rows(
      "UPDATE palimpsest_alarms SET at = ?, n_failed = ? WHERE name = ? AND at = ?",
      now + wait,
      nFailed + 1,
      name,
      at,
    );
  }

  /** Sees to it that the object wakes for its earliest alarm. One that it has for an earlier time, perhaps the host's own, stays. */
  async #arm(): Promise<void> {
    const [row] = this.#rows("SELECT min(at) FROM palimpsest_alarms");
    const next = row?.[0];
    if (typeof next !== "number") return;
    const armed = await this.#storage.getAlarm();
    if (armed === null || next < armed) await this.#storage.setAlarm(next);
  }

  #rows(statement: string, ...values: (string | number)[]): unknown[][] {
    const { sql } = this.#storage;
    return transactionSync(this.#storage, () => {
      if (!this.#hasTable) Array.from(sql.exec(TABLE).raw());
      this.#hasTable = true;
      return Array.from(sql.exec(statement, ...values).raw());
    });
  }
}
