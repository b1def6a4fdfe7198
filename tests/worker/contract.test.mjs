// The contract that every store keeps, on the SQLite database of a Durable Object; each check in an object of its own.

import { after, before, describe, test } from "node:test";

import { contractChecks } from "../contract/node.mjs";
import { startWorker } from "./harness.mjs";

describe("the store of a Durable Object", () => {
  /** @type {Awaited<ReturnType<typeof startWorker>>} */
  let worker;
  before(async () => {
    worker = await startWorker("fixture.mjs", { objects: { BARE: "Bare" } });
  });
  after(() => worker?.close());

  for (const name of contractChecks())
    test(name.replaceAll("_", " "), () =>
      worker.ask({
        object: "BARE",
        bare: true,
        user: name,
        method: "contractCheck",
        given: [name],
      }),
    );
});
