import { Memory } from "./node_modules/palimpsest/entry-browser.js";

import { use } from "./use.mjs";

self.postMessage(await use(Memory).catch(String));
