// Which schemas may be strict: those that mean the same when every object in them is closed.

import assert from "node:assert/strict";
import test from "node:test";

import { asking, closed } from "../node_modules/palimpsest/openai-schema.js";

const TEXT = { type: "string" };
const OPEN = { type: "object", properties: { a: TEXT }, required: ["a"] };
const CLOSED = { ...OPEN, additionalProperties: false };

/** @type {[string, unknown, unknown][]} */
const STRICT = [
  ["an object is closed", OPEN, CLOSED],
  ["a closed object stays", CLOSED, CLOSED],
  [
    "objects in lists are closed",
    { type: "array", items: OPEN },
    { type: "array", items: CLOSED },
  ],
  [
    "objects in objects are closed",
    { type: "object", properties: { b: OPEN }, required: ["b"] },
    {
      type: "object",
      properties: { b: CLOSED },
      required: ["b"],
      additionalProperties: false,
    },
  ],
  [
    "alternatives are closed",
    { anyOf: [OPEN, { type: "null" }] },
    { anyOf: [CLOSED, { type: "null" }] },
  ],
  [
    "definitions are closed",
    { $ref: "#/$defs/x", $defs: { x: OPEN } },
    { $ref: "#/$defs/x", $defs: { x: CLOSED } },
  ],
  [
    "what may be null is closed",
    { ...OPEN, type: ["object", "null"] },
    { ...CLOSED, type: ["object", "null"] },
  ],
  [
    "a property may have any name",
    { ...OPEN, properties: { not: TEXT }, required: ["not"] },
    { ...CLOSED, properties: { not: TEXT }, required: ["not"] },
  ],
];

for (const [name, schema, wanted] of STRICT)
  test(`strict: ${name}`, () => {
    const before = structuredClone(schema);
    assert.deepEqual(closed(schema), wanted);
    assert.deepEqual(schema, before, "the schema that was given stays");
  });

/** @type {[string, unknown][]} */
const LOOSE = [
  ["an optional property", { ...OPEN, required: [] }],
  ["an object open to more", { ...OPEN, additionalProperties: true }],
  ["an object open to texts", { ...OPEN, additionalProperties: TEXT }],
  ["a choice of one of", { oneOf: [OPEN, TEXT] }],
  ["a condition", { ...OPEN, if: OPEN }],
  ["anything", {}],
  ["a schema that is true", true],
  [
    "an optional property deep within",
    { type: "array", items: { anyOf: [{ ...OPEN, required: [] }] } },
  ],
  [
    "an optional property in a definition",
    { $ref: "#/$defs/x", $defs: { x: { ...OPEN, required: [] } } },
  ],
];

for (const [name, schema] of LOOSE)
  test(`not strict: ${name}`, () => assert.equal(closed(schema), undefined));

test("a schema that can't be strict is sent as it is", () => {
  const schema = { ...OPEN, required: [] };
  const { system, format } = asking("schema", "merge", "Merge.", schema);
  assert.equal(system, "Merge.");
  assert.deepEqual(format, {
    type: "json_schema",
    json_schema: { name: "merge", schema, strict: false },
  });
});
