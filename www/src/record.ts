// One record: its text over its older writings, what is known of it, and what can be done with it.

import type { MemoryRecord } from "palimpsest";

import { confirmed } from "./confirm.ts";
import { button, type Child, make } from "./dom.ts";
import type { Page } from "./page.ts";

/** Older writings that are shown beneath the text without unfolding. */
const N_EARLIER = 2;

/** With the field that a package with versions adds. */
type Shown = MemoryRecord & { supersededBy?: string };

export function recordCard(page: Page, record: Shown): HTMLElement {
  const { records: words } = page.texts;
  return make(
    "li",
    { class: "record", "data-id": record.id },
    make("p", { class: "memory" }, record.text),
    ...earlier(record)
      .slice(-N_EARLIER)
      .reverse()
      .map((text) =>
        make(
          "p",
          { class: "memory older" },
          make("span", { class: "unseen" }, `${words.earlier}: `),
          text,
        ),
      ),
    make(
      "div",
      { class: "foot" },
      make("p", { class: "labels" }, ...labels(page, record)),
      make(
        "div",
        { class: "acts" },
        unfold(page, record.id),
        ...acts(page, record),
      ),
    ),
    page.unfolded.has(record.id) && wholeRecord(page, record),
  );
}

/** Older wordings and values, oldest first, each once. */
function earlier({ text, details, history }: MemoryRecord): string[] {
  const texts = [...history, ...details].map((version) => version.text);
  return [...new Set(texts)].filter((older) => older !== text);
}

function labels(page: Page, record: Shown): Child[] {
  const { records: words } = page.texts;
  const { key, value, kind, sources } = record;
  const label = (text: string, name = "") =>
    make("span", { class: `label ${name}` }, text);
  return [
    make(
      "time",
      { datetime: new Date(record.observedAt).toISOString() },
      moment(record.observedAt, page.locale),
    ),
    label(words.kinds[kind]),
    key !== undefined && label(value === undefined ? key : `${key} = ${value}`),
    1 < sources.length && label(words.told(sources.length)),
    record.pinned && label(words.pinned),
    record.pending && label(words.pending, "open"),
    record.conflictPending && label(words.open, "open"),
    record.tier === "cold" && label(words.cold),
    ...record.tags.map((tag) => label(tag)),
  ];
}

/** Shows all that is known of it, or folds it away again. */
function unfold({ texts, unfolded, draw }: Page, id: string): HTMLElement {
  return button(
    texts.records.more,
    () => {
      if (!unfolded.delete(id)) unfolded.add(id);
      draw();
    },
    {
      class: "small",
      key: `more ${id}`,
      "aria-expanded": String(unfolded.has(id)),
    },
  );
}

function wholeRecord(page: Page, record: Shown): HTMLElement {
  const { fields: names } = page.texts.records;
  return make(
    "dl",
    { class: "known-of-it" },
    ...fields(page, record).flatMap(([name, value]) => [
      make("dt", {}, names[name]),
      make("dd", {}, value),
    ]),
  );
}

type Field = keyof Page["texts"]["records"]["fields"];

function fields(page: Page, record: Shown): [Field, Child][] {
  const { records: words } = page.texts;
  const at = (time: number) => moment(time, page.locale);
  const lines = (all: string[]) =>
    make("ul", {}, ...all.map((line) => make("li", {}, line)));
  const { key, value, sources, details, history, facts } = record;
  const all: [Field, Child | undefined][] = [
    ["key", key && (value === undefined ? key : `${key} = ${value}`)],
    ["subject", record.subject],
    ["topic", record.topic],
    ["score", record.score.toFixed(3)],
    ["importance", record.importance.toFixed(2)],
    ["confidence", record.confidence.toFixed(2)],
    ["observedAt", at(record.observedAt)],
    ["createdAt", at(record.createdAt)],
    ["lastAccessedAt", at(record.lastAccessedAt)],
    ["validUntil", record.validUntil && at(record.validUntil)],
    [
      "sources",
      lines(
        sources.map(({ kind, quote }) =>
          [words.sources[kind], quote].filter(Boolean).join(page.texts.colon),
        ),
      ),
    ],
    ["details", 0 < details.length && lines(details.map(({ text }) => text))],
    [
      "history",
      0 < history.length &&
        lines(history.map(({ text, setAt }) => `${text} (${at(setAt)})`)),
    ],
    [
      "facts",
      0 < Object.keys(facts).length &&
        lines(
          Object.entries(facts).map(
            ([name, versions]) =>
              `${name}: ${versions.map((version) => version.value).join(" → ")}`,
          ),
        ),
    ],
    ["supersededBy", record.supersededBy],
    ["id", make("code", {}, record.id)],
  ].map(([name, shown]) => [name as Field, shown as Child | undefined]);
  return all.filter(
    ([, shown]) => shown !== undefined && shown !== false && shown !== "",
  );
}

function acts(page: Page, { id, pinned, status, text }: Shown): Child[] {
  const { records: words, erase } = page.texts;
  const isActive = status === "active";
  return [
    isActive &&
      button(
        pinned ? words.unpin : words.pin,
        () => page.change((memory) => memory.pin(id, !pinned)),
        { class: "small", key: `pin ${id}` },
      ),
    isActive
      ? button(words.hide, () => page.change((memory) => memory.forget(id)), {
          class: "small",
          key: `hide ${id}`,
        })
      : status === "deleted" &&
        button(
          words.restore,
          () => page.change((memory) => memory.restore(id)),
          { class: "small", key: `restore ${id}` },
        ),
    button(
      words.erase,
      async () => {
        if (!(await confirmed(erase, text))) return;
        await page.change((memory) => memory.forget(id, { hard: true }));
      },
      { class: "small danger", key: `erase ${id}` },
    ),
  ];
}

function moment(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(time);
}
