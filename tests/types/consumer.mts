// A user's program as an ES module; tests/types/consumers.test.mjs compiles it by every way of resolving.

import {
  type CallOptions,
  Memory,
  MemoryError,
  type MemoryErrorJson,
} from "palimpsest";
import { Memory as OneFile } from "palimpsest/base64";
import { initialise, Memory as Slim, type WasmSource } from "palimpsest/slim";

export async function used(source: WasmSource): Promise<string> {
  await using memory = await Memory.open({ storage: "memory" });
  const options: CallOptions = { signal: AbortSignal.timeout(1000) };
  const { record } = await memory.remember({ text: "住在上海" }, options);
  await memory.rememberAll(["a"], options);
  await memory.recall("上海", { limit: 3, ...options });
  const json: MemoryErrorJson = MemoryError.from(0).toJSON();

  await initialise(source);
  await initialise(new Uint8Array());
  await initialise(new URL("https://example.org/palimpsest.wasm"));
  const one: Memory = await OneFile.open();
  const other: Memory = await Slim.open();
  await Promise.all([one.close(), other.close()]);

  // @ts-expect-error A number is no source.
  await initialise(7);
  // @ts-expect-error There is no such option.
  await memory.remember("a", { timeout: 1 });
  // @ts-expect-error That is no signal.
  await memory.recall("a", { signal: true });
  return record.text + json.code;
}
