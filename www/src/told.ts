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
  return {
    text: input.text,
    decision,
    known: compared(decision, before, texts),
    texts,
    ms,
    embedMs,
    isUndone: false,
  };
}

/** What the new text was held against, as it read before the write. */
function compared(
  decision: Decision,
  before: Map<string, string>,
  texts: Map<string, string>,
): Compared | undefined {
  const { action, evidence, record } = decision;
  const nearest = evidence.candidates[0]?.id;
  const isSame = ["duplicate", "updated"].includes(action);
  const id = isSame ? decision.id : nearest;
  if (id === undefined) {
    // Another value of a key is found by the key, without a candidate: the older one is in the record's history.
    const replaced =
      action === "superseded" ? record.history.at(-1)?.text : undefined;
    return replaced === undefined
      ? undefined
      : { id: decision.id, text: replaced };
  }
  const text =
    before.get(id) ??
    texts.get(id) ??
    // Another tab wrote it in the meantime.
    (isSame ? olderText(decision) : undefined);
  return text === undefined ? undefined : { id, text };
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
