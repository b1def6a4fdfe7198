// Starts the page: builds its parts in a language, and opens the store.

import { composePart } from "./compose.ts";
import { conflictsPart } from "./conflicts.ts";
import { make } from "./dom.ts";
import { hasFiles } from "./embedders.ts";
import { firstLanguage, type Language } from "./language.ts";
import { noticePart } from "./notice.ts";
import { keptChoices, Page } from "./page.ts";
import type { Part } from "./part.ts";
import { recallPart } from "./recall.ts";
import { recordsPart } from "./records.ts";
import { settingsPart } from "./settings.ts";
import { verdictPart } from "./verdict.ts";

const choices = keptChoices();
const page = new Page(firstLanguage(choices.language ?? null), choices);
const canLoad = await hasFiles();

/** Builds the whole page anew. */
function build(): void {
  const { texts } = page;
  document.documentElement.lang = texts.locale;
  const settings = settingsPart(page, canLoad, speak);
  const notice = noticePart(page);
  const [writing, reading] = [
    [composePart(page), verdictPart(page), conflictsPart(page)],
    [recallPart(page), recordsPart(page)],
  ];
  const column = (parts: Part[]) =>
    make("div", { class: "column" }, ...parts.map(({ node }) => node));
  document.body.replaceChildren(
    settings.node,
    make("main", {}, notice.node, column(writing), column(reading)),
    make("footer", {}, texts.footer),
  );
  const parts = [settings, notice, ...writing, ...reading];
  page.draw = () => parts.forEach((part) => part.draw());
  page.draw();
}

function speak(language: Language): void {
  const typed = draft();
  page.speak(language);
  build();
  const line = document.querySelector<HTMLInputElement>("#line");
  if (line) line.value = typed;
  document
    .querySelector<HTMLElement>(`[data-key="${language}"]`)
    ?.focus({ preventScroll: true });
}

const draft = () =>
  document.querySelector<HTMLInputElement>("#line")?.value ?? "";

build();
await page.open(
  choices.embedder === "meaning" && canLoad ? "meaning" : "words",
);
document.documentElement.dataset.ready = "";

// A tab that was asleep may have missed what others told it.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible")
    void page.attempt(() => page.refresh());
});
