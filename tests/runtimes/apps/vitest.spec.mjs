import { writeFileSync } from "node:fs";

import { Memory } from "palimpsest";
import { test } from "vitest";

import { use } from "./use.mjs";

test("the package works", async () => {
  const answer = await use(Memory, { storage: "memory" });
  writeFileSync("answer.json", JSON.stringify(answer));
});
