// The methods of a memory, as RPC methods of a class.

import type { CallOptions } from "./abort.js";
import { toWire } from "./durable-object-errors.js";
import { received } from "./durable-object-signals.js";
import type {
  Calibration,
  Conflict,
  Context,
  ContextOptions,
  Decision,
  EvaluateOptions,
  Filter,
  ForgetOptions,
  Forgotten,
  History,
  HistoryOptions,
  Hit,
  Imported,
  ImportOptions,
  JournalEntry,
  JournalPage,
  ListFilter,
  ListPage,
  Maintained,
  MaintenanceOptions,
  MemoryRecord,
  Message,
  ObserveOptions,
  Patch,
  RecallOptions,
  Reembedded,
  Reflected,
  ReflectionOptions,
  Rejected,
  RememberInput,
  Report,
  Resolution,
  Resolved,
  Scope,
  Stats,
  Topic,
  Swept,
  Undone,
} from "./glue.js";
import type { core } from "./handle.js";
import type { MemoryBase } from "./memory.js";

/** The method that gives the memory. A symbol, because whatever has a name can be called from outside. */
export const opened: unique symbol = Symbol("opened");

/**
 * What over RPC can be asked of a memory: each method is that of `Memory`, and so are the codes of its errors. Upkeep by itself is not among them: the
 * object sees to it.
 */
export type MemoryMethods = Omit<
  MemoryBase,
  | "scope"
  | "scoped"
  | "close"
  | "startMaintenance"
  | "stopMaintenance"
  | typeof core
  | typeof Symbol.asyncDispose
>;

/**
 * The class, and the methods of a memory besides.
 *
 * They stand here one by one, since RPC calls what a prototype has, and a subclass may override what it knows by name.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of the constructor of a mixin's base TypeScript demands exactly this
export function withMethods<T extends abstract new (...given: any[]) => object>(
  Base: T,
) {
  abstract class WithMethods extends Base implements MemoryMethods {
    abstract [opened](): Promise<MemoryBase>;

    remember(
      input: string | RememberInput,
      options?: CallOptions,
    ): Promise<Decision> {
      return call(this, (memory) => memory.remember(input, received(options)));
    }
    rememberAll(
      items: readonly (string | RememberInput)[],
      options?: CallOptions,
    ): Promise<Decision[]> {
      return call(this, (memory) =>
        memory.rememberAll(items, received(options)),
      );
    }
    observe(
      messages: readonly Message[],
      options?: ObserveOptions & CallOptions,
    ): Promise<(Decision | Rejected)[]> {
      return call(this, (memory) =>
        memory.observe(messages, received(options)),
      );
    }
    recall(
      query: string,
      options?: RecallOptions & CallOptions,
    ): Promise<Hit[]> {
      return call(this, (memory) => memory.recall(query, received(options)));
    }
    context(
      query: string,
      options?: ContextOptions & CallOptions,
    ): Promise<Context> {
      return call(this, (memory) => memory.context(query, received(options)));
    }
    get(id: string): Promise<MemoryRecord> {
      return call(this, (memory) => memory.get(id));
    }
    list(filter?: ListFilter, page?: ListPage): Promise<MemoryRecord[]> {
      return call(this, (memory) => memory.list(filter, page));
    }
    touch(id: string): Promise<MemoryRecord> {
      return call(this, (memory) => memory.touch(id));
    }
    edit(id: string, patch: Patch): Promise<MemoryRecord> {
      return call(this, (memory) => memory.edit(id, patch));
    }
    pin(id: string, on?: boolean): Promise<MemoryRecord> {
      return call(this, (memory) => memory.pin(id, on));
    }
    forget(
      target: string | Filter,
      options?: ForgetOptions,
    ): Promise<Forgotten> {
      return call(this, (memory) => memory.forget(target, options));
    }
    restore(id: string): Promise<MemoryRecord> {
      return call(this, (memory) => memory.restore(id));
    }
    undo(journalId?: string): Promise<Undone> {
      return call(this, (memory) => memory.undo(journalId));
    }
    journal(page?: JournalPage): Promise<JournalEntry[]> {
      return call(this, (memory) => memory.journal(page));
    }
    conflicts(): Promise<Conflict[]> {
      return call(this, (memory) => memory.conflicts());
    }
    resolve(id: string, resolution: Resolution): Promise<Resolved> {
      return call(this, (memory) => memory.resolve(id, resolution));
    }
    history(idOrKey: string, options?: HistoryOptions): Promise<History> {
      return call(this, (memory) => memory.history(idOrKey, options));
    }
    merge(
      target: string | readonly string[],
      options?: CallOptions,
    ): Promise<Decision[]> {
      return call(this, (memory) => memory.merge(target, received(options)));
    }
    topics(): Promise<Topic[]> {
      return call(this, (memory) => memory.topics());
    }
    link(id: string, relation: string, otherId: string): Promise<MemoryRecord> {
      return call(this, (memory) => memory.link(id, relation, otherId));
    }
    evaluate(options?: EvaluateOptions & CallOptions): Promise<Report> {
      return call(this, (memory) => memory.evaluate(received(options)));
    }
    export(options?: CallOptions): Promise<Uint8Array> {
      return call(this, (memory) => memory.export(received(options)));
    }
    import(
      data: Uint8Array,
      options: ImportOptions & CallOptions,
    ): Promise<Imported> {
      return call(this, (memory) =>
        memory.import(data, received(options) ?? options),
      );
    }
    calibrate(options?: CallOptions): Promise<Calibration> {
      return call(this, (memory) => memory.calibrate(received(options)));
    }
    reembed(options?: CallOptions): Promise<Reembedded> {
      return call(this, (memory) => memory.reembed(received(options)));
    }
    endTurn(): Promise<void> {
      return call(this, (memory) => memory.endTurn());
    }
    reflect(options?: ReflectionOptions & CallOptions): Promise<Reflected> {
      return call(this, (memory) => memory.reflect(received(options)));
    }
    sweep(options?: CallOptions): Promise<Swept> {
      return call(this, (memory) => memory.sweep(received(options)));
    }
    maintain(options?: CallOptions): Promise<Maintained> {
      return call(this, (memory) => memory.maintain(received(options)));
    }
    nextMaintenanceAt(options?: MaintenanceOptions): Promise<number> {
      return call(this, (memory) => memory.nextMaintenanceAt(options));
    }
    stats(): Promise<Stats> {
      return call(this, (memory) => memory.stats());
    }
    scopes(): Promise<Scope[]> {
      return call(this, (memory) => memory.scopes());
    }
    destroy(options?: CallOptions): Promise<void> {
      return call(this, (memory) => memory.destroy(received(options)));
    }
  }
  return WithMethods;
}

/** Calls the memory of an object; what it throws leaves as RPC can carry it. */
export async function call<T>(
  object: { [opened](): Promise<MemoryBase> },
  work: (memory: MemoryBase) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(await object[opened]());
  } catch (thrown) {
    throw toWire(thrown);
  }
}
