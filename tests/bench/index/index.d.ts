// What wasm-bindgen makes of lib.rs.

export class Index {
  constructor(dimension: number);
  insert(slot: number, values: Float32Array): void;
  insertCode(slot: number, values: Float32Array): void;
  remove(slot: number): boolean;
  topK(query: Float32Array, k: number): Uint32Array;
  nAsked(query: Float32Array, k: number): number;
  missing(query: Float32Array, k: number): Uint32Array;
  bytes(): number;
  free(): void;
}

export function initSync(options: { module: WebAssembly.Module }): {
  memory: WebAssembly.Memory;
};
