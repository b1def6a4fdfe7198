// Options of the adapters: a name that is wrong does not pass in silence.

import assert from "node:assert/strict";
import test from "node:test";

import { aiSdk } from "palimpsest/ai-sdk";
import { openai } from "palimpsest/openai";
import { transformers } from "palimpsest/transformers";

import { untyped } from "../node/support.mjs";

const pipeline = untyped(async () => {});

/** @type {[string, (options: any) => unknown, Record<string, unknown>, RegExp][]} */
const REFUSED = [
  // What was meant for a server of one's own would go to OpenAI.
  [
    "openai, an address by another name",
    openai,
    { embedModel: "m", baseUrl: "http://localhost:11434/v1" },
    /^openai: `baseUrl`: unknown option, expected one of .*baseURL/,
  ],
  [
    "openai, a key by another name",
    openai,
    { embedModel: "m", apikey: "k" },
    /^openai: `apikey`: unknown option, expected one of .*apiKey/,
  ],
  ["openai, a model by another name", openai, { model: "m" }, /`model`/],
  [
    "aiSdk, a model by another name",
    aiSdk,
    { embedModel: {} },
    /^aiSdk: `embedModel`: unknown option, expected one of embeddingModel/,
  ],
  [
    "transformers, a prefix by another name",
    (options) => transformers(pipeline, options),
    { model: "m", passagePrefix: "passage: " },
    /^transformers: `passagePrefix`: unknown option, expected one of .*documentPrefix/,
  ],
];

for (const [name, adapter, options, message] of REFUSED)
  test(`${name} is refused at once`, () =>
    assert.throws(() => adapter(options), { name: "TypeError", message }));

/** @type {[string, (options?: any) => unknown, RegExp][]} */
const NEEDING = [
  ["openai", openai, /^openai: `embedModel` or `chatModel` is needed$/],
  ["aiSdk", aiSdk, /^aiSdk: `embeddingModel` or `languageModel` is needed$/],
  [
    "transformers",
    (options) => transformers(pipeline, options),
    /^transformers: `model` is needed$/,
  ],
];

for (const [name, adapter, message] of NEEDING)
  test(`${name} without a model is refused at once`, () => {
    const refused = { name: "TypeError", message };
    for (const options of [undefined, null, {}, { queryPrefix: "q" }])
      assert.throws(() => adapter(options), refused);
  });

test("an option that is undefined counts as left out", () => {
  const given = { embedModel: "m", chatModel: undefined, apiKey: undefined };
  assert.deepEqual(Object.keys(openai(untyped(given))), [
    "embedModel",
    "embed",
  ]);
});
