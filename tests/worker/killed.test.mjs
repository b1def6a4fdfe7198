// The whole runtime is killed in the middle of a load of writes; what was acknowledged is there when it runs again.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { startWorker } from "./harness.mjs";

const WRITER = fileURLToPath(new URL("./writer.mjs", import.meta.url));

/** How many acknowledgements are seen before the end. */
const N_SEEN = 40;

test("a runtime killed in the middle of a load of writes loses no acknowledged one", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-"));
  context.after(() => rmSync(folder, { recursive: true }));
  // A group of its own, so that the runtime that it starts ends with it.
  const child = spawn(process.execPath, [WRITER, folder], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { pid = 0 } = child;
  assert.ok(0 < pid);
  /** @type {string[]} */
  const acknowledged = [];
  createInterface({ input: child.stdout }).on("line", (text) => {
    acknowledged.push(text);
    if (acknowledged.length === N_SEEN) process.kill(-pid, "SIGKILL");
  });
  await new Promise((resolve) => child.on("close", resolve));
  assert.equal(child.signalCode, "SIGKILL");

  const worker = await startWorker("fixture.mjs", {
    objects: { MEMORY: "MemoryObject" },
    folder,
  });
  context.after(() => worker.close());
  const asked = { object: "MEMORY", user: "ana" };
  /** @type {{ text: string }[]} */
  const records = await worker.ask({ ...asked, method: "list" });
  const stored = new Set(records.map(({ text }) => text));
  assert.ok(N_SEEN <= stored.size);
  assert.deepEqual(
    acknowledged.filter((text) => !stored.has(text)),
    [],
  );
  const again = { ...asked, method: "remember", given: [acknowledged[0]] };
  assert.equal((await worker.ask(again)).action, "duplicate");
});
