import { Memory } from "./node_modules/palimpsest/entry-browser.js";

import { use } from "./use.mjs";

use(Memory)
  .catch(String)
  .then((answer) => (self.answer = answer));
