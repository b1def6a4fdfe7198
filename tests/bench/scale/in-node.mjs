// One store in a process of its own: `node in-node.mjs FILE BUDGET TEXTS`; the answer goes to the parent.

import "./instances.mjs";

import { copyFileSync, rmSync } from "node:fs";

import { Memory } from "palimpsest";
import { sqliteStorage } from "palimpsest/node-sqlite";

import { measured, opened } from "./steps.mjs";

const [path, budget, texts] = process.argv.slice(2);
// What is written must not stay.
const copy = `${path}.copy`;
copyFileSync(path, copy);
let busy = 0;
async function open() {
  const before = process.cpuUsage();
  const found = await opened(
    Memory,
    { storage: await sqliteStorage(copy) },
    Number(budget),
  );
  const { user, system } = process.cpuUsage(before);
  busy = (user + system) / 1000;
  return found;
}
const answer = await measured(open, JSON.parse(texts));
rmSync(copy, { force: true });
process.send?.({ ...answer, busy, rss: process.memoryUsage().rss });
