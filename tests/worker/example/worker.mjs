// A Worker that keeps a memory for each of its users, in a Durable Object of their own. Copy it, with wrangler.jsonc beside it.
//
//   POST /ana        {"text": "Lives in Lisbon with two cats"}     → what was decided
//   GET  /ana?q=where does she live                                → the hits, best first

import { MemoryError, memoryOf } from "palimpsest/durable-object";

export { MemoryObject } from "palimpsest/durable-object";

/** What a caller may be told to do better; anything else is the service's own trouble. */
const CALLERS_FAULT = ["invalid_input", "text_too_long", "not_found"];

export default {
  /**
   * @param {Request} request
   * @param {{ MEMORY: import("palimpsest/durable-object").ObjectNamespace }} env
   */
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    try {
      // In a real service the user is who the request proves to be, never who it says.
      const memory = memoryOf(
        env.MEMORY,
        decodeURIComponent(pathname.slice(1)),
      );
      if (request.method === "POST") {
        const { action, record } = await memory.remember(await request.json());
        return Response.json({ action, text: record.text });
      }
      const hits = await memory.recall(searchParams.get("q") ?? "");
      return Response.json(hits.map(({ text, score }) => ({ text, score })));
    } catch (thrown) {
      const { code, message } = MemoryError.from(thrown);
      const status = CALLERS_FAULT.includes(code) ? 400 : 503;
      return Response.json({ code, message }, { status });
    }
  },
};
