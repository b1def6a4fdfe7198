// palimpsest/transformers: embeds with a feature-extraction pipeline of @huggingface/transformers, on the user's own machine.

import { AdapterError } from "./adapter-error.js";
import { checkOptions, type Known } from "./adapter-options.js";
import { batches, prefixed, type Prefixes } from "./adapter-texts.js";

export { AdapterError, type AdapterErrorCode } from "./adapter-error.js";

/** How the vectors of a text's tokens become one. */
export type Pooling = "mean" | "cls" | "first_token" | "eos" | "last_token";

/** What is used of the package's `Tensor`. */
export interface FeatureTensor {
  readonly dims: readonly number[];
  readonly type: string;
  readonly data: ArrayLike<unknown>;
  to(type: "float32"): FeatureTensor;
  dispose(): void;
}

/** What is used of the package's `FeatureExtractionPipeline`. */
export type FeatureExtractor = (
  texts: string[],
  options: { pooling: Pooling; normalize: boolean },
) => Promise<FeatureTensor>;

export interface TransformersOptions extends Prefixes {
  /** The model's name, as it was given to `pipeline`; stored with every vector. */
  model: string;
  /** How the vectors of a text's tokens become one, as the model's card says; `mean` when not given. */
  pooling?: Pooling;
  /** Whether vectors get length 1; true when not given. */
  normalize?: boolean;
  /** Texts that run through the model at once; 16 when not given. An aborted call ends between two runs. */
  batch?: number;
}

const OPTIONS: Known<TransformersOptions> = {
  model: true,
  pooling: true,
  normalize: true,
  batch: true,
  queryPrefix: true,
  documentPrefix: true,
};

/** What `Memory.open` takes from this adapter. */
export interface TransformersCallbacks {
  embed: (
    texts: string[],
    options: { purpose: "document" | "query"; signal: AbortSignal },
  ) => Promise<Float32Array[]>;
  embedModel: string;
}

/**
 * The `embed` and `embedModel` of a feature-extraction pipeline, or of one that is still loading: writes are `pending` when it does not come
 * in time, and are judged once it is there.
 *
 * ```js
 * const model = "Xenova/multilingual-e5-small";
 * const extractor = pipeline("feature-extraction", model); // of @huggingface/transformers
 * const memory = await Memory.open({
 *   ...transformers(extractor, { model, queryPrefix: "query: ", documentPrefix: "passage: " }),
 * });
 * ```
 *
 * `embed` rejects with an `AdapterError`: `bad_answer` for a tensor that is not one row a text, `failed` for what the package threw. Options that it does not
 * know, or that name no model, are refused at once, with a `TypeError`.
 */
export function transformers(
  pipeline: FeatureExtractor | PromiseLike<FeatureExtractor>,
  options: TransformersOptions,
): TransformersCallbacks {
  checkOptions("transformers", options, OPTIONS, ["model"]);
  const { model, pooling = "mean", normalize = true, batch = 16 } = options;
  const extractor = Promise.resolve(pipeline);
  // A model that can't be loaded is reported by each call of `embed`; until then its rejection is nobody's.
  extractor.catch(() => {});
  return {
    embedModel: model,
    async embed(texts, { purpose, signal }) {
      const rows: Float32Array[] = [];
      for (const run of batches(prefixed(texts, purpose, options), batch)) {
        signal.throwIfAborted();
        try {
          const extract = await extractor;
          const tensor = await extract(run, { pooling, normalize });
          rows.push(...rowsOf(tensor, run.length));
        } catch (cause) {
          if (cause instanceof AdapterError) throw cause;
          const words = cause instanceof Error ? cause.message : String(cause);
          throw new AdapterError("failed", words, { cause });
        }
      }
      signal.throwIfAborted();
      return rows;
    },
  };
}

/** The rows of a tensor of n × d; they outlive it, and what it holds on a GPU is let go. */
function rowsOf(tensor: FeatureTensor, wanted: number): Float32Array[] {
  const [count, dimension] = tensor.dims;
  if (tensor.dims.length !== 2 || count !== wanted || !dimension)
    throw new AdapterError(
      "bad_answer",
      `the pipeline answered a tensor of ${tensor.dims.join(" × ")} for ${wanted} texts`,
    );
  // Where there is no Float16Array, half-precision numbers come as bare bits; `to` knows that.
  const numbers = Float32Array.from(
    tensor.to("float32").data as ArrayLike<number>,
  );
  tensor.dispose();
  return Array.from({ length: wanted }, (_, row) =>
    numbers.subarray(row * dimension, (row + 1) * dimension),
  );
}
