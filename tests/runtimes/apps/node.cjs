const { Memory } = require("palimpsest");

const { use } = require("./use.cjs");

use(Memory, { storage: "memory" }).then((answer) =>
  console.log(JSON.stringify(answer)),
);
