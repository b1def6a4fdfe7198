// What the adapters share in handling texts: what is set before them, how many go in a call, and a schema put in words.

/** What some embedding models want before a text, by what it is for: the e5 family `query: ` and `passage: `. */
export interface Prefixes {
  /** Set before a text that is searched for. */
  queryPrefix?: string;
  /** Set before a text that is stored. */
  documentPrefix?: string;
}

/** The texts as the model wants them. */
export function prefixed(
  texts: readonly string[],
  purpose: "document" | "query",
  { queryPrefix = "", documentPrefix = "" }: Prefixes,
): string[] {
  const prefix = purpose === "query" ? queryPrefix : documentPrefix;
  return texts.map((text) => prefix + text);
}

/** The texts in runs of at most `size`. */
export function batches(texts: readonly string[], size: number): string[][] {
  const runs = [];
  for (let from = 0; from < texts.length; from += size)
    runs.push(texts.slice(from, from + size));
  return runs;
}

/** What a model is told that can't be given a schema otherwise. */
export function worded(schema: object): string {
  return `\n\nAnswer with one JSON value that fits this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
}
