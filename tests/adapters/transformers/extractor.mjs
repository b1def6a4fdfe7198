// A real pipeline of @huggingface/transformers over the tiny model, with the wasm runtime that it uses in pages.
//
// In Node it would take the native runtime, whose package is 290 MB; package.json here leaves that out, and the runtime is handed over by
// the symbol by which transformers.js looks for one that is there already.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as runtime from "onnxruntime-web";

import { writeTinyModel } from "./tiny-model.mjs";

runtime.env.wasm.numThreads = 1;
// From beside it, or transformers.js would have it fetched from the network.
runtime.env.wasm.wasmPaths = new URL(
  "./",
  import.meta.resolve("onnxruntime-web"),
).href;
Reflect.set(globalThis, Symbol.for("onnxruntime"), runtime);

export const { Tensor, env, pipeline } =
  await import("@huggingface/transformers");

const folder = mkdtempSync(join(tmpdir(), "palimpsest-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
env.allowRemoteModels = false;
env.localModelPath = folder;

/** The model's name. */
export const model = writeTinyModel(folder);

/** Loads the pipeline. `auto` stands for the runtime's own device: of a runtime that is handed over no other is known. */
export const load = () =>
  pipeline("feature-extraction", model, { dtype: "fp32", device: "auto" });
