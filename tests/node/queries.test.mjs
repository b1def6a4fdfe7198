// Queries, filters, pages and ids that can't be used are refused with a code and words, and nothing is written.

import assert from "node:assert/strict";
import test from "node:test";

import { opened, refused, untyped } from "./support.mjs";

const HALF = "\ud83d";
const NOBODY = "01890000-0000-7000-8000-000000000000";

/** @type {[string, (memory: import("palimpsest").Memory) => Promise<unknown>, string, RegExp][]} */
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
    /limit.*0.*1 to 1000/,
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
    "history, which is not built yet",
    (m) => m.recall("tea", untyped({ includeHistory: true })),
    "invalid_input",
    /includeHistory.*this version/,
  ],
  [
    "an earlier time, which is not built yet",
    (m) => m.recall("tea", untyped({ asOf: 0 })),
    "invalid_input",
    /asOf.*this version/,
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
    "an operator, which is not built yet",
    (m) => m.list(untyped({ metadata: { n: { gt: 1 } } })),
    "invalid_input",
    /metadata\.n.*this version/,
  ],
  [
    "a choice, which is not built yet",
    (m) => m.list(untyped({ or: [] })),
    "invalid_input",
    /or.*this version/,
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

test("scoped throws at once for what is no scope", async (context) => {
  const { memory } = await opened(context);
  for (const scope of [undefined, null, "a", { userId: "" }, { user: "a" }])
    assert.throws(() => memory.scoped(untyped(scope)), {
      name: "MemoryError",
      code: "invalid_input",
    });
});
