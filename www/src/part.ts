// A part of the page: built once for a language, drawn whenever something changed.

export interface Part {
  node: HTMLElement;
  draw(): void;
}
