// The memory of one user, as the Worker sees it that asks the Durable Object.

import { aborted } from "./abort.js";
import { fromWire } from "./durable-object-errors.js";
import type { MemoryMethods } from "./durable-object-methods.js";
import { sendable } from "./durable-object-signals.js";
import { MemoryError } from "./errors.js";
import type { Scope } from "./glue.js";

/** A memory in a Durable Object: the methods of `Memory`, each one call of the object. */
export interface RemoteMemory extends MemoryMethods {
  /** The same memory in another scope, as `Memory.scoped`. */
  scoped(scope: Scope): RemoteMemory;
}

/** The binding of a class of Durable Objects: `env.MEMORY`. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: never): object;
}

type Call = (...given: unknown[]) => Promise<unknown>;
type Stub = Record<string, Call> & Partial<Disposable>;

/**
 * The memory of one user: the object that `idFromName(user)` names. Its methods reject with a `MemoryError`, whatever the Worker's
 * compatibility date.
 *
 * Throws a `MemoryError`: `store_unavailable` when the Worker has no such binding, `invalid_input` when the user has no name. A call rejects with
 * `store_unavailable` when the object does not answer.
 *
 * ```js
 * const memory = memoryOf(env.MEMORY, "ana");
 * await memory.remember("Lives in Lisbon with two cats");
 * ```
 */
export function memoryOf(
  namespace: ObjectNamespace | undefined,
  user: string,
): RemoteMemory {
  if (typeof Object(namespace).idFromName !== "function")
    throw new MemoryError(
      "store_unavailable",
      "memoryOf got no binding of it: durable_objects.bindings must bind the class, new_sqlite_classes make it",
    );
  if (typeof user !== "string" || user === "")
    throw new MemoryError(
      "invalid_input",
      "memoryOf wants the user's name, a string that is not empty",
    );
  const objects = namespace as ObjectNamespace;
  // One stub, since calls of one stub arrive in their order; a new one when it broke.
  let stub: object | undefined;
  return remote(async (work) => {
    try {
      stub ??= objects.get(objects.idFromName(user) as never);
      // A stub has a method of every name; in a Worker that is too old for that, a call would answer nothing and do nothing.
      if (!(stub as Stub).remember)
        throw new MemoryError(
          "store_unavailable",
          "set the Worker's compatibility_date to 2024-04-03 or later",
        );
      return await work(stub as Stub);
    } catch (thrown) {
      const error = fromWire(thrown);
      if (error.code === "store_unavailable") stub = undefined;
      throw error;
    }
  });
}

/** Calls methods of the target that `reach` hands to its work. */
function remote(
  reach: (work: (target: Stub) => Promise<unknown>) => Promise<unknown>,
): RemoteMemory {
  const scoped = (scope: Scope) =>
    remote((work) =>
      reach(async (stub) => {
        // Not awaited: the call on the scoped memory travels along, and both take one round trip.
        const target = stub["scoped"]?.(scope) as unknown as Stub;
        try {
          return await work(target);
        } finally {
          target[Symbol.dispose]?.();
        }
      }),
    );
  const method =
    (name: string): Call =>
    async (...given) => {
      const { given: sent, signal, over } = sendable(given);
      try {
        return await reach(async (target) => target[name]?.(...sent));
      } catch (thrown) {
        const { code, message, written } = MemoryError.from(thrown);
        if (code !== "aborted" || !signal) throw thrown;
        throw aborted(signal, message, written);
      } finally {
        over();
      }
    };
  return new Proxy({} as RemoteMemory, {
    get(_, name) {
      // What is awaited is asked for `then`: this is no promise.
      if (typeof name !== "string" || name === "then") return undefined;
      return name === "scoped" ? scoped : method(name);
    },
  });
}
