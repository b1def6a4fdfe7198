// Tells a memory a stream and lists what it then holds; the same code runs in the page and in Node.

/**
 * @typedef {object} Telling
 * @property {"indexeddb" | "memory"} storage
 * @property {[now: number, user: string, text: string][]} told with the clock at each
 * @property {Record<string, number[]>} [vectors] of each text; without them the built-in embedder is used
 */

/**
 * @param {typeof import("palimpsest").Memory} Memory
 * @param {Telling} telling
 */
export async function tellAll(Memory, { storage, told, vectors }) {
  let now = 0;
  const memory = await Memory.open({
    name: "stream",
    storage,
    seed: 7,
    clock: () => now,
    ...(vectors && {
      embed: async (texts) => texts.map((text) => vectors[text]),
      embedModel: "recorded",
      // Pairs of texts that are not recorded would have to be embedded for it.
      policy: { calibrate: "off" },
    }),
  });
  const actions = [];
  for (const [moment, user, text] of told) {
    now = moment;
    const scope = memory.scoped({ userId: user });
    const { action } = await scope.remember({ text, observedAt: moment });
    actions.push(action);
  }
  const records = [];
  for (const user of new Set(told.map(([, user]) => user)))
    records.push(...(await memory.scoped({ userId: user }).list()));
  await memory.close();
  return { actions, records };
}
