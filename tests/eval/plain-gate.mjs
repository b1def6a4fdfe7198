// What a gate of nothing but a cosine of 0.9 makes of the golden pairs: which it takes for one memory.
//   node tests/eval/plain-gate.mjs [--at 0.9]

import { parseArgs } from "node:util";

import { withInterval } from "./interval.mjs";
import { isApart, isKnown } from "./pairs.mjs";
import { goldenPairs } from "./pairs-data.mjs";
import { cosine } from "./recorded.mjs";
import { table } from "./table.mjs";
import { openVectors } from "./vectors.mjs";

/** @typedef {import("./pairs-data.mjs").Pair} Pair */

const { values: options } = parseArgs({
  options: { at: { type: "string", default: "0.9" } },
});
const THRESHOLD = Number(options.at);
const MODELS = /** @type {const} */ (["use", "e5"]);
const pairs = goldenPairs();

/** The ids of the pairs that a model takes for one. @type {Set<string>[]} */
const taken = [];
for (const model of MODELS) {
  const { embed, save } = await openVectors(model);
  const ones = await embed(pairs.map(({ a }) => a));
  const others = await embed(pairs.map(({ b }) => b));
  await save();
  taken.push(
    new Set(
      pairs
        .filter((_, at) => THRESHOLD <= cosine(ones[at], others[at]))
        .map(({ id }) => id),
    ),
  );
}

/** @param {string[]} names @param {(pair: Pair) => boolean} holds @param {(rate: import("./interval.mjs").Rate) => string} shown */
function row(names, holds, shown) {
  const cells = taken.flatMap((ids) =>
    ["zh", "en"].map((lang) => {
      const among = pairs.filter((pair) => pair.lang === lang && holds(pair));
      const hits = among.filter(({ id }) => ids.has(id)).length;
      return shown({ hits, n: among.length });
    }),
  );
  return [...names, ...cells];
}

const counts = (/** @type {{ hits: number, n: number }} */ { hits, n }) =>
  `${hits}/${n}`;
const unique = (/** @type {string[]} */ names) => [...new Set(names)];
const columns = ["USE, zh", "USE, en", "e5, zh", "e5, en"];

console.log(
  `Golden pairs that a cosine of ${THRESHOLD} takes for one memory, of so many; with Wilson 95 % intervals.\n`,
);
console.log(
  table(
    ["", ...columns],
    [
      row(["found: same, less"], isKnown, withInterval),
      row(
        ["wrongly dropped: contradicts, coexists, different"],
        isApart,
        withInterval,
      ),
      ...unique(pairs.map(({ label }) => label)).map((label) =>
        row([label], (pair) => pair.label === label, withInterval),
      ),
    ],
  ),
);
console.log("\nBy kind\n");
console.log(
  table(
    ["label", "kind", ...columns.map((name) => ` ${name}`)],
    unique(pairs.map(({ kind }) => kind)).map((kind) => {
      const members = pairs.filter((pair) => pair.kind === kind);
      return row(
        [members[0].label, kind],
        (pair) => pair.kind === kind,
        counts,
      );
    }),
  ),
);
