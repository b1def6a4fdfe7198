// What a case leaves in the store, as one digest: the same seed, clock and answers leave the same bytes in every runtime.

import { playOut } from "./play.mjs";

/**
 * SHA-256 of every row that a case leaves, its collection and key before its value; how many there are, and how many faults it found.
 *
 * @param {import("./scenario.ts").Scenario} scenario
 */
export async function digestOf(scenario) {
  const { faults, storage } = await playOut(scenario);
  const rows = storage.rows();
  const parts = rows.flatMap(([name, key, value]) => {
    const head = new TextEncoder().encode(`${name} ${key} ${value.length}\n`);
    return [...head, ...value];
  });
  const bytes = Uint8Array.from(parts);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hex = [...new Uint8Array(digest)].map((byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return `${faults.length} faults, ${rows.length} rows ${hex.join("")}`;
}
