// SentencePiece's unigram tokenizer: cuts a text into the pieces of a model file that are likeliest together.

import { normalizer } from "./charsmap.mjs";

/** Ids that every model of this layout reserves. */
const UNKNOWN = 0;
const BEGIN = 1;
const END = 2;

/** How much less likely an unknown character is than the rarest piece, in log probability. Source: SentencePiece. */
const UNKNOWN_PENALTY = 10;

/** A prefix of some piece that is no piece itself. */
const ONLY_A_PREFIX = -1;

/**
 * @param {Uint8Array} model a SentencePiece model file
 * @returns {{ normalize: (text: string) => string, tokenize: (text: string) => number[] }} `tokenize` answers the ids of
 *   the pieces between those of begin and end, so at least three
 */
export function tokenizer(model) {
  const { pieces, scores, table } = readModel(model);
  const normalize = normalizer(table);
  const known = prefixes(pieces);
  const unknownScore =
    scores.reduce((least, score) => Math.min(least, score), 0) -
    UNKNOWN_PENALTY;

  /** @param {string} text normalized */
  function likeliest(text) {
    const starts = [...characterStarts(text), text.length];
    const nCharacters = starts.length - 1;
    // For each boundary between characters: the best score up to it, and the piece that ends there in the best cut.
    const best = new Float64Array(nCharacters + 1).fill(-Infinity);
    const from = new Int32Array(nCharacters + 1);
    const piece = new Int32Array(nCharacters + 1);
    /** @param {number} end @param {number} score @param {number} start @param {number} id */
    const offer = (end, score, start, id) => {
      if (score <= best[end]) return;
      best[end] = score;
      from[end] = start;
      piece[end] = id;
    };
    best[0] = 0;
    for (let start = 0; start < nCharacters; start += 1) {
      let isKnown = false;
      for (let end = start + 1; end <= nCharacters; end += 1) {
        const id = known.get(text.slice(starts[start], starts[end]));
        if (id === undefined) break;
        if (id === ONLY_A_PREFIX) continue;
        isKnown ||= end === start + 1;
        offer(end, best[start] + scores[id], start, id);
      }
      if (!isKnown)
        offer(start + 1, best[start] + unknownScore, start, UNKNOWN);
    }
    const ids = [];
    for (let end = nCharacters; 0 < end; end = from[end]) ids.push(piece[end]);
    return ids.length === 0 ? [UNKNOWN] : ids.reverse();
  }

  return {
    normalize,
    tokenize: (text) => [BEGIN, ...likeliest(normalize(text)), END],
  };
}

/** @param {string} text */
function* characterStarts(text) {
  let at = 0;
  for (const character of text) {
    yield at;
    at += character.length;
  }
}

/**
 * Each piece with its id, and each prefix of one, so that a search stops where no piece can follow.
 *
 * @param {string[]} pieces
 */
function prefixes(pieces) {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const [id, piece] of pieces.entries()) {
    for (const start of characterStarts(piece)) {
      const prefix = piece.slice(0, start);
      if (start !== 0 && !known.has(prefix)) known.set(prefix, ONLY_A_PREFIX);
    }
    known.set(piece, id);
  }
  return known;
}

/**
 * The parts of a model file that are used: field 1, repeated, holds the pieces (1 the text, 2 the score); of field 3,
 * the normalizer's settings, field 2 is the table.
 *
 * @param {Uint8Array} model
 */
function readModel(model) {
  const utf8 = new TextDecoder();
  const pieces = [];
  const scores = [];
  /** @type {Uint8Array} */
  let table = new Uint8Array(0);
  for (const { number, bytes } of fields(model)) {
    if (number === 1) {
      let text = "";
      let score = 0;
      for (const part of fields(bytes)) {
        if (part.number === 1) text = utf8.decode(part.bytes);
        if (part.number === 2) score = readFloat(part.bytes);
      }
      pieces.push(text);
      scores.push(score);
    } else if (number === 3) {
      for (const part of fields(bytes))
        if (part.number === 2) table = part.bytes;
    }
  }
  if (pieces.length === 0 || table.length === 0)
    throw new Error("no SentencePiece model, or one of another layout");
  return { pieces, scores, table };
}

/**
 * The fields of a protocol-buffer message that have a width or a length; numbers of variable width are passed over.
 *
 * @param {Uint8Array} message
 */
function* fields(message) {
  let at = 0;
  const readNumber = () => {
    let number = 0;
    let unit = 1;
    for (;;) {
      const byte = message[at];
      at += 1;
      number += (byte & 0x7f) * unit;
      if (byte < 0x80) return number;
      unit *= 0x80;
    }
  };
  while (at < message.length) {
    const tag = readNumber();
    const wire = tag & 7;
    if (wire === 0) {
      readNumber();
      continue;
    }
    const length = wire === 1 ? 8 : wire === 5 ? 4 : readNumber();
    yield { number: tag >> 3, bytes: message.subarray(at, at + length) };
    at += length;
  }
}

/** @param {Uint8Array} bytes four of them */
function readFloat(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true);
}
