// Tells a store a stream and looks at its bytes; the same code runs in a Durable Object and in Node.

/** @typedef {[now: number, user: string, text: string]} Told what was told, with the clock at that moment */

/**
 * @param {typeof import("palimpsest").Memory} Memory
 * @param {import("palimpsest").StorageAdapter} storage
 * @param {Told[]} told
 */
export async function tellInto(Memory, storage, told) {
  let now = 0;
  const memory = await Memory.open({ storage, seed: 7, clock: () => now });
  const actions = [];
  for (const [moment, user, text] of told) {
    now = moment;
    const scope = memory.scoped({ userId: user });
    actions.push((await scope.remember({ text, observedAt: now })).action);
  }
  const { revision, rows } = await storage.read(
    /** @type {const} */ ([
      "records",
      "vectors",
      "journal",
      "cache",
      "meta",
    ]).map((collection) => ({ collection })),
  );
  return {
    actions,
    revision,
    rows: rows.map((list) =>
      list.map(([key, bytes]) => `${key} ${Array.from(bytes).join()}`),
    ),
  };
}
