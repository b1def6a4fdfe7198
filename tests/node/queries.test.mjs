// Queries, filters, pages and ids that can't be used are refused with a code and words, and nothing is written.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Memory } from "palimpsest";

import { opened, refused, rejects, untyped } from "./support.mjs";

const HALF = "\ud83d";
const NOBODY = "01890000-0000-7000-8000-000000000000";

/** @type {[string, (memory: Memory) => Promise<unknown>, string, RegExp][]} */
const CALLS = [
  ["a blank query", (m) => m.recall("  "), "invalid_input", /query/],
  [
    "no query",
    (m) => m.recall(untyped(undefined)),
    "invalid_input",
    /undefined/,
  ],
  [
    "half a character in a query",
    (m) => m.recall(HALF),
    "invalid_input",
    /D83D/,
  ],
  [
    "a limit of none",
    (m) => m.recall("tea", { limit: 0 }),
    "invalid_input",
    /limit.*1 to 1000.*0/,
  ],
  [
    "a limit of half",
    (m) => m.recall("tea", { limit: 2.5 }),
    "invalid_input",
    /limit.*2\.5/,
  ],
  [
    "a score above one",
    (m) => m.recall("tea", { minScore: 5 }),
    "invalid_input",
    /minScore.*5/,
  ],
  [
    "an unknown way to recall",
    (m) => m.recall("tea", untyped({ topK: 3 })),
    "invalid_input",
    /topK.*limit/,
  ],
  [
    "an unknown filter",
    (m) => m.recall("tea", untyped({ filter: { colour: "red" } })),
    "invalid_input",
    /filter.*colour.*kinds/,
  ],
  [
    "an empty user among scopes",
    (m) => m.recall("tea", { scopes: [{ userId: "" }] }),
    "invalid_input",
    /userId/,
  ],
  [
    "an unknown operator",
    (m) => m.list(untyped({ metadata: { n: { above: 1 } } })),
    "invalid_input",
    /metadata\.n\.above.*gte/,
  ],
  [
    "an order of truths",
    (m) => m.list(untyped({ or: [{ metadata: { n: { gt: true } } }] })),
    "invalid_input",
    /or\[0\]\.metadata\.n\.gt.*a number or a text/,
  ],
  [
    "a value where a list is needed",
    (m) => m.list(untyped({ not: { metadata: { n: { in: 1 } } } })),
    "invalid_input",
    /not\.metadata\.n\.in.*a list/,
  ],
  [
    "no operator",
    (m) => m.list(untyped({ metadata: { n: {} } })),
    "invalid_input",
    /metadata\.n.*contains/,
  ],
  [
    "to forget by filters that leave everything in",
    (m) => m.forget({ and: [{}, { tags: [] }], or: [{ kinds: ["fact"] }, {}] }),
    "invalid_input",
    /whole scope/,
  ],
  [
    "a word for a truth",
    (m) => m.list(untyped({ includeCold: "yes" })),
    "invalid_input",
    /includeCold.*"yes"/,
  ],
  [
    "a page after nobody",
    (m) => m.list({}, { after: "abc" }),
    "not_found",
    /abc/,
  ],
  ["a page of none", (m) => m.list({}, { limit: 0 }), "invalid_input", /limit/],
  [
    "an id that is no text",
    (m) => m.get(untyped(42)),
    "invalid_input",
    /get.*42/,
  ],
  ["an id that is none", (m) => m.get("abc"), "not_found", /abc/],
  ["an id of nobody", (m) => m.get(NOBODY), "not_found", new RegExp(NOBODY)],
  ["a touch of nobody", (m) => m.touch(NOBODY), "not_found", /record/],
  [
    "an edit of nobody",
    (m) => m.edit(NOBODY, { text: "tea" }),
    "not_found",
    /record/,
  ],
  [
    "an edit of nothing",
    (m) => m.edit(NOBODY, {}),
    "invalid_input",
    /no field/,
  ],
  [
    "an edit to no text",
    (m) => m.edit(NOBODY, untyped({ text: null })),
    "invalid_input",
    /text.*null/,
  ],
  [
    "an edit of an id",
    (m) => m.edit(NOBODY, untyped({ id: "b" })),
    "invalid_input",
    /id/,
  ],
  ["a pin of nobody", (m) => m.pin(NOBODY), "not_found", /record/],
  [
    "a pin that is neither on nor off",
    (m) => m.pin(NOBODY, untyped("on")),
    "invalid_input",
    /"on"/,
  ],
  ["to forget nobody", (m) => m.forget(NOBODY), "not_found", /record/],
  [
    "to forget nothing in particular",
    (m) => m.forget({}),
    "invalid_input",
    /whole scope.*active/,
  ],
  [
    "to forget by a filter that says nothing",
    (m) => m.forget({ tags: [], metadata: {} }),
    "invalid_input",
    /whole scope/,
  ],
  [
    "to forget by a choice of nothing alone",
    (m) => m.forget({ or: [], and: [{ or: [] }] }),
    "invalid_input",
    /whole scope/,
  ],
  [
    "to forget what is not of nothing",
    (m) => m.forget({ not: { or: [] } }),
    "invalid_input",
    /whole scope/,
  ],
  [
    "to forget without a word",
    (m) => m.forget(untyped(undefined)),
    "invalid_input",
    /undefined/,
  ],
  [
    "to forget hard by a word",
    (m) => m.forget(NOBODY, untyped({ hard: "yes" })),
    "invalid_input",
    /hard.*"yes"/,
  ],
  ["to restore nobody", (m) => m.restore(NOBODY), "not_found", /record/],
  [
    "to undo what never was",
    (m) => m.undo("abc"),
    "not_found",
    /journal entry abc/,
  ],
  [
    "to undo an entry of no commit",
    (m) => m.undo("00000000ffff0000"),
    "not_found",
    /journal entry/,
  ],
  [
    "to undo when nothing was done",
    (m) => m.undo(),
    "not_found",
    /journal entry/,
  ],
  [
    "a journal after nothing",
    (m) => m.journal({ after: "zz" }),
    "not_found",
    /journal entry zz/,
  ],
];

