// Multiplication by a fixed matrix of weights, laid out so that the inner loop reads memory in order.

/** Columns that are summed side by side. With ROWS, as many sums as fit the registers of today's processors. */
const COLUMNS = 4;
/** Rows that are summed side by side; a text has at least as many tokens (begin, one piece, end). */
const ROWS = 3;

/**
 * Weights in panels of four columns: the four numbers of an input stand together, inputs follow one another.
 *
 * @typedef {{ panels: Float32Array, nInputs: number, nOutputs: number }} Matrix
 */

/**
 * @param {ArrayLike<number>} weights row-major, an input a row
 * @param {number} nInputs
 * @param {number} nOutputs a multiple of four
 * @returns {Matrix}
 */
export function matrix(weights, nInputs, nOutputs) {
  const panels = new Float32Array(nInputs * nOutputs);
  for (let input = 0; input < nInputs; input += 1) {
    for (let output = 0; output < nOutputs; output += 1) {
      const lane = output % COLUMNS;
      const panel = (output - lane) * nInputs;
      panels[panel + input * COLUMNS + lane] =
        weights[input * nOutputs + output];
    }
  }
  return { panels, nInputs, nOutputs };
}

/**
 * `out[row] = rows[row] · by`, for rows that begin `stride` numbers apart and may overlap.
 *
 * @param {Float64Array} rows
 * @param {number} stride
 * @param {number} nRows one, or at least three
 * @param {Matrix} by
 * @param {Float64Array} out `nRows` × `by.nOutputs`
 */
export function multiply(rows, stride, nRows, by, out) {
  for (let output = 0; output < by.nOutputs; output += COLUMNS) {
    if (nRows === 1) oneRow(rows, 0, by, output, out);
    // The last block is moved back to end with the last row; what it repeats comes out the same.
    else
      for (let row = 0; row < nRows; row += ROWS)
        threeRows(rows, stride, Math.min(row, nRows - ROWS), by, output, out);
  }
}

/**
 * @param {Float64Array} rows
 * @param {number} row
 * @param {Matrix} by
 * @param {number} output the first of the four
 * @param {Float64Array} out
 */
function oneRow(rows, row, { panels, nInputs }, output, out) {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let at = output * nInputs;
  for (let input = 0; input < nInputs; input += 1, at += COLUMNS) {
    const x = rows[input];
    s0 += x * panels[at];
    s1 += x * panels[at + 1];
    s2 += x * panels[at + 2];
    s3 += x * panels[at + 3];
  }
  out.set([s0, s1, s2, s3], output);
}

/**
 * @param {Float64Array} rows
 * @param {number} stride
 * @param {number} first the first of the three rows
 * @param {Matrix} by
 * @param {number} output the first of the four
 * @param {Float64Array} out
 */
function threeRows(
  rows,
  stride,
  first,
  { panels, nInputs, nOutputs },
  output,
  out,
) {
  let a0 = 0, a1 = 0, a2 = 0, a3 = 0; // prettier-ignore
  let b0 = 0, b1 = 0, b2 = 0, b3 = 0; // prettier-ignore
  let c0 = 0, c1 = 0, c2 = 0, c3 = 0; // prettier-ignore
  let at = output * nInputs;
  let a = first * stride;
  let b = a + stride;
  let c = b + stride;
  for (const end = a + nInputs; a < end; a += 1, b += 1, c += 1) {
    const w0 = panels[at];
    const w1 = panels[at + 1];
    const w2 = panels[at + 2];
    const w3 = panels[at + 3];
    at += COLUMNS;
    const x = rows[a];
    a0 += x * w0;
    a1 += x * w1;
    a2 += x * w2;
    a3 += x * w3;
    const y = rows[b];
    b0 += y * w0;
    b1 += y * w1;
    b2 += y * w2;
    b3 += y * w3;
    const z = rows[c];
    c0 += z * w0;
    c1 += z * w1;
    c2 += z * w2;
    c3 += z * w3;
  }
  const o = first * nOutputs + output;
  out[o] = a0;
  out[o + 1] = a1;
  out[o + 2] = a2;
  out[o + 3] = a3;
  out[o + nOutputs] = b0;
  out[o + nOutputs + 1] = b1;
  out[o + nOutputs + 2] = b2;
  out[o + nOutputs + 3] = b3;
  out[o + 2 * nOutputs] = c0;
  out[o + 2 * nOutputs + 1] = c1;
  out[o + 2 * nOutputs + 2] = c2;
  out[o + 2 * nOutputs + 3] = c3;
}
