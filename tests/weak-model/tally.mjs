// What the weak model was asked, and what became of its answers.

/** @typedef {{ calls: number, ms: number, refused: number, failed: number, reasons: Map<string, number> }} Task */

/** How a refused answer is warned of. */
const REFUSED = /answer to "(?<task>\w+)" was refused: (?<cause>.*?)(?:; |$)/;

/** Characters of a reason that tell it from others: what follows is the model's own words. */
const REASON = 60;

export class Tally {
  /** @type {Map<string, Task>} */
  tasks = new Map();
  /** What was done, by a name such as "write: merged". @type {Map<string, number>} */
  operations = new Map();
  /** Warnings of other codes than a refused answer. @type {Map<string, number>} */
  warnings = new Map();
  /** Errors of the library's own making; there must be none. @type {string[]} */
  internal = [];

  /** @param {string} name @returns {Task} */
  task(name) {
    const known = this.tasks.get(name);
    if (known) return known;
    const made = {
      ...{ calls: 0, ms: 0, refused: 0, failed: 0 },
      reasons: new Map(),
    };
    this.tasks.set(name, made);
    return made;
  }

  get calls() {
    return [...this.tasks.values()].reduce((sum, { calls }) => sum + calls, 0);
  }

  /** @param {string} operation */
  count(operation, n = 1) {
    if (0 < n) add(this.operations, operation, n);
  }

  /** @param {string} task @param {string} cause */
  refuse(task, cause) {
    const tally = this.task(task);
    tally.refused += 1;
    add(tally.reasons, cause.slice(0, REASON), 1);
  }

  /** @param {import("palimpsest").MemoryEvent} event */
  hear(event) {
    if (event.type !== "warning") return;
    if (event.code === "internal") this.internal.push(event.message);
    const { task, cause } = REFUSED.exec(event.message)?.groups ?? {};
    if (task) this.refuse(task, cause);
    else add(this.warnings, `${event.code}: ${event.message.slice(0, 100)}`, 1);
  }

  /** Runs a step; what it is refused for is counted, and an error of the library's own is noted. @template T @param {string} step @param {() => Promise<T>} run @returns {Promise<T | undefined>} */
  async attempt(step, run) {
    try {
      return await run();
    } catch (err) {
      const { code, message } =
        /** @type {{ code?: string, message: string }} */ (err);
      const { task, cause } = REFUSED.exec(message)?.groups ?? {};
      if (task) this.refuse(task, cause);
      // What has no code is no error that the library meant to give.
      if (code === undefined || code === "internal")
        this.internal.push(`${step}: ${message}`);
      this.count(`${step}: ${code ?? "fault"}`);
      return undefined;
    }
  }
}

/** @param {Map<string, number>} counts @param {string} name @param {number} n */
const add = (counts, name, n) => counts.set(name, (counts.get(name) ?? 0) + n);
