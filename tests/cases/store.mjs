// A store in plain JavaScript. It outlives the handle that uses it, so that closing and opening again is honest.

const byKey = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * @returns {import("palimpsest").StorageAdapter & { bytes(): Uint8Array[] }}
 *   `bytes` gives every stored value, for a look at what is left of a text.
 */
export function mapStore() {
  const collections = new Map();
  const rowsOf = (name) => collections.get(name) ?? new Map();
  let revision = 0;

  const select = ({ collection, keys, from = "", to, limit = Infinity }) => {
    const rows = [...rowsOf(collection)].filter(([key]) =>
      keys ? keys.includes(key) : from <= key && (to == null || key < to),
    );
    return rows
      .sort(byKey)
      .slice(0, keys ? Infinity : limit)
      .map(([key, value]) => [key, value.slice()]);
  };

  return {
    async read(requests) {
      return { revision, rows: requests.map(select) };
    },
    async commit({ expected, next, puts, deletes }) {
      if (expected !== revision) {
        throw Object.assign(new Error(`the store is at revision ${revision}`), {
          code: "conflict",
        });
      }
      for (const [name, key, value] of puts) {
        if (!collections.has(name)) collections.set(name, new Map());
        collections.get(name).set(key, Uint8Array.from(value));
      }
      for (const [name, key] of deletes) rowsOf(name).delete(key);
      revision = next;
    },
    bytes: () =>
      [...collections.values()].flatMap((rows) => [...rows.values()]),
  };
}
