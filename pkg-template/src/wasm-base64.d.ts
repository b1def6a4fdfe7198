/** `palimpsest.wasm` in base64, without line breaks; `scripts/pkg` writes it. */
export const WASM: string;
