// The contract that every store must keep, as functions for Node.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../.cache/contract/", import.meta.url);

/** @type {Pick<typeof import("./contract.js"), "contractChecks" | "contractCheck" | "initSync">} */
const contract = await import(new URL("contract.js", FOLDER).href).catch(() => {
  throw new Error("the contract is not built: scripts/contract");
});
const wasm = readFileSync(new URL("contract_bg.wasm", FOLDER));
contract.initSync({ module: new WebAssembly.Module(wasm) });

export const { contractChecks, contractCheck } = contract;
