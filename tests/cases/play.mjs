// Plays one case on the package and says what went otherwise than expected.

import { Memory } from "palimpsest";

import { scriptedEmbedder, scriptedModel } from "./scripted.mjs";
import { mapStore } from "./store.mjs";

/** @typedef {import("./scenario.ts").Scenario} Scenario */
/** @typedef {import("./scenario.ts").Step} Step */
/** @typedef {import("./scenario.ts").Expect} Expect */
/**
 * The package's handle. A case calls whatever its steps name; so the handle's type is not held to.
 *
 * @typedef {any} Handle
 */
/** Notes a fault, when it is not so. @typedef {(isSo: unknown, fault: string) => void} Want */

const START = Date.parse("2025-06-01T00:00:00Z");
const STEP_MS = 1000;

/**
 * Faults of a case in words; none when it passes.
 *
 * @param {Scenario} scenario
 */
export async function play(scenario) {
  return (await playOut(scenario)).faults;
}

/**
 * The faults of a case, and the store that it leaves.
 *
 * @param {Scenario} scenario
 */
export async function playOut(scenario) {
  const stage = new Stage(scenario);
  try {
    await stage.open();
    for (const [index, step] of scenario.steps.entries()) {
      await stage.step(step, `step ${index + 1}`);
    }
    await stage.memory.close();
  } catch (err) {
    const { code = "", stack } = /** @type {any} */ (err);
    stage.faults.push(`threw ${code} ${stack ?? err}`);
  }
  return { faults: stage.faults, storage: stage.storage };
}

class Stage {
  /** @type {string[]} */
  faults = [];
  storage = mapStore();
  now = START;
  /** @type {Handle} */
  memory;

  /** @param {Scenario} scenario */
  constructor(scenario) {
    this.scenario = scenario;
    this.embed = scriptedEmbedder(scenario.embed);
    this.llm = scriptedModel(scenario.llm);
  }

  async open() {
    const gate = this.embed ? { gate: { duplicate: 0.9, related: 0.75 } } : {};
    const options = {
      name: this.scenario.id,
      storage: this.storage,
      policy: { ...gate, ...this.scenario.policy },
      clock: () => this.now,
      seed: 1,
      ...(this.embed && { embed: this.embed, embedModel: "scripted" }),
      ...(this.llm && { llm: this.llm }),
    };
    this.memory = await Memory.open(/** @type {any} */ (options));
  }

  /** @param {Step} step @param {string} name */
  async step(step, name) {
    this.now = step.at ? Date.parse(step.at) : this.now + STEP_MS;
    const verb = Object.keys(VERBS).find((verb) => verb in step);
    if (!verb) throw new Error(`${name} has no verb`);
    const memory = step.scope ? this.memory.scoped(step.scope) : this.memory;
    /** @type {Want} */
    const want = (isSo, fault) => {
      if (!isSo) this.faults.push(`${name}: ${fault}`);
    };
    await VERBS[verb](memory, step, step.expect ?? {}, want, this);
  }
}

