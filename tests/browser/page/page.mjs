// What the tests call inside the page.

import { Memory } from "palimpsest";

import { tellAll } from "./tell.mjs";

Object.assign(window, { Memory, tellAll, ready: true });