for (const [name, call, code, words] of CALLS) refused(name, call, code, words);

test("forget forgets what list lists, and where that is nothing, nothing", async (context) => {
  const { memory } = await opened(context);
  const metadata = { n: 1 };
  await memory.remember({ text: "用户对花生过敏", kind: "fact", metadata });
  /** @type {import("palimpsest").Filter[]} */
  const filters = [
    { kinds: ["fact"], or: [] },
    { kinds: ["fact"], and: [{ or: [] }] },
    { kinds: ["fact"], metadata: { n: null } },
  ];
  for (const filter of filters) {
    assert.deepEqual(await memory.list(filter), []);
    assert.deepEqual((await memory.forget(filter)).ids, []);
  }
  assert.equal((await memory.list()).length, 1);
});

test("scoped throws at once for what is no scope", async (context) => {
  const { memory } = await opened(context);
  for (const scope of [undefined, null, "a", { userId: "" }, { user: "a" }])
    assert.throws(() => memory.scoped(untyped(scope)), {
      name: "MemoryError",
      code: "invalid_input",
    });
});

// The types of what goes in are written by hand: each is held to the fields that the core lists when it meets one that it doesn't know.

const unknown = untyped({ "?": 1 });

/** @type {Record<string, (memory: Memory) => Promise<unknown>>} */
const READERS = {
  RememberInput: (m) => m.remember({ text: "tea", ...unknown }),
  SourceInput: (m) => m.remember({ text: "tea", source: unknown }),
  Relation: (m) =>
    m.remember({
      text: "tea",
      relations: [{ relation: "of", id: NOBODY, ...unknown }],
    }),
  Patch: (m) => m.edit(NOBODY, unknown),
  RecallOptions: (m) => m.recall("tea", unknown),
  Filter: (m) => m.forget(unknown),
  TimeSpan: (m) => m.recall("tea", { filter: { observed: unknown } }),
  ListPage: (m) => m.list({}, unknown),
  JournalPage: (m) => m.journal(unknown),
  MaintenanceOptions: (m) => m.startMaintenance(unknown),
  ForgetOptions: (m) => m.forget(NOBODY, unknown),
  EvaluateOptions: (m) => m.evaluate(unknown),
  Question: (m) =>
    m.evaluate({ questions: [{ text: "tea", answers: ["tea"], ...unknown }] }),
  Scope: (m) => m.recall("tea", { scopes: [unknown] }),
  PolicyOptions: () => withPolicy(unknown),
  StrategiesOptions: () => withPolicy({ strategies: unknown }),
  GateOptions: () => withPolicy({ gate: unknown }),
  MergeOptions: () => withPolicy({ merge: unknown }),
  DecayOptions: () => withPolicy({ decay: unknown }),
  RateOptions: () => withPolicy({ decay: { rates: unknown } }),
  ReflectOptions: () => withPolicy({ reflect: unknown }),
  JournalOptions: () => withPolicy({ journal: unknown }),
  TimeoutOptions: () => withPolicy({ timeouts: unknown }),
};

