// One store in the SQLite database of a Durable Object: filled by one workerd, measured in another.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { startWorker } from "../../worker/harness.mjs";
import { bundled } from "./bundle.mjs";
import { revisionOf, rowsOf } from "./stores.mjs";

const WORKERS = join(import.meta.dirname, "../../worker");

/** @param {string} path of the store @param {number} budget @param {string[]} texts */
export async function inObject(path, budget, texts) {
  const main = relative(WORKERS, await bundled("object.mjs", "workerd"));
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-scale-"));
  const started = async () => {
    const before = new Set(workerds());
    const worker = await startWorker(main, {
      objects: { SCALE: "Scale" },
      folder,
    });
    const own = workerds().filter((id) => !before.has(id));
    const rss = () => own.reduce((sum, id) => sum + residentBytes(id), 0);
    /** @param {string} what @param {string | number} given @param {Uint8Array} [body] */
    const ask = async (what, given, body) => {
      const init = body && { method: "POST", body: /** @type {any} */ (body) };
      const path = `/${what}?given=${encodeURIComponent(given)}`;
      return (await worker.fetch(path, init)).body;
    };
    return { ask, rss, close: worker.close };
  };
  try {
    const filling = await started();
    const revision = revisionOf(path);
    const chunks = [...rowsOf(path)];
    for (const [nth, chunk] of chunks.entries()) {
      // The last commit brings the store to the revision that its rows speak of.
      const next =
        nth + 1 === chunks.length ? Math.max(revision, nth + 1) : nth + 1;
      await filling.ask("fill", `${nth}-${next}`, chunk);
    }
    await filling.close();
    const measuring = await started();
    await measuring.ask("idle", "");
    const rssBefore = measuring.rss();
    const timed = async (
      /** @type {string} */ what,
      /** @type {any} */ given,
    ) => {
      const start = performance.now();
      const { answer, wasm } = await measuring.ask(what, given);
      return { answer, wasm, ms: performance.now() - start };
    };
    const open = await timed("open", budget);
    const rssOpen = measuring.rss();
    const recalls = [];
    const writes = [];
    for (const text of texts) recalls.push((await timed("recall", text)).ms);
    for (const text of texts) writes.push((await timed("write", text)).ms);
    const { wasm } = await timed("idle", "");
    const rss = measuring.rss();
    await measuring.close();
    return {
      vectors: open.answer,
      opening: open.ms,
      atOpen: open.wasm,
      recalls,
      writes,
      atEnd: wasm,
      rssBefore,
      rssOpen,
      rss,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processes of workerd that run here. */
function workerds() {
  return readdirSync("/proc").filter((id) => {
    try {
      return (
        /^\d+$/.test(id) &&
        readFileSync(`/proc/${id}/comm`, "utf8").trim() === "workerd"
      );
    } catch {
      return false;
    }
  });
}

/** @param {string} id of a process */
function residentBytes(id) {
  const status = readFileSync(`/proc/${id}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
