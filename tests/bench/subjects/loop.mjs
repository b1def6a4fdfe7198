// The plain JavaScript loop: one array, an inner product for each row, the best ten kept. What everything is held against.

import { K } from "../data.mjs";
import { DIMENSIONS } from "../made.mjs";
import { BOTH } from "../subject.mjs";

/** @type {import("../subject.mjs").Subject} */
export const loop = {
  id: "loop",
  label: "JavaScript loop",
  library: null,
  runtimes: BOTH,
  mostRows: Infinity,
  create: async (_, { nRows }) => index(new Float32Array(nRows * DIMENSIONS)),
};

/** @param {Float32Array} all @returns {import("../subject.mjs").Index} */
function index(all) {
  return {
    insert(rows) {
      rows.forEach((row, at) => all.set(row, at * DIMENSIONS));
    },
    search: (query) => nearest(all, query),
    save: () => new Uint8Array(all.buffer.slice(0)),
    open: (saved, query) =>
      nearest(new Float32Array(saved.slice().buffer), query),
  };
}

/** @param {Float32Array} all @param {Float32Array} query */
function nearest(all, query) {
  const best = new Array(K).fill(-1);
  const products = new Float64Array(K).fill(-Infinity);
  const nRows = all.length / DIMENSIONS;
  for (let row = 0; row < nRows; row += 1) {
    const sum = product(all, row * DIMENSIONS, query);
    if (sum <= products[K - 1]) continue;
    let place = K - 1;
    for (; 0 < place && products[place - 1] < sum; place -= 1) {
      products[place] = products[place - 1];
      best[place] = best[place - 1];
    }
    products[place] = sum;
    best[place] = row;
  }
  return best;
}

/** With four sums, since one alone waits for itself: twice as fast. @param {Float32Array} all @param {number} from @param {Float32Array} query */
function product(all, from, query) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < DIMENSIONS; i += 4) {
    const at = from + i;
    a += all[at] * query[i];
    b += all[at + 1] * query[i + 1];
    c += all[at + 2] * query[i + 2];
    d += all[at + 3] * query[i + 3];
  }
  return a + b + c + d;
}
