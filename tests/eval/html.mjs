// Markup out of templates whose values are escaped, and the report's style.

/** Markup that is not to be escaped. */
class Raw {
  /** @param {string} markup */
  constructor(markup) {
    this.markup = markup;
  }
}
/** @param {string} markup */
export const raw = (markup) => new Raw(markup);

/** Markup whose values are escaped. @param {TemplateStringsArray} parts @param {...unknown} values @returns {string} */
export const html = (parts, ...values) =>
  String.raw(
    { raw: parts },
    ...values.map((value) =>
      value instanceof Raw ? value.markup : escaped(String(value)),
    ),
  );

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** @param {string} title @param {string} hint @param {string} svg */
export const figure = (title, hint, svg) =>
  html`<figure>
    <figcaption><b>${title}</b> ${hint}</figcaption>
    ${raw(svg)}
  </figure>`;

export const STYLE = `
:root { color-scheme: light; color: #1c2530; background: #fff; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans CJK SC", sans-serif; }
body { max-width: 1180px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 26px; margin: 0; } h2 { font-size: 19px; margin: 40px 0 8px; } h3 { font-size: 15px; margin: 24px 0 8px; }
.about, .legend, figcaption { color: #667280; } .about { margin: 4px 0; } .legend span { margin-right: 18px; } .legend svg { vertical-align: -2px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 20px 28px; }
figure { margin: 0; } figcaption { font-size: 13px; } figcaption b { color: #1c2530; font-size: 14px; margin-right: 6px; } figure > svg { width: 100%; height: auto; }
.wide { overflow-x: auto; margin-bottom: 16px; } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 10px; text-align: right; white-space: nowrap; font-weight: normal; border-bottom: 1px solid #e3e7ec; }
thead th { color: #667280; border-bottom: 1px solid #98a3b0; vertical-align: bottom; } th:first-child { text-align: left; }
tr.block th { padding-top: 10px; font-weight: 600; } td.none { text-align: left; color: #667280; }
dt { font-weight: 600; } dd { margin: 0 0 8px; max-width: 75ch; }
`;