/** @param {import("palimpsest").PolicyOptions} policy */
const withPolicy = (policy) => Memory.open({ storage: "memory", policy });

const declarations = readFileSync(
  new URL("glue.d.ts", import.meta.resolve("palimpsest")),
  "utf8",
);

for (const [name, call] of Object.entries(READERS))
  test(`the fields of ${name} are those that are read`, async (context) => {
    const { memory } = await opened(context);
    const error = await rejects(call(memory), "invalid_input", /no such field/);
    const listed = error.message.split("there are ")[1] ?? "";
    const read = [...listed.matchAll(/`(\w+)`/g)].map((match) => match[1]);
    const declared = declarations.match(
      new RegExp(`export interface ${name} \\{([^}]*)\\}`),
    );
    const fields = [...(declared?.[1] ?? "").matchAll(/^ *(\w+)\??: /gm)].map(
      (match) => match[1],
    );
    assert.deepEqual(fields.sort(), read.sort());
  });

test("filters of data find what they say, in a list and in a recall", async (context) => {
  const { memory } = await opened(context);
  for (const [text, metadata] of /** @type {const} */ ([
    ["用户在波尔图吃了烤鱼", { city: "Porto", price: 12, tags: ["鱼"] }],
    ["User had ramen in Braga", { city: "Braga", price: 9.5 }],
    ["User went to a concert", {}],
  ]))
    await memory.remember({ text, metadata: untyped(metadata) });
  for (const [filter, expected] of /** @type {const} */ ([
    [{ metadata: { city: { in: ["Porto", "Braga"] } } }, [0, 1]],
    [{ metadata: { price: { gt: 9.5, lte: 12 } } }, [0]],
    [{ metadata: { city: { ne: "Porto" } } }, [1, 2]],
    [{ metadata: { tags: { contains: "鱼" } } }, [0]],
    [{ not: { metadata: { city: "Braga" } } }, [0, 2]],
    [
      { or: [{ metadata: { city: "Braga" } }, { metadata: { price: 12 } }] },
      [0, 1],
    ],
    [{ or: [] }, []],
  ])) {
    const wanted = untyped(filter);
    const all = await memory.list();
    const texts = expected.map((at) => all[at].text);
    const listed = await memory.list(wanted);
    assert.deepEqual(
      listed.map(({ text }) => text),
      texts,
    );
    const hits = await memory.recall("user 用户", { filter: wanted });
    assert.deepEqual(hits.map(({ text }) => text).sort(), texts.sort());
  }
});
