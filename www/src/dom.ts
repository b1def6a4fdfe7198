// Elements in one expression. Text goes in as text nodes, so that what is remembered is never read as markup.

export type Child = Node | string | false | undefined;

/** Properties of an element, its attributes (`data-…`, `aria-…`, `role`, `for`), and its listeners. */
export interface Given {
  class?: string;
  on?: Record<string, (event: Event) => void>;
  [attribute: string]: unknown;
}

/** An element with what it is given. `true` is an attribute without a value; `false` and `undefined` leave it out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  given: Given = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  const { on = {}, ...attributes } = given;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  for (const [type, listener] of Object.entries(on))
    element.addEventListener(type, listener);
  element.append(...present(children));
  return element;
}

/** A button that does something; `key` names it, so that it is focused again when its part is drawn anew. */
export function button(
  label: string,
  press: () => unknown,
  { key, ...given }: Given & { key?: string } = {},
): HTMLButtonElement {
  return make(
    "button",
    { type: "button", "data-key": key, on: { click: () => press() }, ...given },
    label,
  );
}

/** Puts children in the place of those that an element has; who had the focus has it again. */
export function redraw(element: Element, ...children: Child[]): void {
  const focused = document.activeElement;
  const key = element.contains(focused)
    ? focused?.getAttribute("data-key")
    : null;
  element.replaceChildren(...present(children));
  if (key)
    element
      .querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      ?.focus({ preventScroll: true });
}

const present = (children: Child[]): (Node | string)[] =>
  children.filter((child) => child !== undefined && child !== false);
