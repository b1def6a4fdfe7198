// SentencePiece's normalizer: replaces characters by the table that a model file carries (here nmt_nfkc).

const SPACE = 0x20;
/** U+2581, the mark that SentencePiece writes for a space, in UTF-8. */
const SPACE_MARK = [0xe2, 0x96, 0x81];

/**
 * The table is a double-array trie (darts-clone) over UTF-8, then the replacements, each ended by a zero byte.
 *
 * @param {Uint8Array} table
 * @returns {(text: string) => string} writes spaces as U+2581, one before the text, none doubled, none after it
 */
export function normalizer(table) {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const trieBytes = view.getUint32(0, true);
  const units = Uint32Array.from({ length: trieBytes / 4 }, (_, unit) =>
    view.getUint32(4 + 4 * unit, true),
  );
  const replacements = table.subarray(4 + trieBytes);

  /**
   * The longest entry that begins at `at`: its replacement and its length in bytes.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   */
  function longest(bytes, at) {
    let node = child(0, units[0]);
    let length = 0;
    let value = -1;
    for (let end = at; end < bytes.length; end += 1) {
      node ^= bytes[end];
      const unit = units[node];
      // A unit's label, with the bit that marks a leaf: both must match.
      if ((unit & 0x800000ff) !== bytes[end]) break;
      node = child(node, unit);
      if (unit & 0x100) {
        length = end + 1 - at;
        value = units[node] & 0x7fffffff;
      }
    }
    if (value < 0) {
      length = characterLength(bytes[at]);
      return { length, replacement: bytes.subarray(at, at + length) };
    }
    const end = replacements.indexOf(0, value);
    return { length, replacement: replacements.subarray(value, end) };
  }

  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const out = [...SPACE_MARK];
    let afterSpace = true;
    for (let at = 0; at < bytes.length;) {
      const { length, replacement } = longest(bytes, at);
      at += length;
      for (const byte of replacement) {
        if (byte !== SPACE) out.push(byte);
        else if (!afterSpace) out.push(...SPACE_MARK);
        afterSpace = byte === SPACE;
      }
    }
    const written = afterSpace ? out.length - SPACE_MARK.length : out.length;
    return new TextDecoder().decode(Uint8Array.from(out.slice(0, written)));
  };
}

/**
 * @param {number} node
 * @param {number} unit its value: bits 10 and up are the offset, bit 9 says that the offset counts 256-fold
 */
function child(node, unit) {
  return node ^ ((unit >>> 10) << ((unit & 0x200) >>> 6));
}

/** @param {number} lead the first byte of a character in UTF-8 */
function characterLength(lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
