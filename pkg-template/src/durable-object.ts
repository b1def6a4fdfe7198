// The memory of one user as a Durable Object: one object a user, its records in the object's own SQLite database.

import { DurableObject, RpcTarget } from "cloudflare:workers";

import type { CallOptions } from "./abort.js";
import { Alarms } from "./durable-object-alarms.js";
import {
  call,
  type MemoryMethods,
  opened,
  withMethods,
} from "./durable-object-methods.js";
import { received } from "./durable-object-signals.js";
import { durableObjectStorage } from "./durable-object-storage.js";
import { Memory } from "./entry-workerd.js";
import type { MaintenanceOptions, OpenOptions, Scope } from "./glue.js";
import { core } from "./handle.js";

export { Alarms, type AlarmStorage } from "./durable-object-alarms.js";
export {
  memoryOf,
  type ObjectNamespace,
  type RemoteMemory,
} from "./durable-object-client.js";
export type { MemoryMethods } from "./durable-object-methods.js";
export {
  durableObjectStorage,
  type DurableObjectStorageOptions,
  type DurableStorage,
  transactionSync,
} from "./durable-object-storage.js";
export { MemoryError } from "./errors.js";

/** What a `MemoryObject` is made with: the options of `Memory.open`, but where the bytes are kept. */
export interface ObjectOptions extends Omit<OpenOptions, "name" | "storage"> {
  /** How often upkeep is done, at an alarm of its own; once a day when not given. `false`: never by itself. */
  maintenance?: MaintenanceOptions | false | undefined;
}

/** The name of upkeep's alarm. */
const UPKEEP = "palimpsest.upkeep";

/** A memory in one scope of an object, for as long as its caller holds it. */
class ScopedMemory extends withMethods(RpcTarget) {
  readonly #open: () => Promise<Memory>;
  readonly #destroy: MemoryMethods["destroy"];

  constructor(open: () => Promise<Memory>, destroy: MemoryMethods["destroy"]) {
    super();
    this.#open = open;
    this.#destroy = destroy;
  }

  /** The object's: it is to know that its memory is closed. */
  override destroy(options?: CallOptions): Promise<void> {
    return this.#destroy(options);
  }

  [opened](): Promise<Memory> {
    return this.#open();
  }
}

type Methods = InstanceType<ReturnType<typeof withMethods<typeof Object>>>;

// The mixin forgets that the class takes the type of the environment.
const ObjectBase = withMethods(DurableObject) as unknown as abstract new <Env>(
  ctx: DurableObjectState,
  env: Env,
) => DurableObject<Env> & Methods;

/**
 * A Durable Object that is the memory of one user. Export it from the Worker as it is, or a class that extends it and says which models it uses:
 *
 * ```js
 * export class UserMemory extends MemoryObject {
 *   constructor(ctx, env) {
 *     super(ctx, env, { embed: async (texts) => (await env.AI.run(MODEL, { text: texts })).data, embedModel: MODEL });
 *   }
 * }
 * ```
 *
 * Its RPC methods are those of `Memory`; call them through `memoryOf`, so that an error is a `MemoryError` there too. The store is opened at the
 * first call. The class must be made with SQLite (`new_sqlite_classes` in the Worker's migrations).
 */
export class MemoryObject<Env = unknown> extends ObjectBase<Env> {
  /** The object's alarms by name: upkeep's, and your own. */
  protected readonly alarms: Alarms;
  readonly #options: Omit<ObjectOptions, "maintenance">;
  readonly #maintenance: MaintenanceOptions | false;
  #memory: Promise<Memory> | undefined;

  constructor(ctx: DurableObjectState, env: Env, options: ObjectOptions = {}) {
    super(ctx, env);
    const { maintenance = {}, ...others } = options;
    this.#options = others;
    this.#maintenance = maintenance;
    this.alarms = new Alarms(ctx.storage).on(UPKEEP, () => this.#maintain());
  }

  /** The memory in another scope of this object, as `Memory.scoped`. */
  scoped(scope: Scope): RpcTarget & MemoryMethods {
    return new ScopedMemory(
      async () => (await this[opened]()).scoped(scope),
      (options) => this.destroy(options),
    );
  }

  /** Removes everything of every scope; the object can be used again. */
  override async destroy(options?: CallOptions): Promise<void> {
    try {
      await call(this, (memory) => memory.destroy(received(options)));
      await this.alarms.delete(UPKEEP);
    } finally {
      // One that was given up goes on and closes the memory: the next call opens the store anew.
      this.#memory = undefined;
    }
  }

  /** The platform's call: runs the alarms that are due. A class that overrides it must call `super.alarm()`. */
  async alarm(): Promise<void> {
    await this.alarms.run();
  }

  /** @internal */
  async [opened](): Promise<Memory> {
    const memory = (this.#memory ??= this.#open());
    try {
      return await memory;
    } catch (thrown) {
      // The next call tries again.
      if (this.#memory === memory) this.#memory = undefined;
      throw thrown;
    }
  }

  async #open(): Promise<Memory> {
    const { durability, ...options } = this.#options;
    const storage = durableObjectStorage(
      this.ctx.storage,
      durability && { durability },
    );
    const memory = await Memory.open({ ...options, storage });
    if (this.#maintenance === false) await this.alarms.delete(UPKEEP);
    else {
      // Asked even where the alarm is set, so that options that can't be used are refused each time.
      const wait = await untilUpkeep(memory, this.#maintenance, true);
      if (this.alarms.at(UPKEEP) === null)
        await this.alarms.set(UPKEEP, Date.now() + wait);
    }
    return memory;
  }

  /** Upkeep, and the alarm for the next. One that failed is tried again, as any alarm. */
  async #maintain(): Promise<void> {
    // Without an alarm nobody asked for it: the memory was emptied.
    if (this.#maintenance === false || this.alarms.at(UPKEEP) === null) return;
    const memory = await this[opened]();
    const options = this.#maintenance;
    // It may have been asked for in the meantime; then nothing is due.
    await memory[core](undefined, (raw) => raw.maintainDue(options));
    // The alarm goes by the platform's time, whatever clock the memory was given.
    const wait = await untilUpkeep(memory, options);
    await this.alarms.set(UPKEEP, Date.now() + wait);
  }
}

/** Milliseconds until upkeep is due; of a store that was just made, until its first one is. */
function untilUpkeep(
  memory: Memory,
  options: MaintenanceOptions,
  isNew = false,
): Promise<number> {
  return memory[core](undefined, (raw) => raw.untilMaintenance(isNew, options));
}