/** @type {Record<string, (memory: Handle, step: Step, expect: Expect, want: Want, stage: Stage) => Promise<void>>} */
const VERBS = {
  async remember(memory, { remember }, expect, want) {
    const decision = await memory.remember(remember);
    const guards = decision.evidence.guards.map(
      (/** @type {{ guard: string }} */ { guard }) => guard,
    );
    const allowed = [expect.action ?? decision.action].flat();
    want(
      allowed.includes(decision.action),
      `${decision.action}, wanted ${allowed.join(" or ")} (${decision.strategy}, guards ${json(guards)})`,
    );
    for (const guard of expect.guards ?? [])
      want(guards.includes(guard), `guards ${json(guards)} lack ${guard}`);
    if (expect.guardsAny) {
      want(
        expect.guardsAny.some((guard) => guards.includes(guard)),
        `guards ${json(guards)} hold none of ${json(expect.guardsAny)}`,
      );
    }
    wantEqual(want, "llmCalls", decision.llmCalls, expect.llmCalls);
    wantEqual(want, "kind", decision.record.kind, expect.kind);
    want(
      decision.record.confidence <= (expect.confidenceAtMost ?? 1),
      `confidence ${decision.record.confidence}`,
    );
  },

  async together(memory, { together }, expect, want) {
    wantActions(
      want,
      await Promise.all((together ?? []).map((text) => memory.remember(text))),
      expect,
    );
  },

  async observe(memory, { observe }, expect, want) {
    wantActions(want, await memory.observe(observe), expect);
  },

  async recall(memory, step, expect, want) {
    const { recall, limit = 5, includeCold, includeHistory, asOf } = step;
    const options = { includeCold, includeHistory, asOf };
    const given = Object.entries(options).filter(([, value]) => value);
    const hits = await memory.recall(recall, {
      limit,
      ...Object.fromEntries(given),
    });
    /** @type {string[]} */
    const texts = hits.map((/** @type {any} */ hit) => hit.text);
    const holds = (/** @type {string} */ part) =>
      texts.some((text) => text.includes(part));
    if (expect.first)
      want(texts[0]?.includes(expect.first), `first is ${texts[0]}`);
    for (const part of expect.contains ?? [])
      want(holds(part), `"${part}" is not in ${json(texts)}`);
    for (const part of expect.excludes ?? [])
      want(!holds(part), `"${part}" is in ${json(texts)}`);
    wantEqual(want, "count", hits.length, expect.count);
  },

  async history(memory, { history }, expect, want) {
    const { current, versions } = await memory.history(history);
    const values = versions.map((/** @type {any} */ version) => version.value);
    wantEqual(want, "current", current?.value, expect.current);
    wantEqual(
      want,
      "values",
      json(values),
      expect.values && json(expect.values),
    );
  },

  async sweep(memory, step, expect, want) {
    wantReport(want, await memory.sweep(), expect);
  },

  async reflect(memory, step, expect, want) {
    wantReport(want, await memory.reflect({ force: true }), expect);
  },

  async reopen(memory, step, expect, want, stage) {
    await stage.memory.close();
    await stage.open();
  },

  async resolve(memory, { choose }, expect, want) {
    const [first] = await memory.conflicts();
    want(first, "there is no conflict to resolve");
    if (first) await memory.resolve(first.id, { choose });
  },

  async forget(memory, { forget }, expect, want) {
    const records = await memory.list();
    const found = records.find((/** @type {any} */ r) => r.text === forget);
    want(found, `"${forget}" is no record's text`);
    if (found) await memory.forget(found.id, { hard: true });
  },

  async undo(memory) {
    await memory.undo();
  },

  async check(memory, step, expect, want, stage) {
    /** @type {any[]} */
    const records = await memory.list({ includeCold: true });
    const inTier = (/** @type {string} */ tier) =>
      records.filter((record) => record.tier === tier);
    const shown = json(records.map((record) => record.text));
    wantEqual(want, `of ${shown} active`, records.length, expect.active);
    wantEqual(want, "hot", inTier("hot").length, expect.hot);
    wantEqual(want, "cold", inTier("cold").length, expect.cold);
    if (expect.conflicts !== undefined) {
      const { length } = await memory.conflicts();
      wantEqual(want, "conflicts", length, expect.conflicts);
    }
    const said = records.map(everythingSaid).join("\n");
    for (const part of expect.texts ?? [])
      want(said.includes(part), `"${part}" is in no active record`);
    const bytes = stage.storage.bytes().map(asLetters).join("");
    for (const part of expect.lost ?? [])
      want(
        !bytes.includes(asLetters(new TextEncoder().encode(part))),
        `"${part}" is still in the store's bytes`,
      );
  },
};

/** A letter a byte. @param {Uint8Array} bytes */
const asLetters = (bytes) => new TextDecoder("latin1").decode(bytes);

const json = (/** @type {unknown} */ value) => JSON.stringify(value);

/**
 * Compares where something is expected.
 *
 * @param {Want} want @param {string} name @param {unknown} found @param {unknown} wanted
 */
function wantEqual(want, name, found, wanted) {
  if (wanted !== undefined)
    want(found === wanted, `${name}: ${found}, wanted ${wanted}`);
}

/** @param {Want} want @param {{ action: string }[]} decisions @param {Expect} expect */
function wantActions(want, decisions, { actions }) {
  const found = decisions.map((decision) => decision.action).sort();
  wantEqual(want, "actions", json(found), actions && json(actions.toSorted()));
}

/** @param {Want} want @param {Record<string, unknown>} found @param {Expect} expect */
function wantReport(want, found, { report = {} }) {
  for (const [name, wanted] of Object.entries(report))
    wantEqual(want, name, found[name], wanted);
}

/**
 * A record's text with its details, facts, history and sources.
 *
 * @param {Record<string, unknown>} record
 */
function everythingSaid({ text, details, facts, history, sources }) {
  return [text, ...[details, facts, history, sources].map(json)].join("\n");
}
