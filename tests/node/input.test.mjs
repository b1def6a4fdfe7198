// What is to be written and can't be used is refused with a code and words, and nothing is written.

import assert from "node:assert/strict";
import test from "node:test";

import { mapStore, opened, refused, untyped } from "./support.mjs";

/** @typedef {import("palimpsest").Memory} Memory */

const HALF = "\ud83d";
const circle = untyped({});
circle.self = circle;
const deep = JSON.parse('{"a":'.repeat(40) + "1" + "}".repeat(40));

/** @type {[string, (memory: Memory) => Promise<unknown>, string, RegExp][]} */
const CALLS = [
  ["an empty text", (m) => m.remember(""), "invalid_input", /text/],
  ["a blank text", (m) => m.remember(" \n\t　"), "invalid_input", /text/],
  [
    "a text of a megabyte",
    (m) => m.remember("x".repeat(1 << 20)),
    "text_too_long",
    /1048576.*16384/,
  ],
  [
    "a long text of three-byte characters",
    (m) => m.remember("水".repeat(6000)),
    "text_too_long",
    /18000.*16384/,
  ],
  [
    "no text",
    (m) => m.remember(untyped(undefined)),
    "invalid_input",
    /undefined/,
  ],
  [
    "a number for a text",
    (m) => m.remember(untyped(5)),
    "invalid_input",
    /a text, or an object with one, is needed; 5/,
  ],
  [
    "a list for a text",
    (m) => m.remember(untyped(["a"])),
    "invalid_input",
    /a text, or an object with one, is needed; an array/,
  ],
  [
    "null for a text",
    (m) => m.remember(untyped(null)),
    "invalid_input",
    /a text, or an object with one, is needed; null/,
  ],
  [
    "an object without a text",
    (m) => m.remember(untyped({ kind: "fact" })),
    "invalid_input",
    /text/,
  ],
  [
    "half a character in a text",
    (m) => m.remember(`tea ${HALF} time`),
    "invalid_input",
    /D83D.*4/,
  ],
  [
    "half a character after a whole one",
    (m) => m.remember("🍵" + HALF),
    "invalid_input",
    /D83D.*2/,
  ],
  [
    "half a character in metadata",
    (m) => m.remember({ text: "tea", metadata: { a: [{ b: HALF }] } }),
    "invalid_input",
    /metadata\.a\[0\]\.b/,
  ],
  [
    "half a character in a field's name",
    (m) => m.remember({ text: "tea", metadata: { [HALF]: 1 } }),
    "invalid_input",
    /metadata/,
  ],
  [
    "an unknown field",
    (m) => m.remember(untyped({ text: "tea", importence: 1 })),
    "invalid_input",
    /importence.*importance/,
  ],
  [
    "a kind of another name",
    (m) => m.remember(untyped({ text: "tea", kind: "opinion" })),
    "invalid_input",
    /kind.*opinion.*fact/,
  ],
  [
    "an importance above one",
    (m) => m.remember({ text: "tea", importance: 7 }),
    "invalid_input",
    /importance.*0 to 1.*7/,
  ],
  [
    "an importance of NaN",
    (m) => m.remember({ text: "tea", importance: NaN }),
    "invalid_input",
    /importance.*NaN/,
  ],
  [
    "a confidence as text",
    (m) => m.remember(untyped({ text: "tea", confidence: "high" })),
    "invalid_input",
    /confidence.*"high"/,
  ],
  [
    "a text as tags",
    (m) => m.remember(untyped({ text: "tea", tags: "drink" })),
    "invalid_input",
    /tags.*"drink"/,
  ],
  [
    "a list as a source",
    (m) => m.remember(untyped({ text: "tea", source: ["user"] })),
    "invalid_input",
    /source.*object/,
  ],
  [
    "a date that is none",
    (m) => m.remember({ text: "tea", observedAt: "yesterday" }),
    "invalid_input",
    /observedAt.*"yesterday"/,
  ],
  [
    "a date that only some engines read",
    (m) => m.remember({ text: "tea", observedAt: "June 1 2025" }),
    "invalid_input",
    /observedAt/,
  ],
  [
    "a day that no month has",
    (m) => m.remember({ text: "tea", observedAt: "2025-13-01" }),
    "invalid_input",
    /observedAt/,
  ],
  [
    "an invalid Date",
    (m) => m.remember({ text: "tea", validUntil: new Date(NaN) }),
    "invalid_input",
    /validUntil.*Date/,
  ],
  [
    "a time beyond every Date",
    (m) => m.remember({ text: "tea", observedAt: 8.65e15 }),
    "invalid_input",
    /observedAt/,
  ],
  [
    "a function in metadata",
    (m) => m.remember(untyped({ text: "tea", metadata: { f: () => 1 } })),
    "invalid_input",
    /metadata\.f.*function/,
  ],
  [
    "a big integer in metadata",
    (m) => m.remember(untyped({ text: "tea", metadata: { n: 1n } })),
    "invalid_input",
    /metadata\.n.*bigint/,
  ],
  [
    "an infinite number in metadata",
    (m) => m.remember({ text: "tea", metadata: { n: Infinity } }),
    "invalid_input",
    /metadata\.n/,
  ],
  [
    "a Map in metadata",
    (m) => m.remember(untyped({ text: "tea", metadata: { m: new Map() } })),
    "invalid_input",
    /metadata\.m.*Map/,
  ],
  [
    "a Date in metadata",
    (m) => m.remember(untyped({ text: "tea", metadata: { d: new Date(0) } })),
    "invalid_input",
    /metadata\.d.*toISOString/,
  ],
  [
    "a circle in metadata",
    (m) => m.remember({ text: "tea", metadata: circle }),
    "invalid_input",
    /circle/,
  ],
  [
    "metadata of forty levels",
    (m) => m.remember({ text: "tea", metadata: deep }),
    "invalid_input",
    /32/,
  ],
  [
    "metadata that is a list",
    (m) => m.remember(untyped({ text: "tea", metadata: [1] })),
    "invalid_input",
    /metadata/,
  ],
  [
    "a link to nobody",
    (m) =>
      m.remember({ text: "tea", relations: [{ relation: "of", id: "abc" }] }),
    "not_found",
    /abc/,
  ],
  [
    "a field that throws when it is read",
    (m) =>
      m.remember(
        untyped({
          get text() {
            throw new Error("no");
          },
        }),
      ),
    "invalid_input",
    /text.*threw/,
  ],
  [
    "one bad item among many",
    (m) => m.rememberAll(["a", "b", untyped({ text: 3 })]),
    "invalid_input",
    /item 2.*text.*3/,
  ],
  [
    "items that are no list",
    (m) => m.rememberAll(untyped("tea")),
    "invalid_input",
    /array/,
  ],
];

