// The Worker that the tests ask: objects that can be stopped, told to wait and looked into.

import { DurableObject } from "cloudflare:workers";
import { Memory } from "palimpsest";
import {
  durableObjectStorage,
  MemoryError,
  memoryOf,
  MemoryObject,
  transactionSync,
} from "palimpsest/durable-object";

import contractWasm from "./contract/contract_bg.wasm";
import { contractCheck, initSync } from "./contract/contract.js";
import { tellInto } from "./stream.mjs";

/** @typedef {[name: string, at: number]} Alarm */

/** A memory that can be stopped in the middle of a write, and that has alarms of its own. */
export class Probe extends MemoryObject {
  /** @type {string[]} */
  log = [];
  /** @type {(() => void)[]} */
  waiting = [];
  /** @type {Promise<void>} */
  reached;
  /** What the embedder's signal was aborted for. @type {Promise<any>} */
  heard;

  /** @param {DurableObjectState} ctx @param {unknown} env */
  constructor(ctx, env) {
    /** @type {{ reached(): void, hear(reason: any): void }} */
    const held = { reached() {}, hear() {} };
    super(ctx, env, {
      // Texts with this sign are never embedded.
      embed: async (texts, { signal }) => {
        if (texts.some((text) => text.includes("⏸"))) {
          held.reached();
          signal.addEventListener("abort", () => held.hear(signal.reason));
          await new Promise(() => {});
        }
        return texts.map(axis);
      },
      embedModel: "axes",
      policy: { calibrate: "off", timeouts: { embedMs: 60_000 } },
    });
    this.reached = new Promise((resolve) => (held.reached = resolve));
    this.heard = new Promise((resolve) => (held.hear = resolve));
    for (const name of ["a", "b"])
      this.alarms.on(name, () => this.note(`ran ${name}`));
    this.alarms.on("again", async () => {
      this.note("ran again");
      await this.alarms.set("again", Date.now() + 86_400_000);
    });
    this.alarms.on("fails", () => {
      this.note("failed");
      throw new Error("no luck");
    });
  }

  /** @override */
  async alarm() {
    this.note("woken");
    await super.alarm();
  }

  /** @param {string} line */
  note(line) {
    this.log.push(line);
    this.waiting.forEach((look) => look());
  }

  /** The log, once it holds that line. @param {string} line */
  async logWith(line) {
    while (!this.log.includes(line))
      await new Promise((resolve) => this.waiting.push(() => resolve(line)));
    return this.log;
  }

  /** Resolves when a write waits for its vector. */
  async midway() {
    await this.reached;
  }

  /** Why the embedder was told to stop. */
  async reasonHeard() {
    const reason = await this.heard;
    const { name, message } = reason;
    const isError = reason instanceof Error;
    return typeof reason === "string" ? reason : { isError, name, message };
  }

  /** Empties the store, and has given that up already; through that scope's handle where there is one. @param {object} [scope] */
  async destroyGivenUp(scope) {
    const memory = scope ? this.scoped(scope) : this;
    await memory.destroy({ signal: AbortSignal.abort() });
  }

  async evict() {
    this.ctx.abort("evicted");
  }

  /** @param {Alarm[]} alarms */
  async setAlarms(...alarms) {
    for (const [name, at] of alarms) await this.alarms.set(name, at);
  }

  /** @param {string} name */
  async deleteAlarm(name) {
    await this.alarms.delete(name);
  }

  /** @param {number} at */
  async setOwnAlarm(at) {
    await this.ctx.storage.setAlarm(at);
  }

  /** @param {number} now */
  async runAlarms(now) {
    const error = await this.alarms.run(now).catch((thrown) => thrown.message);
    return { error, log: this.log.splice(0) };
  }

  /** @param {string[]} names */
  async alarmTimes(...names) {
    return {
      armed: await this.ctx.storage.getAlarm(),
      at: names.map((name) => this.alarms.at(name)),
    };
  }
}

const DAY = 86_400_000;

/** A memory whose clock stands until it is set, and whose upkeep is looked for every tenth of a second. */
export class Aging extends MemoryObject {
  /** @type {string[]} */
  log = [];
  /** @type {(() => void)[]} */
  waiting = [];
  clock;

  /** @param {DurableObjectState} ctx @param {unknown} env */
  constructor(ctx, env) {
    const clock = { now: Date.UTC(2025, 5, 15), cooled: () => {} };
    super(ctx, env, {
      clock: () => clock.now,
      maintenance: { sweepEvery: 100 },
      onEvent: ({ type }) => {
        if (type === "cooled") clock.cooled();
      },
    });
    this.clock = clock;
    clock.cooled = () => {
      this.log.push("cooled");
      this.waiting.forEach((look) => look());
    };
  }

  /** @param {number} days */
  async later(days) {
    this.clock.now += days * DAY;
  }

  /** The log, once it holds that line. @param {string} line */
  async logWith(line) {
    while (!this.log.includes(line))
      await new Promise((resolve) => this.waiting.push(() => resolve(line)));
    return this.log;
  }

  async evict() {
    this.ctx.abort("evicted");
  }

  async upkeepAt() {
    return this.alarms.at("palimpsest.upkeep");
  }
}

/** A memory that reflects every second turn, with a model that finds nothing to change. */
export class Reflecting extends MemoryObject {
  /** What the model was shown at the first reflection. @type {Promise<string>} */
  shown;

