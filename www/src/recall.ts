// Recall: a question, and the records that answer best.

import type { Hit, RecallOptions } from "palimpsest";

import { make, redraw } from "./dom.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";
import { rounded } from "./rounded.ts";
import { type HistoryOptions, settling } from "./settling.ts";

export function recallPart(page: Page): Part {
  const { recall: words } = page.texts;
  const query = make("input", {
    id: "query",
    type: "search",
    required: true,
    autocomplete: "off",
    placeholder: words.placeholder,
  });
  const older = make("input", { id: "older", type: "checkbox" });
  const asOf = make("input", { id: "as-of", type: "date" });
  const past = make(
    "div",
    { class: "past", hidden: true },
    make("span", {}, older, make("label", { for: "older" }, words.older)),
    make("span", {}, make("label", { for: "as-of" }, words.asOf), asOf),
  );
  const results = make("ol", { class: "hits", "aria-live": "polite" });

  const options = (): RecallOptions & HistoryOptions => ({
    explain: true,
    ...(older.checked && { includeHistory: true }),
    ...(asOf.value && { asOf: asOf.value }),
  });
  const form = make(
    "form",
    {
      class: "line",
      on: {
        async submit(event) {
          event.preventDefault();
          await page.attempt(async () => {
            page.hits = await page.memory.recall(query.value, options());
            page.draw();
          });
        },
      },
    },
    make("label", { for: "query", class: "unseen" }, words.label),
    make(
      "div",
      { class: "entry" },
      query,
      make("button", { type: "submit" }, words.submit),
    ),
    past,
  );
  const node = make(
    "section",
    { class: "panel", "aria-labelledby": "recall-title" },
    make("h2", { id: "recall-title" }, words.title),
    form,
    results,
  );
  let drawn: Hit[] | undefined;
  return {
    node,
    draw() {
      past.hidden = !page.isOpen || !settling(page.memory);
      const { hits } = page;
      // What is read aloud when it changes must not change without need.
      if (hits === drawn) return;
      drawn = hits;
      if (hits?.length === 0)
        redraw(results, make("li", { class: "quiet" }, words.none));
      else redraw(results, ...(hits ?? []).map((hit) => hitItem(page, hit)));
    },
  };
}

function hitItem({ texts }: Page, { text, score, why, version }: Hit) {
  const { recall: words } = texts;
  return make(
    "li",
    {},
    make("span", { class: version ? "memory older" : "memory" }, text),
    make(
      "small",
      {},
      make("b", {}, `${words.score} ${score.toFixed(3)}`),
      version && ` · ${words.was}`,
      why &&
        ` · ${words.why(
          why.cosine === undefined ? "–" : rounded(why.cosine, 2),
          why.words.toFixed(2),
          why.decay.toFixed(2),
        )}`,
    ),
  );
}
