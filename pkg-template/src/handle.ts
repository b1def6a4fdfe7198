// A handle on the core in one scope, whatever can be asked of it: how it is opened and called, its sisters in other scopes, and its end.
/// <reference lib="esnext.disposable" preserve="true" />

import { abortable, type CallOptions, raced, signalIn } from "./abort.js";
import { MemoryError } from "./errors.js";
import { type OpenOptions, RawMemory, type Scope } from "./glue.js";
import { initialise, type Source } from "./load.js";

/** The method that calls the core. A symbol: it is no method of a memory. */
export const core: unique symbol = Symbol("core");

/** What `await using` calls. Runtimes before 2024 lack the symbol; there `close` is called by hand. */
const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** Opens a store, once the wasm module is there, unless a signal gives it up. */
export async function openRaw(
  source: Source,
  options: OpenOptions | undefined,
  call: CallOptions | undefined,
): Promise<RawMemory> {
  const message =
    "the call was aborted before the store had answered; nothing was written";
  const open = async () => {
    await initialise(source);
    return settled(() => RawMemory.open(options));
  };
  // One that opens after all is let go of.
  const late = (raw: RawMemory) => void raw.close().finally(() => raw.free());
  return raced(signalIn(call, "open"), message, open, late);
}

/** What `call` answers; what it throws, at once or later, as a `MemoryError`. */
async function settled<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw MemoryError.from(thrown);
  }
}

/**
 * How many scopes `scoped` keeps the core's handle of. A handle that is made anew for each request waits in the core's memory until the runtime
 * collects it, which it does not within one run of a loop.
 */
const KEPT_HANDLES = 64;

/** A handle on a store, in one scope. */
export abstract class Handle {
  /** What this handle reads and writes: exactly this scope. */
  readonly scope: Readonly<Scope>;
  readonly #raw: RawMemory;
  /** The core's handles by scope, shared by all handles of one `open`. */
  readonly #handles: Map<string, RawMemory>;

  /** @internal */
  protected constructor(
    raw: RawMemory,
    handles: Map<string, RawMemory> = new Map(),
  ) {
    if (!(raw instanceof RawMemory))
      throw new MemoryError(
        "invalid_input",
        "a memory is opened: await Memory.open(options)",
      );
    this.#raw = raw;
    this.#handles = handles;
    this.scope = Object.freeze(raw.scope);
  }

  /**
   * What `call` answers, unless the signal gives it up; what it throws as a `MemoryError`.
   *
   * @internal
   */
  [core]<T>(
    signal: AbortSignal | undefined,
    call: (raw: RawMemory) => Promise<T>,
  ): Promise<T> {
    return settled(() => abortable(signal, this.#raw, call));
  }

  /** A handle on the same store in another scope. Throws a `MemoryError` at once when that is no scope. */
  scoped(scope: Scope): this {
    const Same = this.constructor as new (
      raw: RawMemory,
      handles: Map<string, RawMemory>,
    ) => this;
    try {
      return new Same(this.#handleOf(scope), this.#handles);
    } catch (thrown) {
      throw MemoryError.from(thrown);
    }
  }

  #handleOf(scope: Scope): RawMemory {
    const raw = this.#raw.scoped(scope);
    const { userId, agentId, runId } = raw.scope;
    const name = JSON.stringify([userId, agentId, runId]);
    const known = this.#handles.get(name);
    if (known) {
      raw.free();
      return known;
    }
    const [oldest] = this.#handles.keys();
    // Not freed: somebody may still hold it.
    if (this.#handles.size === KEPT_HANDLES && oldest !== undefined)
      this.#handles.delete(oldest);
    this.#handles.set(name, raw);
    return raw;
  }

  /**
   * Writes what waits and lets go of the store, for this handle and all that `scoped` made of it. A second call does nothing.
   *
   * Rejects where the store refuses what waits, which is when records were last recalled; the store is let go of all the same.
   */
  async close(): Promise<void> {
    return this[core](undefined, (raw) => raw.close());
  }

  /** `close`, at the end of the block of an `await using`. */
  async [asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Removes everything of every scope from the store, for good, and closes. One that is given up by its `signal` may still remove what the store
   * was told to remove.
   */
  async destroy(options?: CallOptions): Promise<void> {
    const message =
      "the call was aborted while rows were removed; how many is unknown";
    return raced(signalIn(options, "destroy"), message, () =>
      this[core](undefined, (raw) => raw.destroy()),
    );
  }
}
