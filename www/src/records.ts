// What the store holds of the user: known, replaced, or hidden.

import { button, make, redraw } from "./dom.ts";
import type { Page, View } from "./page.ts";
import type { Part } from "./part.ts";
import { recordCard } from "./record.ts";

const VIEWS: View[] = ["active", "superseded", "deleted"];

export function recordsPart(page: Page): Part {
  const { records: words } = page.texts;
  const views = make("div", { class: "switch", role: "group" });
  const note = make("p", { class: "quiet" });
  const list = make("ul", { class: "records" });
  const node = make(
    "section",
    { class: "panel", "aria-labelledby": "records-title" },
    make(
      "div",
      { class: "head" },
      make("h2", { id: "records-title" }, words.title),
      views,
    ),
    note,
    list,
  );
  return {
    node,
    draw() {
      const { records, view, nWithoutVector } = page;
      redraw(views, ...VIEWS.map((name) => viewButton(page, name)));
      note.hidden = nWithoutVector === 0 || view !== "active";
      redraw(
        note,
        words.withoutVector(nWithoutVector),
        " ",
        button(words.reembed, () => page.reembed(), {
          key: "reembed",
          disabled: page.isBusy,
        }),
      );
      if (records.length === 0)
        redraw(list, make("li", { class: "quiet" }, words.none[view]));
      else redraw(list, ...records.map((record) => recordCard(page, record)));
    },
  };
}

function viewButton(page: Page, view: View): HTMLElement {
  const { views } = page.texts.records;
  const isShown = page.view === view;
  return button(
    views[view] +
      (isShown && 0 < page.records.length ? ` ${page.records.length}` : ""),
    () => {
      page.view = view;
      return page.attempt(() => page.refresh());
    },
    { key: view, "aria-pressed": String(isShown) },
  );
}
