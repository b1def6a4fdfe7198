// The public types, used rightly, and wrongly where the compiler must say so. It is compiled, never run.

import {
  type Calibration,
  type Conflict,
  type Decision,
  type Embed,
  type EvaluateOptions,
  type Hit,
  Memory,
  MemoryError,
  type MemoryErrorCode,
  type MemoryEvent,
  type MemoryRecord,
  type OpenOptions,
  type Pair,
  type Patch,
  type Reembedded,
  type Reflected,
  type Report,
  type StorageAdapter,
  type Topic,
  type Thresholds,
} from "palimpsest";

/** Compiles only where both types are the same. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : false;
const same = <A, B>(equal: Same<A, B>) => void equal;
const is =
  <A>() =>
  <B>(value: B, equal: Same<A, B>) =>
    void [value, equal];

const embed: Embed = async (texts, { purpose, signal }) => {
  is<string[]>()(texts, true);
  is<"document" | "query">()(purpose, true);
  signal.throwIfAborted();
  return texts.map(() => new Float32Array(384));
};

const store: StorageAdapter = {
  read: async (requests) => ({
    revision: 0,
    rows: requests.map((request) =>
      "keys" in request
        ? request.keys.map((key) => [key, new Uint8Array()])
        : [],
    ),
  }),
  commit: async ({ expected, next, puts, deletes }) => {
    is<number>()(expected, true);
    is<number>()(next, true);
    for (const [collection, key, value] of puts)
      void [collection === "records", key.length, value.byteLength];
    void deletes;
  },
};

const options: OpenOptions = {
  name: "notes",
  scope: { userId: "ana", agentId: "helper", runId: "7" },
  storage: store,
  durability: "strict",
  embed,
  embedModel: "my-model",
  llm: async ({ task, system, prompt, schema, signal }) => {
    void [task === "judge", system, prompt, schema, signal];
    return { answer: "no-change", usage: { inputTokens: 1, outputTokens: 1 } };
  },
  policy: {
    strategies: { merge: false },
    gate: { duplicate: 0.92, char: 0.9 },
    calibrate: "off",
    judge: "background",
    decay: { rates: { state: 0.1 }, coldBelow: 0.05 },
    timeouts: { embedMs: 1000 },
    concurrency: 2,
  },
  clock: () => 0,
  seed: 1,
  onEvent: heard,
};

function heard(event: MemoryEvent): void {
  switch (event.type) {
    case "decision":
      is<Decision>()(event.decision, true);
      break;
    case "changed":
      is<string[]>()(event.ids, true);
      is<"own" | "other">()(event.origin, true);
      break;
    case "conflict":
      is<Conflict>()(event.conflict, true);
      break;
    case "cooled":
      is<string[]>()(event.ids, true);
      break;
    case "progress":
      is<"calibrate" | "open" | "reembed" | "reflect">()(event.task, true);
      is<number[]>()([event.done, event.total], true);
      break;
    case "warning":
      is<MemoryErrorCode>()(event.code, true);
      break;
    default:
      event satisfies never;
  }
}

export async function used(): Promise<void> {
  const memory = await Memory.open(options);
  is<Memory>()(memory, true);

  const decision = await memory.remember({
    text: "住在上海",
    kind: "fact",
    key: "home_city",
    value: "上海",
    observedAt: new Date(),
    validUntil: "2030-01-01",
    metadata: { nested: { list: [1, null, "a"] } },
    relations: [{ relation: "about", id: "…" }],
    source: { kind: "tool", at: 0 },
  });
  is<Decision>()(decision, true);
  is<MemoryRecord>()(decision.record, true);
  is<string | undefined>()(decision.record.topic, true);
  is<Decision["record"]["history"]>()(decision.record.history, true);

  same<Awaited<ReturnType<Memory["rememberAll"]>>, Decision[]>(true);
  const items = ["a", { text: "b" }] as const;
  await memory.rememberAll(items);

  const hits = await memory.recall("home", {
    limit: 3,
    kinds: ["fact"],
    filter: { observed: { from: "2025-01-01" } },
    scopes: [{}],
    explain: true,
  });
  is<Hit[]>()(hits, true);
  void hits[0]?.why?.cosine?.toFixed(2);

  const patch: Patch = { topic: null, importance: 0.5 };
  const edited: MemoryRecord = await memory.edit(decision.id, patch);
  await memory.list({ includeCold: true }, { after: edited.id, limit: 10 });
  await memory.forget({ status: "active", tags: ["old"] }, { hard: true });
  const [entry] = await memory.journal({ limit: 1 });
  if (entry?.operation === "undo") void entry.undone;
  await memory.undo();
  is<number>()((await memory.sweep()).cooled, true);
  is<number>()((await memory.maintain()).swept.expired, true);
  is<void>()(await memory.endTurn(), true);
  const reflected = await memory.reflect({ force: true, dryRun: true });
  is<Reflected>()(reflected, true);
  is<string | undefined>()(reflected.plan?.[0]?.diff, true);
  is<unknown>()(reflected.refusals[0]?.op, true);
  await memory.startMaintenance({ sweepEvery: 60_000, reflectEvery: 60_000 });
  is<number>()(await memory.nextMaintenanceAt(), true);
  await memory.stopMaintenance();
  const context = await memory.context("home", { maxTokens: 200, limit: 10 });
  is<string>()(context.text, true);
  is<Hit[]>()(context.hits, true);
  const evaluating: EvaluateOptions = {
    questions: [{ text: "home", answers: [edited.id, "上海"] }],
    sample: 50,
    seed: -1,
    judge: true,
    maxCalls: 10,
  };
  const report = await memory.evaluate(evaluating);
  is<Report>()(report, true);
  is<number | undefined>()(report.duplicates.rate, true);
  is<Pair[]>()(report.contradictions.pairs, true);
  is<number | undefined>()(report.recall?.rate, true);
  is<number | undefined>()(report.writes?.ownMs.p95, true);
  is<"rules" | "rules and model">()(report.judgedBy, true);
  for (const { ids, kind, by } of report.duplicates.pairs)
    void [ids[0], kind === "word_for_word", by === "model"];
  for (const { kind, call } of report.diagnosis)
    void [kind === "pending_conflict", call === "resolve"];
  await memory.evaluate();
  const topics = await memory.topics();
  is<Topic[]>()(topics, true);
  void topics[0]?.updatedAt.toFixed();
  same<Awaited<ReturnType<Memory["merge"]>>, Decision[]>(true);
  await memory.merge(topics[0]?.ids ?? "home");
  is<MemoryRecord>()(await memory.link(edited.id, "of", decision.id), true);
  const { signal } = new AbortController();
  is<Calibration>()(await memory.calibrate({ signal }), true);
  is<Reembedded>()(await memory.reembed({ signal }), true);
  is<Reflected>()(await memory.reflect({ signal }), true);
  is<Thresholds>()((await memory.stats()).thresholds, true);
  const scoped = memory.scoped({ userId: "li" });
  is<Memory>()(scoped, true);
  void scoped.scope.userId;

  try {
    await memory.get(decision.id);
  } catch (thrown) {
    const error = MemoryError.from(thrown);
    is<MemoryErrorCode>()(error.code, true);
    void error.written;
  }
}

export async function misused(memory: Memory): Promise<void> {
  // @ts-expect-error The constructor is not for callers.
  new Memory();
  // @ts-expect-error There is no such option.
  await Memory.open({ stroage: "memory" });
  // @ts-expect-error There is no such store.
  await Memory.open({ storage: "disk" });
  // @ts-expect-error An adapter commits too.
  await Memory.open({ storage: { read: store.read } });
  // @ts-expect-error A zone has a name.
  await Memory.open({ timeZone: 8 });
  // @ts-expect-error There is no such role.
  await memory.observe([{ role: "me", content: "a" }]);
  // @ts-expect-error A tool's words never count.
  await memory.observe([], { sources: ["tool"] });
  // @ts-expect-error A text is needed.
  await memory.remember({ kind: "fact" });
  // @ts-expect-error There is no such kind.
  await memory.remember({ text: "a", kind: "opinion" });
  // @ts-expect-error Only plain JSON can be stored.
  await memory.remember({ text: "a", metadata: { at: new Date() } });
  // @ts-expect-error A query is a text.
  await memory.recall({ query: "a" });
  // @ts-expect-error A choice is a text.
  await memory.resolve("id", { choose: 7 });
  // @ts-expect-error A text can't be cleared.
  await memory.edit("id", { text: null });
  // @ts-expect-error Ids are texts.
  await memory.get(7);
  // @ts-expect-error A question has answers.
  await memory.evaluate({ questions: [{ text: "a" }] });
  // @ts-expect-error There is no such kind.
  void ((await memory.evaluate()).diagnosis[0]?.kind === "odd");
  // @ts-expect-error There is no such code.
  if (MemoryError.from(0).code === "unknown") return;
  // @ts-expect-error A handle's scope stays.
  memory.scope = {};
  // @ts-expect-error A handle's scope stays as it is.
  memory.scope.userId = "b";
}
