// What the wasm module is made from, and what there is to do where it can't be made.

import { MemoryError } from "./errors.js";

/** What every wasm file begins with: `\0asm`. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** A module with one function, which makes a vector of zeros: valid only where there is SIMD. */
const SIMD = Uint8Array.of(
  ...[...MAGIC, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // one type: () → v128
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15, 0x0b], // i32.const 0, i8x16.splat
);

/**
 * The module from whatever `source` finds.
 *
 * Values are told apart by their tags, since Jest and frames have classes of their own.
 */
export async function compiled(
  source: () => unknown,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object")
    throw refused("this runtime has no WebAssembly");
  try {
    const found = await source();
    if (tag(found) === "WebAssembly.Module") return found as WebAssembly.Module;
    if (tag(found) === "Response") return await fromResponse(found as Response);
    if (typeof found === "string" || tag(found) === "URL")
      return await fromResponse(await fetched(found as string | URL));
    const bytes = bytesIn(found);
    if (bytes) return await fromBytes(bytes, "what was given");
    const given = found === null ? "null" : (tag(found) ?? typeof found);
    throw refused(
      `the wasm module is needed as a WebAssembly.Module, as bytes, as a Response, or as its URL; ${given} was given`,
    );
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refused(
      `palimpsest.wasm could not be loaded (${reason}); it must lie beside the package's JavaScript`,
      cause,
    );
  }
}

async function fetched(url: string | URL): Promise<Response> {
  try {
    return await fetch(url);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = String(url).startsWith("file:")
      ? "read the file and hand in its bytes"
      : "it must be served, and the page's policy must let it be fetched";
    throw refused(
      `${String(url)} could not be fetched (${reason}); ${advice}`,
      cause,
    );
  }
}

async function fromResponse(response: Response): Promise<WebAssembly.Module> {
  const type = response.headers.get("content-type") ?? "no type";
  const what = `${response.url || "the response"} (${response.status}, ${type})`;
  if (!response.ok) throw elsewhere(what);
  if (!type.startsWith("application/wasm"))
    return fromBytes(new Uint8Array(await response.arrayBuffer()), what);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (cause) {
    throw uncompiled(cause);
  }
}

async function fromBytes(
  bytes: Uint8Array<ArrayBuffer>,
  what: string,
): Promise<WebAssembly.Module> {
  if (MAGIC.some((byte, place) => bytes[place] !== byte)) throw elsewhere(what);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw uncompiled(cause);
  }
}

function elsewhere(what: string): MemoryError {
  return refused(
    `${what} is not palimpsest.wasm. The file must lie beside the package's JavaScript: the dev server of Vite 7 needs optimizeDeps.exclude: ` +
      `["palimpsest"], esbuild and Rollup need a copy of the file beside the bundle. Or import palimpsest/base64, which holds it`,
  );
}

/** Why the engine does not compile a file that begins rightly. */
function uncompiled(cause: unknown): MemoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/content security policy|unsafe-eval/i.test(reason))
    return refused(
      `the page's content security policy forbids WebAssembly; its script-src needs 'wasm-unsafe-eval' (${reason})`,
      cause,
    );
  if (!WebAssembly.validate(SIMD))
    return refused(
      "this runtime has no WebAssembly SIMD; browsers have it since Chrome 91, Firefox 89 and Safari 16.4",
      cause,
    );
  return refused(
    `palimpsest.wasm does not compile (${reason}); the file is damaged or cut off`,
    cause,
  );
}

function refused(message: string, cause?: unknown): MemoryError {
  return new MemoryError("not_initialised", message, { cause });
}

function bytesIn(found: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(found))
    return new Uint8Array(
      found.buffer as ArrayBuffer,
      found.byteOffset,
      found.byteLength,
    );
  if (tag(found) === "ArrayBuffer") return new Uint8Array(found as ArrayBuffer);
  return undefined;
}

/** The name by which an object says what it is. */
function tag(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
