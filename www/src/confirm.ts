// Asks before what can't be taken back.

import { make } from "./dom.ts";
import type { Texts } from "./language.ts";

/** Whether the person says yes; closing it, by Escape too, is a no. */
export function confirmed(
  words: Texts["erase"],
  about: string,
): Promise<boolean> {
  const answer = (value: string, label: string, given = {}) =>
    make("button", { type: "submit", value, ...given }, label);
  const dialog = make(
    "dialog",
    { "aria-labelledby": "confirm-title" },
    make(
      "form",
      { method: "dialog" },
      make("h2", { id: "confirm-title" }, words.title),
      make("blockquote", { class: "memory" }, about),
      make("p", {}, words.body),
      make(
        "div",
        { class: "acts" },
        answer("no", words.no, { autofocus: true }),
        answer("yes", words.yes, { class: "danger" }),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
