// What is done with a store while a weak model answers: writes, merges, a reflection, its undoing, an extraction. Each is checked after each step.

import { isDeepStrictEqual } from "node:util";

/** @typedef {import("./person.mjs").Person} Person */
/** @typedef {import("./tally.mjs").Tally} Tally */
/**
 * `now` sets the store's clock; `isSpent` says whether a share of the calls, or the time, is used up.
 *
 * @typedef {{ people: Person[], tally: Tally, now(at: number): void, isSpent(share: number): boolean }} Course
 */

/** Records that are merged at once. */
const MERGED = 3;
/** Messages of a conversation. */
const MESSAGES = 4;
/** Conversations of each person. */
const CONVERSATIONS = 2;

/** Everybody's writes in turn, `most` each. @param {Course} course @param {number} most @param {number} share of the calls, 0 to 1 */
export async function tellAll({ people, tally, now, isSpent }, most, share) {
  for (let nth = 0; nth < most; nth += 1)
    for (const person of people) {
      const write = person.stream.writes[nth];
      if (!write || isSpent(share)) continue;
      now(write.at);
      const action = await tally.attempt("write", () => person.tell(write));
      if (action) tally.count(`write: ${action}`);
      await tally.attempt("turn", () => person.handle.endTurn());
      await person.check(`write ${write.n}`);
    }
}

/** Topics with several records, and then neighbours in time. @param {Course} course @param {number} most of each person @param {number} share */
export async function mergeAll({ people, tally, isSpent }, most, share) {
  for (const person of people) {
    const topics = (await person.handle.topics()).filter(
      ({ ids }) => 1 < ids.length,
    );
    const groups = [
      ...topics.map(({ topic }) => topic),
      ...(await neighbours(person)),
    ];
    for (const group of groups.slice(0, most)) {
      if (isSpent(share)) return;
      const merged = await tally.attempt("merge", () =>
        person.handle.merge(group),
      );
      tally.count("merge: merged", merged?.length ?? 0);
      await person.check("a merge");
    }
  }
}

/** Ids of active records of one kind that were told one after the other, and are not pinned. @param {Person} person */
async function neighbours({ handle }) {
  const records = (await handle.list()).filter(
    ({ kind, pinned, conflictPending }) =>
      kind === "fact" && !pinned && !conflictPending,
  );
  const groups = [];
  for (let from = 0; from + MERGED <= records.length; from += MERGED)
    groups.push(records.slice(from, from + MERGED).map(({ id }) => id));
  return groups;
}

/** One reflection each; answers how to take each back. @param {Course} course */
export async function reflectAll({ people, tally }) {
  const undos = [];
  for (const person of people) {
    const before = await person.records();
    const done = await tally.attempt("reflection", () =>
      person.handle.reflect({ force: true }),
    );
    for (const name of COUNTED)
      tally.count(`reflection: ${name}`, done?.[name] ?? 0);
    for (const { reason } of done?.refusals ?? [])
      tally.refuse("reflect", reason);
    await person.check("a reflection");
    if (done?.journalId)
      undos.push({ person, before, journalId: done.journalId });
  }
  return undos;
}

const COUNTED = /** @type {const} */ ([
  "examined",
  "merged",
  "updated",
  "deleted",
  "conflicts",
  "rejected",
  "failed",
]);

/** Takes reflections back: the records must be exactly as they were. @param {Course} course @param {Awaited<ReturnType<typeof reflectAll>>} undos */
export async function undoAll({ tally }, undos) {
  for (const { person, before, journalId } of undos) {
    const undone = await tally.attempt("undo", () =>
      person.handle.undo(journalId),
    );
    if (!undone) continue;
    tally.count("undo: of a reflection");
    const after = await person.check("an undo");
    if (!isDeepStrictEqual(byId(after), byId(before)))
      person.faults.push(
        `${person.name}: an undone reflection left other records than before`,
      );
  }
}

/** What was not told yet, as conversations. @param {Course} course */
export async function observeAll({ people, tally, now, isSpent }) {
  for (const person of people) {
    for (let nth = 0; nth < CONVERSATIONS && !isSpent(1); nth += 1) {
      const from = person.writes.length + nth * MESSAGES;
      const writes = person.stream.writes.slice(from, from + MESSAGES);
      const messages = writes.flatMap(
        ({ n, at, text }) =>
          /** @type {import("palimpsest").Message[]} */ ([
            { role: "user", content: text, id: `${n}`, at },
            { role: "assistant", content: `#${n}`, at },
          ]),
      );
      person.said.push(...writes.map(({ text }) => text));
      now(Math.max(...writes.map(({ at }) => at)));
      const decisions = await tally.attempt("extraction", () =>
        person.handle.observe(messages),
      );
      for (const { action, record } of decisions ?? []) {
        tally.count(`extraction: ${action}`);
        if (action === "rejected" || !record) continue;
        // From now on it is told as well.
        person.told.add(record.text);
        checkQuotes(person, record);
      }
      await person.check("an extraction");
    }
  }
}

/** Words that the extraction gives as somebody's must be somebody's. @param {Person} person @param {import("palimpsest").MemoryRecord} record */
function checkQuotes(person, { sources }) {
  const said = [...person.told, ...person.said];
  for (const { quote } of sources)
    if (quote !== undefined && !said.some((text) => text.includes(quote)))
      person.faults.push(
        `${person.name}: nobody said the quote ${JSON.stringify(quote)}`,
      );
}

/** @param {import("palimpsest").MemoryRecord[]} records */
const byId = (records) =>
  [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
