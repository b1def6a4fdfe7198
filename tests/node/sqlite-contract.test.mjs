// The contract that every store keeps, on SQLite files; each check on a file of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { sqliteStorage } from "palimpsest/node-sqlite";

import { contractCheck, contractChecks } from "../contract/node.mjs";

/** @type {("relaxed" | "strict")[]} */
const DURABILITIES = ["relaxed", "strict"];

for (const durability of DURABILITIES)
  describe(`a file that is ${durability}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "palimpsest-"));
    /** @type {import("palimpsest").StorageAdapter[]} */
    const handles = [];
    after(async () => {
      for (const handle of handles) await handle.close?.();
      rmSync(folder, { recursive: true });
    });

    /** @param {string} name */
    async function open(name) {
      const file = join(folder, `${name}.db`);
      const handle = await sqliteStorage(file, { durability });
      handles.push(handle);
      return handle;
    }

    for (const name of contractChecks())
      test(name.replaceAll("_", " "), () => contractCheck(name, open));
  });
