// What the gold labels of one person's writes say: which facts a text tells, which facts can't both hold, what one write is to another.

/** @typedef {import("./stream.mjs").Write} Write */
/** @typedef {import("./stream.mjs").Rel} Rel */
/** @typedef {"replaces" | "contradicts"} Clash */
/** @typedef {"same" | "refines" | Clash | "unrelated"} Relation as a model is to answer it */

/** What gives something a new value, or none. @type {Rel[]} */
export const CHANGES = ["replaces", "back", "ends"];

/** What may be taken in by a record that is there: nothing else is a repetition of it. @type {Rel[]} */
export const REPEATS = ["same", "more"];

/** @typedef {ReturnType<typeof goldOf>} Gold */

/** @param {Write[]} writes of one person, in their order */
export function goldOf(writes) {
  const byNumber = new Map(writes.map((write) => [write.n, write]));
  const byText = new Map(writes.map((write) => [write.text, write]));
  const clashes = clashesOf(writes, byNumber);

  /** @param {number} n */
  function write(n) {
    const found = byNumber.get(n);
    if (!found) throw new Error(`there is no write ${n}`);
    return found;
  }

  /** Why two facts can't both hold, or null. @param {string} fact @param {string} other */
  const clash = (fact, other) => clashes.get(pair(fact, other)) ?? null;

  /** When each fact was told last. @type {Map<string, number>} */
  const lastTold = new Map(writes.map(({ fact, n }) => [fact, n]));
  const isReplaced = (/** @type {string} */ fact, /** @type {number} */ n) =>
    [...lastTold].some(
      ([other, later]) => n < later && clash(fact, other) === "replaces",
    );

  return {
    writes,
    write,
    clash,

    /** The facts that hold in the end: nothing told after them takes their place. Of two that contradict each other both do. */
    current: [...lastTold]
      .filter(([fact, n]) => !isReplaced(fact, n))
      .map(([fact]) => fact),

    /** The write that told a text; of several the last, and all of them tell one fact. @param {string} text */
    writeOf: (text) => byText.get(text),

    /** The facts that some texts tell. @param {Iterable<string>} texts */
    factsOf: (texts) =>
      new Set([...texts].flatMap((text) => byText.get(text)?.fact ?? [])),

    /** What the later of two writes is to the earlier. @param {Write} one @param {Write} other @returns {Relation} */
    relation(one, other) {
      const [earlier, later] = one.n <= other.n ? [one, other] : [other, one];
      if (earlier.fact !== later.fact)
        return clash(earlier.fact, later.fact) ?? "unrelated";
      return later.rel === "more" ? "refines" : "same";
    },
  };
}

/**
 * Facts that can't both hold: two of one slot, and what a label names. Of two reasons a contradiction stands: a slot's two
 * values that time does not order are no change.
 *
 * @param {Write[]} writes
 * @param {Map<number, Write>} byNumber
 */
function clashesOf(writes, byNumber) {
  /** @type {Map<string, Clash>} */
  const clashes = new Map();
  for (const { slot, fact } of writes)
    for (const other of writes)
      if (slot !== null && slot === other.slot && fact !== other.fact)
        clashes.set(pair(fact, other.fact), "replaces");
  const labelled = (/** @type {Rel[]} */ rels, /** @type {Clash} */ clash) => {
    for (const { rel, of, fact } of writes) {
      const other = of === null ? undefined : byNumber.get(of)?.fact;
      if (rels.includes(rel) && other !== undefined && other !== fact)
        clashes.set(pair(fact, other), clash);
    }
  };
  labelled(CHANGES, "replaces");
  labelled(["contradicts"], "contradicts");
  return clashes;
}

/** @param {string} fact @param {string} other */
const pair = (fact, other) =>
  fact < other ? `${fact} ${other}` : `${other} ${fact}`;
