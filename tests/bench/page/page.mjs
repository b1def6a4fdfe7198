// A run inside the page.

import { measure } from "../measure.mjs";
import { memoryBytes } from "./memories.mjs";

const { heap, say } = /** @type {any} */ (window);

/** @type {import("../measure.mjs").Host} */
const host = {
  runtime: "page",
  library: (id) => import(`/library/${id}`),
  async bytes(path) {
    const response = await fetch(`/package/${path}`);
    if (!response.ok) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer());
  },
  memory: async () => (await heap()) + memoryBytes(),
  say,
};

Object.assign(window, {
  measureRun: (/** @type {import("../measure.mjs").Run} */ run) =>
    measure(run, host),
});
