// Reads NumPy's .npz files (a zip of .npy arrays), in Node and in browsers alike.

/**
 * One array: its shape, and its numbers in row-major order.
 *
 * @typedef {{ shape: number[], data: Float32Array | Float64Array | Uint8Array | Int8Array }} NpyArray
 */

const END_OF_DIRECTORY = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
/** Bytes of the fixed part of: a local header, a directory entry, the end record. Source: PKWARE's APPNOTE, 4.3. */
const LOCAL_HEADER = 30;
const DIRECTORY_ENTRY = 46;
const END_RECORD = 22;

/** Views of the element types that the weights use, by NumPy's name for them (little-endian). */
const VIEWS = {
  "|u1": Uint8Array,
  "|i1": Int8Array,
  "<f4": Float32Array,
  "<f8": Float64Array,
};

/**
 * Every array of an .npz file, by name.
 *
 * @param {Uint8Array} file
 * @returns {Promise<Map<string, NpyArray>>}
 */
export async function readNpz(file) {
  const arrays = [...entries(file)].map(async ({ name, method, bytes }) => {
    const raw = method === DEFLATED ? await inflate(bytes) : bytes;
    return /** @type {const} */ ([
      name.replace(/\.npy$/, ""),
      readNpy(raw, name),
    ]);
  });
  return new Map(await Promise.all(arrays));
}

/**
 * The files of a zip, as its directory lists them.
 *
 * @param {Uint8Array} zip
 */
function* entries(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - END_RECORD;
  while (0 <= end && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error("not a zip file, or cut short");
  const nFiles = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let file = 0; file < nFiles; file += 1) {
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(
      zip.subarray(at + DIRECTORY_ENTRY, at + DIRECTORY_ENTRY + nameLength),
    );
    if (method !== STORED && method !== DEFLATED)
      throw new Error(`${name}: unknown compression ${method}`);
    // The local header's own name and extra field may be longer than the directory's.
    const start =
      local +
      LOCAL_HEADER +
      view.getUint16(local + 26, true) +
      view.getUint16(local + 28, true);
    yield { name, method, bytes: zip.subarray(start, start + size) };
    at +=
      DIRECTORY_ENTRY +
      nameLength +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
}

/** @param {Uint8Array} bytes */
async function inflate(bytes) {
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * One .npy array. Versions 1 to 3 differ in the width of the header's length.
 *
 * @param {Uint8Array} raw
 * @param {string} name for errors
 * @returns {NpyArray}
 */
function readNpy(raw, name) {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  if (view.getUint32(0) !== 0x934e554d) throw new Error(`${name}: not .npy`);
  const wide = 2 <= raw[6];
  const headerAt = wide ? 12 : 10;
  const headerLength = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const bodyAt = headerAt + headerLength;
  const header = new TextDecoder().decode(raw.subarray(headerAt, bodyAt));
  const type = /'descr': '(.+?)'/.exec(header)?.[1] ?? "none";
  const View = VIEWS[/** @type {keyof typeof VIEWS} */ (type)];
  if (!View) throw new Error(`${name}: unknown element type ${type}`);
  if (header.includes("'fortran_order': True"))
    throw new Error(`${name}: column-major`);
  const shape = (/'shape': \((.*?)\)/.exec(header)?.[1] ?? "")
    .split(",")
    .filter((size) => size.trim() !== "")
    .map(Number);
  // A copy, because a view of wide elements must start at a multiple of their size; and not by `slice`, which shares in Node's Buffer.
  return { shape, data: new View(new Uint8Array(raw.subarray(bodyAt)).buffer) };
}
