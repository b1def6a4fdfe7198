// A scripted model: answers what a language model is asked, out of the gold labels. An upper bound, and no model.

import { goldOf } from "./gold.mjs";

/** @typedef {import("./gold.mjs").Gold} Gold */
/** @typedef {import("./gold.mjs").Relation} Relation */
/** @typedef {import("./stream.mjs").Write} Write */
/** @typedef {{ number: number | null, text: string }} Line */
/** @typedef {{ gold: Gold, lines: (Line & { writes: Write[] })[] }} Read what a prompt shows of the stream */

/** Code points of a summary, at most. Source: DESIGN, section 5. */
const SUMMARY = 20;

/** Which of several relations says most, where a text was merged of many. @type {Relation[]} */
const TELLING = ["same", "refines", "contradicts", "replaces", "unrelated"];

/** A quoted text, with the number that may stand before it on its line. */
const QUOTED = /(?:\[(?<number>\d+)\][^"\n]*)?(?<quoted>"(?:[^"\\\n]|\\.)*")/gu;

/** @param {{ writes: Write[] }[]} people */
export function oracleOf(people) {
  const golds = people.map(({ writes }) => goldOf(writes));
  const labels = new Map(golds.map((gold) => [gold, labelsOf(gold)]));
  /** The writes in each text that was merged here. @type {Map<string, Write[]>} */
  const merged = new Map();

  /** @param {string} prompt @returns {Read} */
  function read(prompt) {
    const lines = textsIn(prompt);
    const seen = golds.map((gold) => ({
      gold,
      lines: lines.flatMap((line) => {
        const write = gold.writeOf(line.text);
        const writes = write ? [write] : (merged.get(line.text) ?? []);
        return writes.length === 0 ? [] : [{ ...line, writes }];
      }),
    }));
    // Two people may say one thing: the one who says most of what is shown.
    return seen.reduce((best, one) =>
      best.lines.length < one.lines.length ? one : best,
    );
  }

  /** @param {Read} read */
  function merge({ gold, lines }) {
    const writes = lines.flatMap((line) => line.writes);
    const answer = mergeOf(gold, labels.get(gold) ?? new Map(), writes);
    merged.set(answer.text, writes);
    return answer;
  }

  /** The text that says what some writes say, and is known by that from now on. @param {Gold} gold @param {Write[]} writes */
  function textOf(gold, writes) {
    const { text } = mergeOf(gold, labels.get(gold) ?? new Map(), writes);
    if (!gold.writeOf(text)) merged.set(text, writes);
    return text;
  }

  return {
    /** @param {{ task: string, prompt: string }} request @returns {Promise<object | string>} */
    async answer({ task, prompt }) {
      const shown = read(prompt);
      switch (task) {
        case "annotate":
          return annotate(shown, labels, prompt);
        case "judge":
          return judge(shown);
        case "merge":
          return merge(shown);
        case "reflect":
          return reflect(shown, (writes) => textOf(shown.gold, writes));
        default:
          throw new Error(`the oracle is never asked to ${task}`);
      }
    },
  };
}

/**
 * The quoted texts of a prompt, in order. The one place that knows how prompts are laid out:
 * `[3] 2025-06-20 fact "用户住在上海"`, or a quoted text without a number.
 *
 * @param {string} prompt
 * @returns {Line[]}
 */
export function textsIn(prompt) {
  return [...prompt.matchAll(QUOTED)].map(({ groups = {} }) => ({
    number: groups.number === undefined ? null : Number(groups.number),
    text: unquoted(groups.quoted),
  }));
}

/** @param {string} quoted @returns {string} */
function unquoted(quoted) {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted.slice(1, -1);
  }
}

/** @typedef {{ summary: string, kind: string, subject: string, key: string | null, value: string | null, topic: string | null, validUntil: null }} Annotation */

/**
 * One annotation a fact: every telling of a fact gets the same, and no two facts of a person get one summary.
 *
 * @param {Gold} gold
 */
function labelsOf(gold) {
  /** @type {Map<string, Annotation>} */
  const labels = new Map();
  /** @type {Set<string>} */
  const taken = new Set();
  for (const origin of gold.writes) {
    if (labels.has(origin.fact)) continue;
    const [subject, key] = keyOf(origin);
    const summary = summaryOf(origin.text, taken);
    taken.add(summary);
    labels.set(origin.fact, {
      summary,
      kind: kindOf(origin),
      subject,
      key,
      value: key === null ? null : summary,
      topic: origin.of === null ? null : rootOf(gold, origin, labels),
      validUntil: null,
    });
  }
  return labels;
}

/** @param {Write} write @returns {[subject: string, key: string | null]} */
function keyOf({ slot, rel }) {
  const parts = slot?.split(".") ?? [];
  const key = parts.pop() ?? null;
  return [parts.join(".") || (rel === "third" ? "other" : "user"), key];
}

/** @param {Write} write */
function kindOf({ rel }) {
  if (rel === "guess") return "inference";
  return rel === "exception" ? "state" : "fact";
}

/** The first window of a text that no other fact has for its summary. @param {string} text @param {Set<string>} taken */
function summaryOf(text, taken) {
  const letters = [...text];
  for (let from = 0; from < letters.length; from += 1) {
    const window = letters.slice(from, from + SUMMARY).join("");
    const summary = window.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, "");
    if (summary !== "" && !taken.has(summary)) return summary;
  }
  return letters.slice(0, SUMMARY).join("");
}

/** The summary of what a chain of references began with. @param {Gold} gold @param {Write} write @param {Map<string, Annotation>} labels */
function rootOf(gold, write, labels) {
  let root = write;
  while (root.of !== null) root = gold.write(root.of);
  return labels.get(root.fact)?.summary ?? null;
}

/** @param {Read} shown @param {Map<Gold, Map<string, Annotation>>} labels @param {string} prompt @returns {Annotation} */
function annotate({ gold, lines }, labels, prompt) {
  // The scope's keys and topics may stand before the text, and a topic may be a short text word for word.
  const write = lines.at(-1)?.writes.at(-1);
  const known = write && labels.get(gold)?.get(write.fact);
  if (known) return known;
  const text = textsIn(prompt).at(-1)?.text ?? "";
  return {
    ...{ summary: summaryOf(text, new Set()), kind: "fact", subject: "user" },
    ...{ key: null, value: null, topic: null, validUntil: null },
  };
}

/** @param {Read} shown @returns {{ reasoning: string, relation: Relation }} */
function judge({ gold, lines }) {
  if (lines.length < 2)
    return { reasoning: "not in the labels", relation: "unrelated" };
  const [one, other] = lines.slice(-2);
  const relations = one.writes.flatMap((a) =>
    other.writes.map((b) => gold.relation(a, b)),
  );
  const relation = TELLING.find((telling) => relations.includes(telling));
  return {
    reasoning: `the labels of ${one.writes.map(({ n }) => n)} and ${other.writes.map(({ n }) => n)}`,
    relation: relation ?? "unrelated",
  };
}

/** @param {Gold} gold @param {Map<string, Annotation>} labels @param {Write[]} writes */
function mergeOf(gold, labels, writes) {
  const texts = [...groupsOf(writes).values()].map((all) => fullest(all).text);
  const facts = writes.flatMap(({ fact }) => {
    const { key = null, value = null } = labels.get(fact) ?? {};
    return key === null ? [] : [[key, value]];
  });
  const topics = writes.flatMap(({ fact }) => labels.get(fact)?.topic ?? []);
  const isChinese = texts.some((text) => /\p{Script=Han}/u.test(text));
  return {
    topic: topics[0] ?? labels.get(writes[0]?.fact)?.summary ?? "",
    text: texts.join(isChinese ? "；" : "; "),
    facts: Object.fromEntries(facts),
  };
}

/** @typedef {{ op: "merge", ids: number[], text: string } | { op: "update", id: number, text: string, by: number | null } | { op: "delete", id: number, reason: string, by: number | null } | { op: "conflict", ids: number[] }} Op */

/**
 * What was replaced goes: the record where it says nothing else, else from its text. What tells one fact becomes one record. Of two facts that
 * contradict each other all records that tell them are to be put to the user; then those of one side become one record too.
 *
 * @param {Read} shown
 * @param {(writes: Write[]) => string} textOf the text that says what some writes say
 * @returns {"no-change" | { ops: Op[] }}
 */
function reflect({ gold, lines }, textOf) {
  const told = lines.flatMap(({ writes }) => writes);
  const facts = groupsOf(told);
  const lastOf = (/** @type {string} */ fact) =>
    Math.max(...(facts.get(fact) ?? []).map(({ n }) => n));
  const newerOf = (/** @type {string} */ fact) =>
    [...facts.keys()].find(
      (other) =>
        gold.clash(fact, other) === "replaces" && lastOf(fact) < lastOf(other),
    );
  /** The number of the last line that tells a fact. @param {string | undefined} fact */
  const teller = (fact) =>
    lines.findLast(
      ({ number, writes }) =>
        number !== null && writes.some((write) => write.fact === fact),
    )?.number ?? null;
  /** @type {Op[]} */
  const ops = [];
  /** What is whole, by the first fact of those that hang together. @type {{ ids: number[], writes: Write[] }[]} */
  let groups = [];
  for (const { number, text, writes } of lines) {
    if (number === null) continue;
    const newer = writes.map(({ fact }) => newerOf(fact));
    const live = writes.filter((_, nth) => newer[nth] === undefined);
    if (live.length === 0) {
      const reason = `${newer[0]} took its place`;
      ops.push({ op: "delete", id: number, reason, by: teller(newer[0]) });
    } else if (live.length < writes.length) {
      const rest = textOf(live);
      const by = teller(newer.find((fact) => fact !== undefined));
      if (rest !== text) ops.push({ op: "update", id: number, text: rest, by });
    } else {
      const shares = (/** @type {{ writes: Write[] }} */ group) =>
        group.writes.some(({ fact }) => live.some((one) => one.fact === fact));
      const joined = groups.filter(shares);
      groups = groups.filter((group) => !shares(group));
      groups.push({
        ids: [...joined.flatMap(({ ids }) => ids), number],
        writes: [...joined.flatMap(({ writes }) => writes), ...live],
      });
    }
  }
  for (const [nth, one] of groups.entries())
    for (const other of groups.slice(nth + 1)) {
      if (!areOpposed(gold, one, other)) continue;
      for (const ids of starOf(one.ids, other.ids))
        ops.push({ op: "conflict", ids });
    }
  for (const { ids, writes } of groups)
    if (1 < ids.length)
      ops.push({
        op: "merge",
        ids: ids.toSorted((one, other) => one - other),
        text: textOf(writes),
      });
  return ops.length === 0 ? "no-change" : { ops };
}

/** Pairs that bind all of both sides: the first of each with all of the other. @param {number[]} one @param {number[]} other */
const starOf = (one, other) => [
  ...other.map((id) => [one[0], id]),
  ...one.slice(1).map((id) => [id, other[0]]),
];

/** @param {Gold} gold @param {{ writes: Write[] }} one @param {{ writes: Write[] }} other */
const areOpposed = (gold, one, other) =>
  one.writes.some(({ fact }) =>
    other.writes.some((its) => gold.clash(fact, its.fact) === "contradicts"),
  );

/** Writes by their fact, in order. @param {Write[]} writes */
function groupsOf(writes) {
  /** @type {Map<string, Write[]>} */
  const groups = new Map();
  for (const write of writes)
    groups.set(write.fact, [...(groups.get(write.fact) ?? []), write]);
  return groups;
}

/** The telling with most detail: the last `more`, else the first. @param {Write[]} writes of one fact */
const fullest = (writes) =>
  writes.findLast(({ rel }) => rel === "more") ?? writes[0];
