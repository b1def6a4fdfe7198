// Open conflicts, each with its question and the answers to it.

import { button, make, redraw } from "./dom.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";
import { type Conflict, type Resolution, settling } from "./settling.ts";

export function conflictsPart(page: Page): Part {
  const { conflicts: words } = page.texts;
  const list = make("div");
  const node = make(
    "section",
    { class: "panel conflicts", "aria-labelledby": "conflicts-title" },
    make("h2", { id: "conflicts-title" }, words.title),
    list,
  );
  let drawn = "";
  return {
    node,
    draw() {
      // Whoever is typing an answer is not disturbed.
      const state = JSON.stringify(page.conflicts);
      if (state === drawn) return;
      drawn = state;
      node.hidden = page.conflicts.length === 0;
      redraw(list, ...page.conflicts.map((one) => card(page, one)));
    },
  };
}

function card(page: Page, { id, question, versions }: Conflict): HTMLElement {
  const { conflicts: words } = page.texts;
  const settle = (resolution: Resolution) =>
    page.change(async (memory) => settling(memory)?.resolve(id, resolution));
  const other = make("input", {
    id: `other ${id}`,
    type: "text",
    required: true,
    autocomplete: "off",
  });
  return make(
    "article",
    { class: "dispute" },
    make("p", { class: "sentence" }, question),
    make(
      "div",
      { class: "acts" },
      ...versions.map((version) =>
        button(
          words.holds(version.value),
          () => settle({ choose: version.id ?? version.value }),
          { key: `hold ${version.id}` },
        ),
      ),
      button(words.both, () => settle({ keepBoth: true }), {
        key: `both ${id}`,
      }),
    ),
    make(
      "form",
      {
        class: "entry",
        on: {
          submit(event) {
            event.preventDefault();
            void settle({ value: other.value });
          },
        },
      },
      make("label", { for: other.id }, words.other),
      other,
      make("button", { type: "submit" }, words.say),
    ),
  );
}
