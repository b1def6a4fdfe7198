// What went wrong, until it is closed.

import type { MemoryErrorCode } from "palimpsest";

import { button, make, redraw } from "./dom.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";

export function noticePart(page: Page): Part {
  const { errors: words } = page.texts;
  const node = make("div", { class: "notice", role: "alert" });
  return {
    node,
    draw() {
      const { fault } = page;
      node.hidden = !fault;
      if (!fault) return redraw(node);
      const { code, message } = fault;
      redraw(
        node,
        make(
          "p",
          {},
          make("b", {}, words.title + page.texts.colon),
          code === "embedder"
            ? words.embedder
            : (words.known[code as MemoryErrorCode] ?? words.other),
        ),
        make("p", { class: "quiet" }, make("code", {}, code), ` ${message}`),
        button(
          words.close,
          () => {
            page.fault = undefined;
            page.draw();
          },
          { class: "small", key: "close" },
        ),
      );
    },
  };
}
