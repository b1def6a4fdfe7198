// The Worker that is measured: an object whose store is filled with rows, and then opened, searched and written to.
// A Worker's clock stands still while it computes, so whoever asks takes the time.

import { wasmBytes } from "./instances.mjs";

import { DurableObject } from "cloudflare:workers";
import { Memory } from "palimpsest";
import { durableObjectStorage } from "palimpsest/durable-object";

import { rowsIn } from "./rows.mjs";
import { opened } from "./steps.mjs";

export class Scale extends DurableObject {
  /** @type {Memory | undefined} */
  memory;

  /** @param {Request} request */
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const given = searchParams.get("given") ?? "";
    const answer = await this.done(pathname, given, request);
    return Response.json({ answer, wasm: wasmBytes() });
  }

  /** @param {string} what @param {string} given @param {Request} request */
  async done(what, given, request) {
    const storage = durableObjectStorage(this.ctx.storage);
    if (what === "/fill") {
      const [expected, next] = given.split("-").map(Number);
      const puts = /** @type {any} */ ([
        ...rowsIn(await request.arrayBuffer()),
      ]);
      await storage.commit({ expected, next, puts, deletes: [] });
      return puts.length;
    }
    if (what === "/open") {
      const { memory, vectors } = await opened(
        Memory,
        { storage },
        Number(given),
      );
      this.memory = memory;
      return vectors;
    }
    if (what === "/recall")
      return this.memory?.recall(given, { limit: 10, touch: false });
    if (what === "/write") return this.memory?.remember(given);
    return null;
  }
}

export default {
  /** @param {Request} request @param {{ SCALE: any }} env */
  fetch: (request, { SCALE }) =>
    SCALE.get(SCALE.idFromName("one")).fetch(request),
};