for (const [name, call, code, words] of CALLS) refused(name, call, code, words);

test("whole characters outside the basic plane are kept, and so is the replacement character", async (context) => {
  const { memory } = await opened(context);
  const text = "她最喜欢 🍵 和 𠮷野家, and \ufffd stays";
  const { id } = await memory.remember({ text, metadata: { "🍵": "𠮷" } });
  const record = await memory.get(id);
  assert.equal(record.text, text);
  assert.deepEqual(record.metadata, { "🍵": "𠮷" });
});

test("metadata comes back as it was given", async (context) => {
  const { memory } = await opened(context);
  const metadata = {
    whole: 3,
    large: Number.MAX_SAFE_INTEGER,
    huge: 1e300,
    part: -0.25,
    none: null,
    list: [1, [true, {}], []],
    "": "an empty name",
  };
  const { id } = await memory.remember({ text: "tea", metadata });
  assert.deepEqual((await memory.get(id)).metadata, metadata);
});

test("a time may be a number, a text or a Date", async (context) => {
  const { memory } = await opened(context);
  const at = Date.UTC(2025, 5, 1, 10);
  const texts = ["gave up tea", "bought a piano", "搬到了上海"];
  const times = [at, "2025-06-01T12:00:00+02:00", new Date(at)];
  for (const [index, observedAt] of times.entries()) {
    const text = String(texts[index]);
    const { record } = await memory.remember({ text, observedAt });
    assert.equal(record.observedAt, at);
  }
  const old = await memory.remember({
    text: "the war ended",
    observedAt: "1945-09-02",
  });
  assert.equal(old.record.observedAt, Date.UTC(1945, 8, 2));
});

test("an object that is changed after the call is remembered as it was", async (context) => {
  const { memory } = await opened(context);
  const input = { text: "likes tea", tags: ["drink"] };
  const writing = memory.remember(input);
  input.text = "likes coffee";
  input.tags.push("hot");
  const { record } = await writing;
  assert.equal(record.text, "likes tea");
  assert.deepEqual(record.tags, ["drink"]);
});

test("undefined fields count as left out", async (context) => {
  const { memory } = await opened(context, { storage: mapStore() });
  const { record } = await memory.remember(
    untyped({ text: "tea", topic: undefined, tags: undefined }),
  );
  assert.equal("topic" in record, false);
  assert.deepEqual(record.tags, []);
  assert.deepEqual(
    await memory
      .recall("tea", untyped({ limit: undefined, filter: undefined }))
      .then((hits) => hits.length),
    1,
  );
});
