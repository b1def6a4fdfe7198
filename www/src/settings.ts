// The head of the page: whose memory, in which language, compared by what.

import { button, make, redraw } from "./dom.ts";
import type { EmbedderName } from "./embedders.ts";
import { LANGUAGES, type Language, TEXTS } from "./language.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";
import { USERS } from "./store.ts";

/**
 * @param hasFiles whether the multilingual embedder can be loaded
 * @param speak builds the page in a language
 */
export function settingsPart(
  page: Page,
  hasFiles: boolean,
  speak: (language: Language) => void,
): Part {
  const { settings: words, tagline } = page.texts;
  const group = (label: string) =>
    make("div", { class: "switch", role: "group", "aria-label": label });
  const [users, languages] = [group(words.user), group(words.language)];
  const option = (value: EmbedderName, label: string, disabled = false) =>
    make("option", { value, disabled }, label);
  const embedder = make(
    "select",
    {
      id: "embedder",
      on: { change: () => page.choose(embedder.value as EmbedderName) },
    },
    option("words", words.words),
    option("meaning", hasFiles ? words.meaning : words.missing, !hasFiles),
  );
  const progress = make("div", { class: "progress", role: "status" });
  const node = make(
    "header",
    { class: "top" },
    make(
      "div",
      { class: "name" },
      make("h1", {}, "Palimpsest"),
      make("p", {}, tagline),
    ),
    make(
      "div",
      { class: "settings" },
      make("div", { class: "field" }, make("span", {}, words.user), users),
      make(
        "div",
        { class: "field wide" },
        make("label", { for: "embedder" }, words.embedder),
        embedder,
      ),
      make(
        "div",
        { class: "field" },
        make("span", {}, words.language),
        languages,
      ),
    ),
    progress,
  );
  return {
    node,
    draw() {
      redraw(
        users,
        ...USERS.map((user, nth) =>
          button(words.users[nth] ?? user, () => page.switchTo(user), {
            key: user,
            "aria-pressed": String(page.user === user),
          }),
        ),
      );
      redraw(
        languages,
        ...LANGUAGES.map((language) =>
          button(TEXTS[language].itself, () => speak(language), {
            key: language,
            lang: TEXTS[language].locale,
            "aria-pressed": String(page.language === language),
          }),
        ),
      );
      const isLoading = page.progress !== undefined;
      embedder.disabled = isLoading;
      if (!isLoading) embedder.value = page.embedding.name;
      drawProgress(progress, page);
    },
  };
}

function drawProgress(node: HTMLElement, { progress, texts }: Page): void {
  const { settings: words } = texts;
  node.hidden = progress === undefined;
  if (progress === undefined) return redraw(node);
  redraw(
    node,
    make("progress", { value: progress, "aria-hidden": "true" }),
    make(
      "span",
      {},
      progress < 1
        ? words.loading(Math.floor(100 * progress))
        : words.preparing,
    ),
  );
}
