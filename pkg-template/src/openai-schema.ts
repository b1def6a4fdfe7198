// How an OpenAI-compatible server is asked for JSON: by schema, strictly where the schema allows it; as any object; or in words alone.

import { worded } from "./adapter-texts.js";

/** How the server is asked for JSON; each is a step down from the one before. */
export type JsonMode = "schema" | "object" | "none";

type Json = { [name: string]: unknown };

/** Words of JSON Schema that a strict schema may not use. Source: OpenAI's guide to structured outputs. */
const NOT_STRICT = [
  "allOf",
  "oneOf",
  "not",
  "if",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "unevaluatedProperties",
];

/** What a server that doesn't know a format names when it refuses it. */
const NAMES_FORMAT =
  /response_?format|json_?(schema|object|mode)|structured.?output|grammar/i;

/** The next step down, when a server refused a request in words that name the format; none when it is not that. */
export function stepDown(mode: JsonMode, words: string): JsonMode | undefined {
  if (mode === "none" || !NAMES_FORMAT.test(words)) return undefined;
  return mode === "schema" ? "object" : "none";
}

/** The system text and the `response_format` that ask for an answer by this schema. */
export function asking(
  mode: JsonMode,
  name: string,
  system: string,
  schema: object,
): { system: string; format: Json | undefined } {
  // Both formats are for objects alone; any other value is asked for in words.
  const isObject = (schema as Json).type === "object";
  if (mode === "schema" && isObject) {
    const strict = closed(schema);
    const json_schema = { name, schema: strict ?? schema, strict: !!strict };
    return { system, format: { type: "json_schema", json_schema } };
  }
  const format =
    mode === "object" && isObject ? { type: "json_object" } : undefined;
  return { system: system + worded(schema), format };
}

/**
 * The schema with every object closed by `additionalProperties: false`, as strict answers need it; `undefined` where that would change
 * what it means: a strict schema has no optional property and no open object.
 */
export function closed(schema: unknown): Json | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const node = { ...(schema as Json) };
  if (NOT_STRICT.some((word) => word in node)) return undefined;
  if (!["type", "anyOf", "$ref"].some((word) => word in node)) return undefined;
  if (isObjectType(node.type) || "properties" in node) {
    const names = Object.keys((node.properties ?? {}) as Json);
    const required = (node.required ?? []) as string[];
    if (!names.every((name) => required.includes(name))) return undefined;
    if (node.additionalProperties ?? false) return undefined;
    node.additionalProperties = false;
  }
  for (const word of ["properties", "$defs", "definitions"])
    if (word in node) {
      const parts = Object.entries(node[word] as Json);
      const made = parts.map(([name, part]) => [name, closed(part)] as const);
      if (made.some(([, part]) => !part)) return undefined;
      node[word] = Object.fromEntries(made);
    }
  if ("anyOf" in node) {
    const made = (node.anyOf as unknown[]).map(closed);
    if (made.some((part) => !part)) return undefined;
    node.anyOf = made;
  }
  if ("items" in node) {
    const made = closed(node.items);
    if (!made) return undefined;
    node.items = made;
  }
  return node;
}

const isObjectType = (type: unknown) =>
  type === "object" || (Array.isArray(type) && type.includes("object"));
