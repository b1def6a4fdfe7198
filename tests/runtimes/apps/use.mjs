// What every runtime is asked to do: to remember, to notice a duplicate, to recall in two languages, and to refuse with an error that can be sent.

export async function use(Memory, options) {
  const memory = await Memory.open(options);
  const first = await memory.remember("Lives in Lisbon with two cats");
  const again = await memory.remember("lives in Lisbon, with two cats!");
  const [english] = await memory.recall("Lisbon");
  // Since the process, the page or the worker began.
  const ms = performance.now();
  await memory.remember("住在上海，养了一只狗");
  const [chinese] = await memory.recall("上海");
  const error = await memory.get("no-id").catch((thrown) => thrown);
  const sent = error.constructor.from(structuredClone(error));
  await memory.close();
  return {
    actions: [first.action, again.action],
    hits: [english?.text, chinese?.text],
    refused: [error.name, error.code, sent.name, sent.code],
    ms,
  };
}
