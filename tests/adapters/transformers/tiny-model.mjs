// A feature-extraction model of a few kilobytes, in the files that transformers.js loads: each letter has a vector of its own.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Numbers of a vector. */
export const DIMENSION = 16;

/** The letters that the model knows; others are [UNK]. */
const LETTERS = [
  "[PAD]",
  "[UNK]",
  ..."住在上海北京喜欢茶猫abcdefghijklmnopqrstuvwxyz:",
];

/** Tokens of a text at most; the rest is cut. */
const LONGEST = 32;

/** The vector of a token: the same in every run, and of no order, so that different tokens are far apart. @param {number} id */
export const vectorOfToken = (id) =>
  Array.from({ length: DIMENSION }, (_, place) => {
    const seed = Math.imul(id * DIMENSION + place + 1, 0x9e3779b1);
    const mixed = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b);
    return Math.fround((mixed ^ (mixed >>> 13)) / 2 ** 31);
  });

/** The tokens of a text. @param {string} text */
export const tokensOf = (text) =>
  [...text.replaceAll(" ", "")]
    .slice(0, LONGEST)
    .map((letter) => Math.max(1, LETTERS.indexOf(letter)));

/** Writes the model's files below a folder, and answers its name. @param {string} folder */
export function writeTinyModel(folder) {
  const name = "tests/tiny-letters";
  mkdirSync(join(folder, name, "onnx"), { recursive: true });
  /** @param {string} file @param {object} content */
  const write = (file, content) =>
    writeFileSync(join(folder, name, file), JSON.stringify(content));
  write("config.json", {
    model_type: "bert",
    architectures: ["BertModel"],
    hidden_size: DIMENSION,
  });
  write("tokenizer_config.json", {
    tokenizer_class: "PreTrainedTokenizer",
    model_max_length: LONGEST,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
  });
  write("tokenizer.json", {
    version: "1.0",
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    // Each letter is a word of its own, and blanks are none.
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "WhitespaceSplit" },
        {
          type: "Split",
          pattern: { Regex: "" },
          behavior: "Isolated",
          invert: false,
        },
      ],
    },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordLevel",
      unk_token: "[UNK]",
      vocab: Object.fromEntries(LETTERS.map((letter, id) => [letter, id])),
    },
  });
  writeFileSync(join(folder, name, "onnx", "model.onnx"), onnx());
  return name;
}

/** The network: one table, in which each token looks up its vector. */
function onnx() {
  const table = Float32Array.from(
    LETTERS.flatMap((_, id) => vectorOfToken(id)),
  );
  const initializer = [
    ...[LETTERS.length, DIMENSION].map((dim) => number(1, dim)),
    number(2, FLOAT),
    text(8, "table"),
    bytes(9, Buffer.from(table.buffer)),
  ];
  const node = [
    text(1, "table"),
    text(1, "input_ids"),
    text(2, "last_hidden_state"),
    text(4, "Gather"),
  ];
  const graph = [
    message(1, node),
    text(2, "letters"),
    message(5, initializer),
    message(11, value("input_ids", INT64, ["batch", "length"])),
    message(
      12,
      value("last_hidden_state", FLOAT, ["batch", "length", DIMENSION]),
    ),
  ];
  return Buffer.concat([
    number(1, 8),
    message(7, graph),
    message(8, [text(1, ""), number(2, 13)]),
  ]);
}

// ONNX's protocol buffers, by the field numbers of its published onnx.proto.

/** Types of elements. */
const FLOAT = 1;
const INT64 = 7;

/** @param {number} value @returns {Buffer} */
const varint = (value) =>
  value < 128
    ? Buffer.of(value)
    : Buffer.concat([Buffer.of((value & 127) | 128), varint(value >>> 7)]);

/** @param {number} field @param {number} value */
const number = (field, value) =>
  Buffer.concat([varint(field << 3), varint(value)]);

/** @param {number} field @param {Buffer} value */
const bytes = (field, value) =>
  Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);

/** @param {number} field @param {string} value */
const text = (field, value) => bytes(field, Buffer.from(value));

/** @param {number} field @param {Buffer[]} parts */
const message = (field, parts) => bytes(field, Buffer.concat(parts));

/** An input or output. @param {string} name @param {number} type @param {(string | number)[]} shape */
const value = (name, type, shape) => {
  const dims = shape.map((dim) =>
    message(1, [typeof dim === "string" ? text(2, dim) : number(1, dim)]),
  );
  const tensor = [number(1, type), message(2, dims)];
  return [text(1, name), message(2, [message(1, tensor)])];
};
