// A table as Markdown writes it, its columns in line on a terminal too.

/** Columns that a text takes on a terminal: a Chinese character takes two. @param {string} text */
function widthOf(text) {
  let width = 0;
  for (const character of text)
    width +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        character,
      )
        ? 2
        : 1;
  return width;
}

/**
 * @param {string[]} head the columns' names; those that begin with a space are set to the right
 * @param {(string | number)[][]} rows
 */
export function table(head, rows) {
  const names = head.map((name) => name.trim());
  const right = head.map((name) => name.startsWith(" "));
  const cells = [names, ...rows.map((row) => row.map(String))];
  const widths = names.map((_, column) =>
    Math.max(3, ...cells.map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (/** @type {string[]} */ row) =>
    `| ${widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        const space = " ".repeat(width - widthOf(cell));
        return right[column] ? space + cell : cell + space;
      })
      .join(" | ")} |`;
  const rule = widths.map((width, column) =>
    right[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  const [first, ...others] = cells.map(line);
  return [first, line(rule), ...others].join("\n");
}