  /** @param {DurableObjectState} ctx @param {unknown} env */
  constructor(ctx, env) {
    /** @type {{ hear(prompt: string): void }} */
    const held = { hear() {} };
    super(ctx, env, {
      llm: async ({ task, prompt }) => {
        if (task !== "reflect") throw new Error(`${task} is not scripted`);
        held.hear(prompt);
        return "no-change";
      },
      policy: { reflect: { everyTurns: 2 } },
    });
    this.shown = new Promise((resolve) => (held.hear = resolve));
  }

  async firstShown() {
    return this.shown;
  }
}

/** A memory whose commits wait for the disk. */
export class Strict extends MemoryObject {
  /** @param {DurableObjectState} ctx @param {unknown} env */
  constructor(ctx, env) {
    super(ctx, env, { durability: "strict" });
  }

  /** How often a commit waited while that text was written. @param {string} text */
  async waits(text) {
    const { storage } = this.ctx;
    let n = 0;
    // The object's storage asks for it by name, at each commit.
    Object.defineProperty(storage, "sync", {
      configurable: true,
      value: async () => void (n += 1),
    });
    await this.remember(text);
    return n;
  }
}

/** A class that is made without SQLite. */
export class Plain extends MemoryObject {}

/** An object whose store is looked at from below. */
export class Bare extends DurableObject {
  /** @param {string} name */
  async contractCheck(name) {
    initSync({ module: contractWasm });
    await contractCheck(name, () => durableObjectStorage(this.ctx.storage));
  }

  /** @param {import("./stream.mjs").Told[]} told */
  tell(told) {
    return tellInto(Memory, durableObjectStorage(this.ctx.storage), told);
  }

  /** Runs statements, then opens a store. @param {string[]} statements */
  async openAfter(...statements) {
    for (const statement of statements) this.ctx.storage.sql.exec(statement);
    return codeOf(() => durableObjectStorage(this.ctx.storage));
  }

  /** Writes one value of so many bytes, and says what came of it. @param {number} nBytes */
  async commitOf(nBytes) {
    const storage = durableObjectStorage(this.ctx.storage);
    /** @type {import("palimpsest").Batch["puts"]} */
    const puts = [
      ["records", "small", new Uint8Array(1)],
      ["records", "large", new Uint8Array(nBytes)],
    ];
    const { revision } = await storage.read([]);
    const batch = { expected: revision, next: revision + 1, puts, deletes: [] };
    const said = await storage.commit(batch).then(
      () => "none",
      ({ code, message }) => `${code}: ${message}`,
    );
    const read = await storage.read([{ collection: "records" }]);
    return { said, revision: read.revision, n: read.rows[0]?.length };
  }

  /** @param {any[]} things */
  async openOn(...things) {
    return things.map((thing) => codeOf(() => durableObjectStorage(thing)));
  }

  async writeWithPromise() {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE t (n)");
    const code = codeOf(() =>
      transactionSync(this.ctx.storage, async () => {
        sql.exec("INSERT INTO t VALUES (1)");
      }),
    );
    return [code, [...sql.exec("SELECT n FROM t").raw()]];
  }
}

export { MemoryObject };

export default {
  /** Calls a method of a memory, or of an object as it is, and answers what came of it. */
  async fetch(
    /** @type {Request} */ request,
    /** @type {Record<string, any>} */ env,
  ) {
    const { object, user, scope, bare, method, given, abortAfter, reason } =
      await request.json();
    try {
      const namespace = env[object];
      let target;
      if (bare) target = namespace.get(namespace.idFromName(user));
      else target = memoryOf(namespace, user);
      if (scope) target = target.scoped(scope);
      if (method === "moveTo") {
        const bytes = await target.export();
        const [other, options] = given;
        const answer = await memoryOf(namespace, other).import(bytes, options);
        return Response.json({ answer });
      }
      if (abortAfter !== undefined) {
        const controller = new AbortController();
        const abort = () => controller.abort(reasonOf(reason));
        if (abortAfter === 0) abort();
        else setTimeout(abort, abortAfter);
        given.push({ signal: controller.signal });
      }
      if (method === "importOf") {
        const [nBytes, options] = given;
        await target.import(new Uint8Array(nBytes), options);
      }
      const answer = await target[method](...given);
      return Response.json({ answer });
    } catch (thrown) {
      const { code, message, written } = /** @type {MemoryError} */ (thrown);
      const isOurs = thrown instanceof MemoryError;
      return Response.json({ error: { isOurs, code, message, written } });
    }
  },
};

/** @param {{ name: string, message: string } | { kind: string } | string | undefined} asked */
function reasonOf(asked) {
  if (typeof asked !== "object") return asked;
  if ("name" in asked)
    return Object.assign(new Error(asked.message), { name: asked.name });
  // What can't be sent.
  return asked.kind === "symbol" ? Symbol("no") : { call() {}, kind: /x/ };
}

/** @param {() => unknown} call */
function codeOf(call) {
  try {
    call();
    return "none";
  } catch (thrown) {
    const { code, message } = /** @type {MemoryError} */ (thrown);
    return `${code}: ${message}`;
  }
}

/** A vector along an axis that the text chooses. @param {string} text */
function axis(text) {
  let place = 0;
  for (const sign of text)
    place = (place * 31 + Number(sign.codePointAt(0))) % 509;
  return Float32Array.from({ length: 512 }, (_, i) => (i === place ? 1 : 0));
}
