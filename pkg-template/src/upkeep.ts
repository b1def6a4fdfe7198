// What is done to a memory from time to time: reflection, sweeping, and the schedule of both.

import { type CallOptions, parted, signalIn } from "./abort.js";
import type {
  Maintained,
  MaintenanceOptions,
  Reflected,
  ReflectionOptions,
  Swept,
} from "./glue.js";
import { core, Handle } from "./handle.js";

/** The methods of `Memory` that keep it in order. */
export abstract class Upkeep extends Handle {
  /**
   * Counts a turn of the conversation. After `policy.reflect.everyTurns` of them, or `everyHours`, the model reflects in the background on what is new;
   * what it does is told by events. Turns before the first memory don't count.
   */
  async endTurn(): Promise<void> {
    return this[core](undefined, (raw) => raw.endTurn());
  }

  /**
   * Has your language model go over what is new or changed in this scope, with its nearest older records, and merge, rewrite and hide what it says:
   * now, whether or not it is due. What waits for a verdict is judged first. Without a model, and with nothing new, nothing is done.
   *
   * Its answer is untrusted: each proposal is checked, and what is refused is listed and refuses nothing else. It can touch only what it was shown; pinned
   * records, and what a person wrote, chose or brought back, not at all; and it can say no number, name, date or denial that the records do not say. At most
   * `policy.reflect.maxDeletedShare` of a batch is hidden in one run, and every sentence stays in the store. What is hidden since a later record took its
   * place is that one's history (`includeHistory` finds it). All that passes is one commit, and `undo` takes it back.
   *
   * A batch whose call fails, or whose answer can't be read, is counted in `failed` and stays due; it is tried again after a minute, then two, at last once
   * a day, or at once with `force`. `policy.reflect.maxTokensPerDay` (of a scope, by the day in UTC) is kept whatever is asked: no call is begun that would
   * read more than is left, which is a `token_limit` warning.
   *
   * ```js
   * const { plan } = await memory.reflect({ dryRun: true });
   * for (const { diff } of plan ?? []) console.log(diff);
   * ```
   */
  async reflect(options?: ReflectionOptions & CallOptions): Promise<Reflected> {
    const { signal, others } = parted<ReflectionOptions>(options, "reflect");
    return this[core](signal, (raw) => raw.reflect(others));
  }

  /**
   * Cools what has faded: it is kept, and recalled only with `includeCold`. Warms what was used since it was cooled; a record whose `validUntil` has
   * passed is put away, too. It can be undone, and doing it twice changes nothing more.
   */
  async sweep(options?: CallOptions): Promise<Swept> {
    const signal = signalIn(options, "sweep");
    return this[core](signal, (raw) => raw.sweep());
  }

  /**
   * Upkeep now, of every scope of the store: what waits for a callback is judged, a reflection that is due is done, each scope is swept, and its journal is
   * taken back to the horizon that `policy.journal` states. For a host with a schedule of its own; `startMaintenance` has it done by itself.
   */
  async maintain(options?: CallOptions): Promise<Maintained> {
    const signal = signalIn(options, "maintain");
    return this[core](signal, (raw) => raw.maintain());
  }

  /**
   * Has upkeep done by itself, every `sweepEvery` milliseconds (a day) and reflections besides every `reflectEvery`, for all handles on the store together: at once where it is due, in idle time
   * where the page has it, in one tab at a time. A page that slept, or was closed, catches up once. What fails is a `warning`.
   *
   * In Node it keeps no process alive. A Durable Object has an alarm for it: `MemoryObject` sets it.
   */
  async startMaintenance(options?: MaintenanceOptions): Promise<void> {
    return this[core](undefined, (raw) => raw.startMaintenance(options));
  }

  /** Has no upkeep done by itself any more; one that is under way ends. `close` does this too. */
  async stopMaintenance(): Promise<void> {
    return this[core](undefined, (raw) => raw.stopMaintenance());
  }

  /**
   * When upkeep is due, in milliseconds since 1970, which may be long ago: for an alarm of the host's own, at which `maintain` is called. The interval
   * is that of the options, else that of `startMaintenance`, else a day.
   */
  async nextMaintenanceAt(options?: MaintenanceOptions): Promise<number> {
    return this[core](undefined, (raw) => raw.nextMaintenanceAt(options));
  }
}
