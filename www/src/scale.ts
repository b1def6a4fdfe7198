// A cosine on a line from 0 to 1, with the thresholds that it is held against.

import { make } from "./dom.ts";
import type { Texts } from "./language.ts";
import { rounded } from "./rounded.ts";

export function scale(
  cosine: number,
  { duplicate, related }: { duplicate: number; related: number },
  words: Texts["decision"],
): HTMLElement {
  const at = (value: number, name: string, ...children: HTMLElement[]) => {
    const tick = make("span", { class: `tick ${name}` }, ...children);
    // A rule of the style sheet reads it: the page's policy allows no style attributes.
    tick.style.setProperty("--at", String(Math.min(1, Math.max(0, value))));
    return tick;
  };
  return make(
    "div",
    { class: "cosine" },
    make("b", {}, rounded(cosine, 3)),
    make(
      "div",
      { class: "scale", "aria-hidden": "true" },
      at(related, "related"),
      at(duplicate, "duplicate"),
      at(cosine, "value"),
    ),
    make(
      "small",
      {},
      `${words.looked(related.toFixed(2))} · ${words.mayBeOne(duplicate.toFixed(2))}`,
    ),
  );
}
