// Which language the page speaks.

import { en, type Texts } from "./texts/en.ts";
import { zh } from "./texts/zh.ts";

export type { Texts };
export type Language = "zh" | "en";

export const TEXTS: Record<Language, Texts> = { zh, en };
export const LANGUAGES: Language[] = ["zh", "en"];

/** The browser's own variant of a language, for dates and numbers; Chinese of the mainland where it has none. */
export function localeOf(language: Language): string {
  return (
    navigator.languages.find((tag) => tag.split("-")[0] === language) ??
    { zh: "zh-CN", en: "en" }[language]
  );
}

/** The one that was chosen last, or else the first of the browser's that the page speaks. */
export function firstLanguage(chosen: string | null): Language {
  const wanted = [chosen, ...navigator.languages].map((tag) =>
    tag?.split("-")[0]?.toLowerCase(),
  );
  return wanted.find((tag) => tag === "zh" || tag === "en") ?? "en";
}
