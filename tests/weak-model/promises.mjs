// What must hold of a scope's records whatever a model answered. Pure: records in, faults out.

/** @typedef {import("palimpsest").MemoryRecord} MemoryRecord */

/**
 * What is wrong with the records of one scope, each in a sentence; nothing where every promise holds.
 *
 * @param {object} scope
 * @param {MemoryRecord[]} scope.records of every status
 * @param {Iterable<string>} scope.told every sentence that was ever told to it
 * @param {Iterable<string>} [scope.pinned] ids of what no automatic change may touch
 * @returns {string[]}
 */
export function faultsOf({ records, told, pinned = [] }) {
  return [
    ...lost(records, told),
    ...dangling(records),
    ...rivals(records),
    ...moved(records, pinned),
  ];
}

/** The sentences that stand nowhere, word for word. @param {MemoryRecord[]} records @param {Iterable<string>} told */
export function lostOf(records, told) {
  const kept = new Set(records.flatMap(wordsOf));
  return [...told].filter((text) => !kept.has(text));
}

/** Everything that a record says, or said, or was told by. @param {MemoryRecord} record */
export const wordsOf = ({ text, details, sources, history, facts }) => [
  text,
  ...details.map((detail) => detail.text),
  ...sources.flatMap(({ quote }) => quote ?? []),
  ...[...history, ...Object.values(facts).flat()].flatMap((version) => [
    version.text,
    ...(version.source.quote === undefined ? [] : [version.source.quote]),
  ]),
];

/** @param {MemoryRecord[]} records @param {Iterable<string>} told */
const lost = (records, told) =>
  lostOf(records, told).map((text) => `lost: ${JSON.stringify(text)}`);

/** @param {MemoryRecord[]} records */
function dangling(records) {
  const ids = new Set(records.map(({ id }) => id));
  return records.flatMap(({ id, relations, mergedInto, supersededBy }) =>
    [...relations.map((link) => link.id), mergedInto, supersededBy]
      .filter((other) => other !== undefined && !ids.has(other))
      .map((other) => `${id} names ${other}, which is not there`),
  );
}

/** Values of one key of one subject, of one kind, that are current side by side and of which nobody is asked. @param {MemoryRecord[]} records */
function rivals(records) {
  /** @type {Map<string, Set<string>>} */
  const values = new Map();
  for (const record of records) {
    const { status, conflictPending, kind, subject, key, value } = record;
    if (status !== "active" || conflictPending) continue;
    if (key === undefined || value === undefined) continue;
    const name = `${kind} ${subject ?? "user"} ${key}`;
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values]
    .filter(([, all]) => 1 < all.size)
    .map(([name, all]) => `two current values of ${name}: ${[...all]}`);
}

/** @param {MemoryRecord[]} records @param {Iterable<string>} pinned */
function moved(records, pinned) {
  const statusOf = new Map(records.map(({ id, status }) => [id, status]));
  return [...pinned]
    .filter((id) => statusOf.get(id) !== "active")
    .map((id) => `${id} is pinned and ${statusOf.get(id) ?? "gone"}`);
}
