// A page without a bundler.
import { Memory } from "./node_modules/palimpsest/entry-browser.js";

import { use } from "./use.mjs";

window.answer = await use(Memory).catch(String);
