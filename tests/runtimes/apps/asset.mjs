// A page that has the wasm file as an asset of its bundler's.
import { initialise, Memory } from "palimpsest/slim";
import url from "palimpsest/palimpsest.wasm";

import { use } from "./use.mjs";

window.answer = await initialise(new URL(url, import.meta.url))
  .then(() => use(Memory))
  .catch(String);
