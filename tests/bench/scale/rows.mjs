// Reads what `rowsOf` in stores.mjs wrote; it runs in pages and in Workers too.

/** @param {ArrayBuffer} buffer @returns {Generator<[collection: string, key: string, value: Uint8Array]>} */
export function* rowsIn(buffer) {
  const view = new DataView(buffer);
  const text = new TextDecoder();
  let at = 0;
  const take = (/** @type {number} */ length) => {
    at += length;
    return new Uint8Array(buffer, at - length, length);
  };
  const word = () => {
    const length = view.getUint16(at, true);
    at += 2;
    return text.decode(take(length));
  };
  while (at < buffer.byteLength) {
    const [collection, key] = [word(), word()];
    const length = view.getUint32(at, true);
    at += 4;
    yield [collection, key, take(length).slice()];
  }
}
