// What each figure means, in the words of the report. README.md has the reasons.

/** @type {[term: string, text: string][]} */
export const DEFINITIONS = [
  [
    "duplicates left",
    "Of the active records: those that tell a fact which an older active record tells already.",
  ],
  [
    "contradictions left",
    "Of the active records: those that tell a value beside an older active record with a different value of the same slot, or with what they end or contradict, where the two are not marked as a conflict for the user to settle.",
  ],
  [
    "recall@5",
    "Of the questions, each asked at its own time: those with an answer among the first five hits. History counts where the past is asked for.",
  ],
  [
    "recall@5, up to date",
    "Of the questions about the present: those answered without an outdated value among the five that is shown as holding now.",
  ],
  [
    "distinct dropped",
    "Of the writes that repeat nothing: those taken in, as a duplicate or an update, by a record that told something else.",
  ],
  [
    "current facts hidden",
    "Of the facts that hold in the end: those that no active record tells, whatever hid them: a duplicate, an update or a version that was wrong, or a value that came back and was not made current.",
  ],
  [
    "details lost",
    "Of all writes: those whose words stand nowhere in the store any more, hidden records, sources and history included.",
  ],
  [
    "precision and recall of a decision",
    "duplicate against the label same, updated against more, superseded against replaces, back and ends, conflict against contradicts. A duplicate or an update must also go to the record that told the fact.",
  ],
  [
    "own ms, over add-all",
    "Processor time of a write, callbacks taken off; over add-all: less that of the same write with every strategy off, told side by side in the same run. It depends on the machine, and garbage is collected in whoever's time it falls due: the second add-all, with the oracle, is the same memory as the first, so what it adds is noise.",
  ],
  [
    "the oracle",
    "A scripted model whose answers are recorded from the gold labels: what a perfect model could make of the strategies. No language model was run.",
  ],
  [
    "peers",
    "mem0ai's open-source class (infer: false, its own search, its own store) and LangChain's MemoryVectorStore, with the same vectors. Both keep every write; neither decides without a language model.",
  ],
];
