// The packed package with a real pipeline: it judges by its vectors, and a model that is not there yet costs no write.

import assert from "node:assert/strict";
import test from "node:test";

import { transformers } from "palimpsest/transformers";

import { opened, warnings } from "../../node/support.mjs";
import { load, model } from "./extractor.mjs";
import { DIMENSION } from "./tiny-model.mjs";

const extractor = await load();

test("texts are stored and recalled by the pipeline's vectors", async (context) => {
  const { memory, events } = await opened(context, {
    ...transformers(extractor, { model }),
    // The first write of a model that nobody measured costs a call more.
    policy: { calibrate: "off" },
  });
  const { pending, embedCalls } = await memory.remember("住在上海");
  assert.deepEqual([pending, embedCalls], [false, 1]);
  await memory.remember("likes tea");
  const [hit] = await memory.recall("上海");
  assert.equal(hit.text, "住在上海");
  assert.equal((await memory.stats()).dimension, DIMENSION);
  assert.deepEqual(warnings(events), []);
});

test("a run that fails leaves the write pending, and the next one judges it", async (context) => {
  let fails = true;
  const { memory, events } = await opened(
    context,
    transformers(
      async (texts, options) => {
        if (fails) throw new Error("the GPU is gone");
        return extractor(texts, options);
      },
      { model },
    ),
  );
  const kept = await memory.remember("住在上海");
  assert.deepEqual([kept.action, kept.pending], ["added", true]);
  assert.match(
    warnings(events)
      .map(({ message }) => message)
      .join(),
    /the GPU is gone/,
  );
  fails = false;
  assert.equal((await memory.remember("likes tea")).pending, false);
  assert.equal((await memory.get(kept.id)).pending, false);
  assert.equal((await memory.stats()).pending, 0);
});

test("what is written while the model loads is judged once it is there", async (context) => {
  /** @type {(pipeline: typeof extractor) => void} */
  let loaded = () => {};
  const loading = new Promise((resolve) => (loaded = resolve));
  const { memory } = await opened(context, {
    ...transformers(loading, { model }),
    policy: { timeouts: { embedMs: 30 } },
  });
  const kept = await memory.remember("住在上海");
  assert.equal(kept.pending, true);
  loaded(extractor);
  await memory.remember("likes tea");
  assert.equal((await memory.get(kept.id)).pending, false);
});
