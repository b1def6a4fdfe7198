import { Memory } from "palimpsest/base64";

import { use } from "./use.mjs";

console.log(JSON.stringify(await use(Memory, { storage: "memory" })));
