// What the shapes share: an error in words, and times.

/** A file that can't be used, in words for the person who gave it. */
export class InputError extends Error {}

/**
 * @param {unknown} value milliseconds since the epoch, or a date that JavaScript reads
 * @param {string} where for errors
 * @returns {number} milliseconds since the epoch
 */
export function asTime(value, where) {
  const time =
    typeof value === "number" ? value : Date.parse(String(value ?? ""));
  if (!Number.isFinite(time))
    throw new InputError(`${where}: ${JSON.stringify(value)} is no time`);
  return time;
}

/**
 * A value's shape in a few words, for errors.
 *
 * @param {object} value
 */
export function nameOf(value) {
  const keys = Object.keys(value);
  if (keys.length === 0) return "empty";
  const shown = keys.slice(0, 4).join(", ");
  return `with ${shown}${4 < keys.length ? ", …" : ""}`;
}
