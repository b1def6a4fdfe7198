import { Memory } from "palimpsest";

import { use } from "./use.mjs";

console.log(JSON.stringify(await use(Memory, { storage: "memory" })));
