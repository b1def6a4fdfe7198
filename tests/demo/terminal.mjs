// What a terminal needs: widths that count Chinese characters twice, and a progress bar.

/** Characters that take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;

/** Columns of a progress bar. */
const BAR = 28;

/** @param {string} text @returns {number} columns that it takes */
export function columns(text) {
  let n = 0;
  for (const character of text) n += WIDE.test(character) ? 2 : 1;
  return n;
}

/**
 * A text on one line of at most `width` columns.
 *
 * @param {string} text
 * @param {number} width
 */
export function shorten(text, width) {
  const line = text.replace(/\s+/g, " ").trim();
  if (columns(line) <= width) return line;
  let short = "";
  for (const character of line) {
    if (width < columns(short + character) + 1) break;
    short += character;
  }
  return `${short}…`;
}

/** @param {string} text @param {number} width */
export const pad = (text, width) =>
  text + " ".repeat(Math.max(0, width - columns(text)));

/**
 * A bar that is drawn over and over on one line, where the output is a terminal.
 *
 * @param {NodeJS.WriteStream} out
 * @param {number} total
 */
export function progress(out, total) {
  if (!out.isTTY) return { step() {}, end() {} };
  return {
    /** @param {number} done @param {string} what */
    step(done, what) {
      const full = Math.round((BAR * done) / total);
      const bar = "█".repeat(full) + "░".repeat(BAR - full);
      const room = Math.max(1, out.columns - BAR - 24);
      out.write(`\r\x1b[2K${bar} ${done} of ${total}  ${shorten(what, room)}`);
    },
    end() {
      out.write("\r\x1b[2K");
    },
  };
}
