// A page by a bundler. Where there is IndexedDB, no option is needed.
import { Memory } from "palimpsest";

import { use } from "./use.mjs";

window.answer = await use(Memory).catch(String);
