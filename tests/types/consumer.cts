// A user's program in CommonJS.

import palimpsest = require("palimpsest");
import slim = require("palimpsest/slim");

export async function used(): Promise<string> {
  const memory: palimpsest.Memory = await palimpsest.Memory.open();
  const { record }: palimpsest.Decision = await memory.remember("a");
  await slim.initialise(new Uint8Array());
  const error = new palimpsest.MemoryError("closed", "shut");
  await memory[Symbol.asyncDispose]();
  return record.text + error.code;
}
