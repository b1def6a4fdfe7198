// One write, with all that is needed to explain it afterwards.

import type { Decision, Memory, RememberInput } from "palimpsest";

/** A text that the new one was held against. */
export interface Compared {
  id: string;
  text: string;
}

export interface Told {
  text: string;
  decision: Decision;
  /** The record that decided, or else the nearest, as it was before the write. */
  known: Compared | undefined;
  /** The texts of all candidates, by id. */
  texts: Map<string, string>;
  /** Milliseconds of the library's own. */
  ms: number;
  /** Milliseconds of the embedder's. */
  embedMs: number;
  isUndone: boolean;
}

/**
 * Writes, and looks up what the decision speaks of.
 *
 * @param spent milliseconds that the embedder took so far
 */
export async function tell(
  memory: Memory,
  input: RememberInput,
  spent: () => number,
): Promise<Told> {
  // An update changes the text of the record that it was held against.
  const before = new Map(
    (await memory.list({ includeCold: true })).map(({ id, text }) => [
      id,
      text,
    ]),
  );
  const [start, spentBefore] = [performance.now(), spent()];
  const decision = await memory.remember(input);
  const embedMs = spent() - spentBefore;
  const ms = performance.now() - start - embedMs;

  const texts = new Map<string, string>();
  for (const { id } of decision.evidence.candidates) {
    const text = before.get(id) ?? (await textOf(memory, id));
    if (text !== undefined) texts.set(id, text);
  }
  const isSame = ["duplicate", "updated"].includes(decision.action);
  const id = isSame ? decision.id : decision.evidence.candidates[0]?.id;
  const text =
    id === undefined
      ? undefined
      : (before.get(id) ??
        texts.get(id) ??
        // Another tab wrote it in the meantime.
        (isSame ? olderText(decision) : undefined));
  return {
    text: input.text,
    decision,
    known: id !== undefined && text !== undefined ? { id, text } : undefined,
    texts,
    ms,
    embedMs,
    isUndone: false,
  };
}

const textOf = (memory: Memory, id: string): Promise<string | undefined> =>
  memory.get(id).then(
    ({ text }) => text,
    () => undefined,
  );

const olderText = ({ action, record }: Decision): string =>
  action === "updated"
    ? (record.details.at(-1)?.text ?? record.text)
    : record.text;
