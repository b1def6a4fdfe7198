import { Memory } from "./node_modules/palimpsest/base64.js";

import { use } from "./use.mjs";

window.answer = await use(Memory).catch(String);
