const { writeFileSync } = require("node:fs");

const { Memory } = require("palimpsest");

const { use } = require("./use.cjs");

test("the package works", async () => {
  const answer = await use(Memory, { storage: "memory" });
  writeFileSync("answer.json", JSON.stringify(answer));
});
