// The line to type into, with what can be said beside the text.

import type { Kind, RememberInput } from "palimpsest";

import { button, make, redraw } from "./dom.ts";
import type { Page } from "./page.ts";
import type { Part } from "./part.ts";

const KINDS: Kind[] = ["fact", "state", "inference"];
/** Examples that are offered at once. */
const N_EXAMPLES = 3;

export function composePart(page: Page): Part {
  const { compose, records } = page.texts;
  const line = make("input", {
    id: "line",
    name: "text",
    type: "text",
    required: true,
    autocomplete: "off",
    placeholder: compose.placeholder,
  });
  const submit = make(
    "button",
    { type: "submit", class: "main", "data-key": "remember" },
    compose.submit,
  );
  const kind = make(
    "select",
    { id: "kind" },
    make("option", { value: "" }, compose.unsaid),
    ...KINDS.map((name) =>
      make("option", { value: name }, records.kinds[name]),
    ),
  );
  const field = (id: string, placeholder?: string, type = "text") =>
    make("input", { id, type, placeholder, autocomplete: "off" });
  const [key, value, observed] = [
    field("key", compose.keyHint),
    field("value", compose.valueHint),
    field("observed", undefined, "date"),
  ];
  const more = make(
    "details",
    { class: "more" },
    make("summary", {}, compose.more),
    make(
      "div",
      { class: "fields" },
      labelled(compose.kind, kind),
      labelled(compose.key, key),
      labelled(compose.value, value),
      labelled(compose.observed, observed),
    ),
  );

  const said = (): RememberInput => ({
    text: line.value,
    ...(kind.value && { kind: kind.value as Kind }),
    ...(key.value && { key: key.value }),
    ...(value.value && { value: value.value }),
    ...(observed.value && { observedAt: observed.value }),
  });
  const examples = make("p", { class: "examples" });
  const form = make(
    "form",
    {
      class: "line",
      on: {
        async submit(event) {
          event.preventDefault();
          if (page.isBusy || !line.value.trim()) return;
          if (!(await page.remember(said()))) return;
          line.value = "";
          for (const input of [kind, key, value, observed]) input.value = "";
          line.focus();
        },
      },
    },
    make("label", { for: "line", class: "unseen" }, compose.label),
    make("div", { class: "entry" }, line, submit),
    examples,
    more,
  );

  let nTold = 0;
  const node = make(
    "section",
    { class: "panel compose", "aria-labelledby": "compose-title" },
    make("h2", { id: "compose-title" }, compose.title),
    form,
  );
  return {
    node,
    draw() {
      submit.disabled = page.isBusy;
      form.setAttribute("aria-busy", String(page.isBusy));
      // Each is best told after the one before it.
      const last = compose.examples.indexOf(page.told?.text ?? "");
      if (0 <= last) nTold = (last + 1) % compose.examples.length;
      redraw(
        examples,
        make("span", {}, compose.try),
        ...compose.examples.slice(nTold, nTold + N_EXAMPLES).map((text, nth) =>
          button(
            text,
            () => {
              line.value = text;
              line.focus();
            },
            { class: "example", key: `example ${nth}` },
          ),
        ),
      );
    },
  };
}

function labelled(text: string, input: HTMLElement): HTMLElement {
  return make(
    "div",
    { class: "field" },
    make("label", { for: input.id }, text),
    input,
  );
}
