// The last decision: a sentence, the two texts with what differs marked, and what else it rests on.

import type { Candidate } from "palimpsest";

import { type Stretch, difference } from "./difference.ts";
import { button, type Child, make, redraw } from "./dom.ts";
import type { Texts } from "./language.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";
import { rounded } from "./rounded.ts";
import { scale } from "./scale.ts";
import type { Told } from "./told.ts";

export function verdictPart(page: Page): Part {
  const { decision: words } = page.texts;
  const body = make("div", { class: "verdict", "aria-live": "polite" });
  const node = make(
    "section",
    { class: "panel", "aria-labelledby": "verdict-title" },
    make("h2", { id: "verdict-title" }, words.title),
    body,
  );
  let drawn: { told?: Told | undefined; isUndone?: boolean | undefined } = {
    isUndone: true,
  };
  return {
    node,
    draw() {
      const { told } = page;
      // What is read aloud when it changes must not change without need.
      const isUndone = told?.isUndone ?? false;
      if (told === drawn.told && isUndone === drawn.isUndone) return;
      drawn = { told, isUndone };
      if (!told) redraw(body, make("p", { class: "quiet" }, words.none));
      else redraw(body, ...verdict(page, told));
    },
  };
}

function verdict(page: Page, told: Told): Child[] {
  const { actions, decision: words } = page.texts;
  const { decision } = told;
  const { action, pending } = decision;
  return [
    make(
      "div",
      { class: "ruling" },
      make(
        "span",
        { class: `stamp ${told.isUndone ? "undone" : action}` },
        actions[action],
      ),
      make(
        "p",
        { class: "sentence", "data-action": action },
        told.isUndone ? words.undone : sentence(page.texts, told),
      ),
    ),
    pending && !told.isUndone && make("p", { class: "quiet" }, words.pending),
    pair(page.texts, told),
    evidence(page, told),
    others(page.texts, told),
    !told.isUndone &&
      0 < decision.journalIds.length &&
      make(
        "p",
        { class: "acts" },
        button(words.undo, () => page.undo(), { key: "undo" }),
      ),
  ];
}

/** The decision in words. */
export function sentence(
  { decision: words }: Texts,
  { text, decision, known }: Told,
): string {
  const { action, evidence } = decision;
  if (action === "duplicate") {
    if (!evidence.exact) return words.duplicate;
    const differs = known && difference(text, known.text).flat().some(isMarked);
    return differs ? words.tone : words.exact;
  }
  if (action !== "added") return words[action];
  if (!known) return words.alone;
  const guards = [...new Set(guardsOf(decision.evidence.candidates))];
  return 0 < guards.length ? words.guarded(guards) : words.leftOver;
}

const isMarked = ({ differs }: Stretch): boolean => differs;

const guardsOf = ([nearest]: Candidate[]) =>
  (nearest?.guards ?? []).map(({ guard }) => guard);

/** The two texts, one over the other. */
function pair({ decision: words }: Texts, { text, known }: Told): HTMLElement {
  const [ours, theirs] = known
    ? difference(text, known.text)
    : [[{ text, differs: false }], []];
  return make(
    "dl",
    { class: "pair" },
    make("dt", {}, words.told),
    make("dd", { class: "told" }, ...marked(ours)),
    ...(known
      ? [
          make("dt", {}, words.known),
          make("dd", { class: "known" }, ...marked(theirs)),
        ]
      : []),
  );
}

const marked = (stretches: Stretch[]): Child[] =>
  stretches.map(({ text, differs }) =>
    differs ? make("mark", {}, text) : text,
  );

function evidence(page: Page, told: Told): HTMLElement {
  const { decision: words, guards: names } = page.texts;
  const { evidence, strategy } = told.decision;
  const [nearest] = evidence.candidates;
  const guards = nearest?.guards ?? evidence.guards;
  const rows: [string, Child][] = [];
  if (0 < guards.length)
    rows.push([
      words.guards,
      make(
        "ul",
        { class: "guards" },
        ...guards.map((finding) =>
          make(
            "li",
            {},
            make("b", {}, names[finding.guard]),
            " ",
            finding.new ? make("mark", {}, finding.new) : words.nothing,
            " ≠ ",
            finding.stored
              ? make("mark", { class: "known" }, finding.stored)
              : words.nothing,
          ),
        ),
      ),
    ]);
  if (evidence.cosine !== undefined && page.thresholds)
    rows.push([words.cosine, scale(evidence.cosine, page.thresholds, words)]);
  if (evidence.char !== undefined)
    rows.push([words.characters, share(page.locale, evidence.char)]);
  rows.push([words.strategy, words.strategies[strategy] ?? strategy]);
  const ms = told.ms.toFixed(1);
  rows.push([
    words.time,
    0 < told.embedMs
      ? words.msBeside(ms, told.embedMs.toFixed(0))
      : words.ms(ms),
  ]);
  return make(
    "dl",
    { class: "evidence" },
    ...rows.flatMap(([term, value]) => [
      make("dt", {}, term),
      make("dd", {}, value),
    ]),
  );
}

const share = (locale: string, part: number): string =>
  new Intl.NumberFormat(locale, { style: "percent" }).format(part);

/** The other records that the write was held against. */
function others(
  { decision: words, guards: names }: Texts,
  { decision, known, texts }: Told,
): Child {
  const rest = decision.evidence.candidates.filter(
    ({ id }) => id !== known?.id && texts.has(id),
  );
  if (rest.length === 0) return undefined;
  return make(
    "details",
    { class: "more" },
    make("summary", {}, words.others(rest.length)),
    make(
      "ul",
      { class: "others" },
      ...rest.map(({ id, cosine, guards }) =>
        make(
          "li",
          {},
          make("span", { class: "memory" }, texts.get(id)),
          make(
            "span",
            { class: "quiet" },
            [
              cosine === undefined ? "" : words.cosineIs(rounded(cosine, 3)),
              ...guards.map(({ guard }) => names[guard]),
            ]
              .filter(Boolean)
              .join(" · "),
          ),
        ),
      ),
    ),
  );
}
