// Options that can't be used are refused with a code and words.

import assert from "node:assert/strict";
import test from "node:test";

import { Memory } from "palimpsest";

import { rejects, untyped } from "./support.mjs";

const HALF = "\ud83d";

/** @type {[string, unknown, RegExp][]} */
const OPTIONS = [
  ["no object", "fast", /object.*"fast"/],
  ["null", null, /object.*null/],
  ["an unknown option", { stroage: "memory" }, /stroage.*storage/],
  ["a store of another name", { storage: "disk" }, /'indexeddb'.*"disk"/],
  ["an adapter without methods", { storage: {} }, /read/],
  ["an empty name", { name: " " }, /name.*empty/],
  ["a callback that is none", { embed: "model" }, /embed.*function.*"model"/],
  ["a model without a callback", { embedModel: "m" }, /embedModel/],
  ["a seed that is no integer", { seed: 0.5 }, /seed.*0\.5/],
  ["a durability of another name", { durability: "hard" }, /"hard"/],
  [
    "a time zone that there is not",
    { timeZone: "Mars/Olympus" },
    /timeZone.*IANA.*Mars/,
  ],
  ["a number as a user", { scope: { userId: 7 } }, /userId.*7/],
  ["an empty user", { scope: { userId: "" } }, /userId.*empty/],
  [
    "a user's name of more than a kilobyte",
    { scope: { userId: "名".repeat(342) } },
    /userId.*1,024 bytes/,
  ],
  ["an unknown part of a scope", { scope: { user: "a" } }, /user.*userId/],
  [
    "half a character in a scope",
    { scope: { userId: `a${HALF}` } },
    /userId.*D83D.*1/,
  ],
  ["a misspelt policy", { policy: { gate: { duplicat: 1 } } }, /duplicat/],
  [
    "a threshold as text",
    { policy: { gate: { duplicate: "0.9" } } },
    /gate\.duplicate.*"0\.9"/,
  ],
  [
    "a threshold that is no cosine",
    { policy: { gate: { duplicate: 90 } } },
    /gate\.duplicate.*90/,
  ],
  [
    "a share above one",
    { policy: { decay: { coldBelow: 1.5 } } },
    /decay\.coldBelow.*1\.5/,
  ],
  [
    "a rate below zero",
    { policy: { decay: { rates: { fact: -1 } } } },
    /decay\.rates\.fact.*-1/,
  ],
  [
    "a time-out of NaN",
    { policy: { timeouts: { embedMs: NaN } } },
    /timeouts\.embedMs.*NaN/,
  ],
  [
    "merging from one record on",
    { policy: { merge: { at: 1 } } },
    /merge\.at.*1/,
  ],
  ["a list for an object", { policy: { gate: [0.9] } }, /gate.*object/],
  [
    "a file's name for a store",
    { storage: "memories.db" },
    /await sqliteStorage\(path\) of palimpsest\/node-sqlite.*"memories\.db" was given/,
  ],
  [
    "a store that is still a promise",
    { storage: Promise.resolve({}) },
    /no method read.*promise is to be awaited/,
  ],
  [
    "a store of the caller's that is to wait for the disk, and is not told so",
    {
      storage: { read: async () => {}, commit: async () => {} },
      durability: "strict",
    },
    /durability.*sqliteStorage\(path, \{ durability \}\)/,
  ],
  [
    "a word that is none",
    { policy: { judge: "later" } },
    /judge.*later.*inline/,
  ],
];

for (const [name, options, words] of OPTIONS)
  test(`open refuses ${name}`, async () => {
    const given =
      typeof options === "object" && options !== null && !("storage" in options)
        ? { storage: "memory", ...options }
        : options;
    await rejects(Memory.open(untyped(given)), "invalid_input", words);
  });

test("a memory that is made and not opened says how it is opened", () => {
  for (const given of [[], [{ storage: "memory" }]])
    assert.throws(() => Reflect.construct(Memory, given), {
      name: "MemoryError",
      code: "invalid_input",
      message: /await Memory\.open\(options\)/,
    });
});

test("open says what to do where there is no IndexedDB", async () => {
  await rejects(
    Memory.open(),
    "store_unavailable",
    /memory.*palimpsest\/node-sqlite.*palimpsest\/durable-object.*StorageAdapter/,
  );
});
