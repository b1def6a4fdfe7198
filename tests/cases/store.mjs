// A store in plain JavaScript. It outlives the handle that uses it, so that closing and opening again is honest.

/** @typedef {[string, Uint8Array]} Row */
/** @typedef {{ collection: string, keys?: string[], from?: string, to?: string, limit?: number }} Request */
/** @typedef {{ expected: number, next: number, puts: [string, string, Uint8Array][], deletes: [string, string][] }} Batch */

/** @param {Row} a @param {Row} b */
const byKey = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);

/** `bytes` gives every stored value, for a look at what is left of a text. */
export function mapStore() {
  /** @type {Map<string, Map<string, Uint8Array>>} */
  const collections = new Map();
  /** @param {string} name @returns {Map<string, Uint8Array>} */
  const rowsOf = (name) => collections.get(name) ?? new Map();
  let revision = 0;

  /** @param {Request} request @returns {Row[]} */
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
    /** @param {Request[]} requests */
    async read(requests) {
      return { revision, rows: requests.map(select) };
    },
    /** @param {Batch} batch */
    async commit({ expected, next, puts, deletes }) {
      if (expected !== revision) {
        throw Object.assign(new Error(`the store is at revision ${revision}`), {
          code: "conflict",
        });
      }
      for (const [name, key, value] of puts) {
        collections.set(name, rowsOf(name).set(key, Uint8Array.from(value)));
      }
      for (const [name, key] of deletes) rowsOf(name).delete(key);
      revision = next;
    },
    /** Every row with the name of its collection, in order. */
    rows: () =>
      [...collections.keys()]
        .sort()
        .flatMap((name) =>
          [...rowsOf(name)]
            .sort(byKey)
            .map(([key, value]) => [name, key, value]),
        ),
    bytes: () =>
      [...collections.values()].flatMap((rows) => [...rows.values()]),
  };
}
