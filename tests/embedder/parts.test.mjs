// The embedder's parts on small files made here: no weights are needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { matrix, multiply } from "./matrix.mjs";
import { readNpz } from "./npz.mjs";

/** @param {string} type @param {string} shape @param {Uint8Array} body */
function npy(type, shape, body) {
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 0, 0]);
  start.writeUInt16LE(header.length, 8);
  return Buffer.concat([start, Buffer.from(header), body]);
}

/** @param {{ name: string, method: number, raw: Uint8Array }[]} files */
function zip(files) {
  const bodies = [];
  const directory = [];
  let at = 0;
  for (const { name, method, raw } of files) {
    const stored = method === 8 ? deflateRawSync(raw) : raw;
    const local = Buffer.alloc(30);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(5, 28); // an extra field that the directory does not have
    const body = Buffer.concat([
      local,
      Buffer.from(name),
      Buffer.alloc(5),
      stored,
    ]);
    const entry = Buffer.alloc(46);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(stored.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(body);
    directory.push(entry, Buffer.from(name));
    at += body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

test("an npz file is read, stored or deflated", async () => {
  const floats = new Uint8Array(Float32Array.of(1.5, -2, 0.25, 8).buffer);
  const arrays = await readNpz(
    zip([
      { name: "w.npy", method: 8, raw: npy("<f4", "2, 2", floats) },
      { name: "q.npy", method: 0, raw: npy("|u1", "3,", Buffer.of(7, 0, 255)) },
    ]),
  );
  assert.deepEqual(arrays.get("w"), {
    shape: [2, 2],
    data: Float32Array.of(1.5, -2, 0.25, 8),
  });
  assert.deepEqual(arrays.get("q"), {
    shape: [3],
    data: Uint8Array.of(7, 0, 255),
  });
});

test("what is no npz file is refused in words", async () => {
  const check = (
    /** @type {Uint8Array} */ file,
    /** @type {RegExp} */ message,
  ) => assert.rejects(readNpz(file), message);
  await check(Buffer.from("not a zip file at all, by far"), /not a zip file/);
  await check(
    zip([{ name: "a.npy", method: 12, raw: Buffer.alloc(4) }]),
    /unknown compression 12/,
  );
  await check(
    zip([{ name: "a.npy", method: 0, raw: npy("<c8", "1,", Buffer.alloc(8)) }]),
    /unknown element type <c8/,
  );
});

test("the fast product is the plain one, for overlapping rows too", () => {
  let state = 1;
  const next = () => ((state = (state * 48271) % 2147483647) % 2001) / 1000 - 1;
  for (const [nRows, stride, nInputs, nOutputs] of [
    [1, 5, 5, 8],
    [3, 4, 12, 4],
    [4, 6, 6, 12],
    [8, 2, 7, 4],
  ]) {
    const rows = Float64Array.from({ length: nRows * stride + nInputs }, next);
    const weights = Float32Array.from({ length: nInputs * nOutputs }, next);
    const found = new Float64Array(nRows * nOutputs);
    multiply(rows, stride, nRows, matrix(weights, nInputs, nOutputs), found);
    for (let row = 0; row < nRows; row += 1)
      for (let output = 0; output < nOutputs; output += 1) {
        let wanted = 0;
        for (let input = 0; input < nInputs; input += 1)
          wanted +=
            rows[row * stride + input] * weights[input * nOutputs + output];
        assert.ok(Math.abs(found[row * nOutputs + output] - wanted) < 1e-12);
      }
  }
});
