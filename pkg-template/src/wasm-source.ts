// What the wasm module is made from, in types that need no library of a browser's.

/** What the wasm module is made from: the module itself, the bytes of `palimpsest.wasm`, a response with them, or where they are fetched. */
export type WasmSource =
  Module | ArrayBuffer | ArrayBufferView | Answer | URL | string;

/** A `WebAssembly.Module`, where there is a type for it; in the browser's library that is an empty one, which a number would fit. */
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer M } };
}
  ? M & object
  : object;
/** A `Response`, where there is a type for it. */
type Answer = typeof globalThis extends { Response: { prototype: infer R } }
  ? R
  : object;
