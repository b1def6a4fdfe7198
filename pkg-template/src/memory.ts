// The class that callers see: each method hands its arguments to the core and turns what it throws into a MemoryError.

import { type CallOptions, parted, signalIn } from "./abort.js";
import type {
  Calibration,
  Conflict,
  Context,
  ContextOptions,
  Decision,
  EvaluateOptions,
  Filter,
  ForgetOptions,
  Forgotten,
  History,
  HistoryOptions,
  Hit,
  Imported,
  ImportOptions,
  JournalEntry,
  JournalPage,
  ListFilter,
  ListPage,
  MemoryRecord,
  Message,
  ObserveOptions,
  Patch,
  RecallOptions,
  Reembedded,
  Rejected,
  RememberInput,
  Resolution,
  Resolved,
  Report,
  Scope,
  Stats,
  Topic,
  Undone,
} from "./glue.js";
import { core } from "./handle.js";
import { Upkeep } from "./upkeep.js";

/**
 * The methods of `Memory`. Each rejects with a `MemoryError`. Arguments are read at once, so an object may be changed after the call.
 *
 * Should the core ever fail by a fault of its own, the call says so (`internal`), and the next one opens the store anew.
 */
export abstract class MemoryBase extends Upkeep {
  /**
   * Writes one memory, and decides against everything known in this scope whether it is new, a duplicate, or says more than a known one.
   *
   * When this has resolved, the text is stored. A failed or slow callback does not reject it: the memory is then `pending`.
   * Rejects with `invalid_input`, `text_too_long`, or why the store can't be written; nothing was written then.
   *
   * ```js
   * const { action, record } = await memory.remember("Lives in Lisbon since May");
   * ```
   */
  async remember(
    input: string | RememberInput,
    options?: CallOptions,
  ): Promise<Decision> {
    const signal = signalIn(options, "remember");
    return this[core](signal, (raw) => raw.remember(input));
  }

  /**
   * Writes several memories, decided in their order, with as few calls of the embedding callback as possible.
   *
   * All are checked before any is written. When the store fails midway, or the signal is aborted, `written` of the `MemoryError` says how many were.
   */
  async rememberAll(
    items: readonly (string | RememberInput)[],
    options?: CallOptions,
  ): Promise<Decision[]> {
    const signal = signalIn(options, "rememberAll");
    return this[core](signal, (raw) => raw.rememberAll(items));
  }

  /**
   * Goes through messages of a conversation and writes what is worth remembering, each memory decided as by `remember`: what your language model finds
   * and a message says, quoted and dated. What no user message says is `rejected`, with a `reason`. Without a model, what rules recognise as a
   * statement about the user is written, and `reason` says so.
   *
   * Hand in each turn's messages, or the whole conversation every time: what was gone through is known by its `id` (else by what it says and when) and
   * passed over. Where the model fails, the messages wait in the store and are read at the next call or at upkeep, in their order; a `warning` says so.
   * Rejects with `invalid_input` for a message that can't be used, and with `queue_full` where too much waits already.
   *
   * ```js
   * await memory.observe([{ role: "user", content: "I moved to Porto last week", id: "m17" }]);
   * ```
   */
  async observe(
    messages: readonly Message[],
    options?: ObserveOptions & CallOptions,
  ): Promise<(Decision | Rejected)[]> {
    const { signal, others } = parted<ObserveOptions>(options, "observe");
    return this[core](signal, (raw) => raw.observe(messages, others));
  }

  /** Finds memories by meaning and by words, the best first: five, unless `limit` says otherwise. */
  async recall(
    query: string,
    options?: RecallOptions & CallOptions,
  ): Promise<Hit[]> {
    const { signal, others } = parted<RecallOptions>(options, "recall");
    return this[core](signal, (raw) => raw.recall(query, others));
  }

  /**
   * What is known about a query, as a text for a prompt of at most `maxTokens` tokens (800): what is pinned, then what answers best. `hits` are the
   * records in it; they count as used.
   *
   * Each memory is a quoted line that says when it held and what kind it is, what it said before, and where values stand against each other
   * the question to put to the user. What a memory says can't end its line or its quotes, so it can't pose as an instruction.
   *
   * Tokens are estimated by rule: a Chinese letter is one, four Latin letters are one, two digits are one. What does not fit is left out whole.
   *
   * ```js
   * const { text } = await memory.context(question, { maxTokens: 500 });
   * ```
   */
  async context(
    query: string,
    options?: ContextOptions & CallOptions,
  ): Promise<Context> {
    const { signal, others } = parted<ContextOptions>(options, "context");
    return this[core](signal, (raw) => raw.context(query, others));
  }

  /** One record, whatever its status. Rejects with `not_found` when this scope has none of that id. */
  async get(id: string): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.get(id));
  }

  /** Records in order of creation: hot active ones, unless `filter` says otherwise. `page.after` is the last id of the page before. */
  async list(filter?: ListFilter, page?: ListPage): Promise<MemoryRecord[]> {
    return this[core](undefined, (raw) => raw.list(filter, page));
  }

  /** Counts a record as used now, so that it fades later. */
  async touch(id: string): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.touch(id));
  }

  /** Changes a record. What the patch leaves out stays; `null` clears. The older text stays in its history. */
  async edit(id: string, patch: Patch): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.edit(id, patch));
  }

  /** Keeps a record from being cooled, merged away or deleted by anything automatic; `on: false` takes that back. */
  async pin(id: string, on = true): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.pin(id, on));
  }

  /**
   * Hides a record, or all that a filter admits, hot and cold; `restore` and `undo` bring them back.
   *
   * With `hard: true` every trace is removed for good: text, vector, versions, journal. A filter without any field is refused:
   * say `{ status: "active" }` to forget all that is known.
   */
  async forget(
    target: string | Filter,
    options?: ForgetOptions,
  ): Promise<Forgotten> {
    return this[core](undefined, (raw) => raw.forget(target, options));
  }

  /** Brings back a record that was hidden. */
  async restore(id: string): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.restore(id));
  }

  /**
   * Takes a journal entry back, the newest one of this scope when none is named: of those that are no undo, not undone yet, and of which a hard
   * `forget` removed nothing. The records are again exactly as they were.
   *
   * Rejects with `undo_blocked` when a later change stands in the way, and with `undo_expired` when what it needs is gone.
   */
  async undo(journalId?: string): Promise<Undone> {
    return this[core](undefined, (raw) => raw.undo(journalId));
  }

  /** The values that can't all hold, and of which only the user can say which one does, each with the question to put to them. */
  async conflicts(): Promise<Conflict[]> {
    return this[core](undefined, (raw) => raw.conflicts());
  }

  /**
   * Settles a conflict as the user says. What lost becomes history; a source that was wrong is trusted less, and `doubtful` names what else
   * stands on it alone. Rejects with `not_found` for a conflict that is not open, with `invalid_input` for a choice that is none of its values.
   *
   * ```js
   * for (const { id, question } of await memory.conflicts())
   *   await memory.resolve(id, { choose: await ask(question) });
   * ```
   */
  async resolve(id: string, resolution: Resolution): Promise<Resolved> {
    return this[core](undefined, (raw) => raw.resolve(id, resolution));
  }

  /**
   * What held when: of a key (`history("home_city")`, of the user unless `subject` says otherwise) or of a record by its id. Versions come oldest
   * first, by when they held, not by when they were told.
   */
  async history(idOrKey: string, options?: HistoryOptions): Promise<History> {
    return this[core](undefined, (raw) => raw.history(idOrKey, options));
  }

  /**
   * Merges records into one: these, or the active ones of a topic (those of each subject and kind into one). Every sentence is kept, word for word,
   * in `details`; text and facts are written by your language model where there is one, else taken from the records. `undo` takes it back.
   *
   * Records of one topic are merged by themselves once there are `policy.merge.at` of them. By hand pinned ones are merged too. Rejects with
   * `invalid_input` where there are not two active records of one kind, or one is in an open conflict; with `bad_answer` when the model said what
   * no record says. Nothing was merged then, unless the error has `written`: so many of a topic's groups are merged.
   */
  async merge(
    target: string | readonly string[],
    options?: CallOptions,
  ): Promise<Decision[]> {
    const signal = signalIn(options, "merge");
    return this[core](signal, (raw) => raw.merge(target));
  }

  /** The topics of the active records, by name, each with its records. */
  async topics(): Promise<Topic[]> {
    return this[core](undefined, (raw) => raw.topics());
  }

  /**
   * Links a record to another, by what the other is to it, in your words: `link(trip, "booked by", agency)`. Merging moves links to what the
   * records become.
   */
  async link(
    id: string,
    relation: string,
    otherId: string,
  ): Promise<MemoryRecord> {
    return this[core](undefined, (raw) => raw.link(id, relation, otherId));
  }

  /** What changed in this scope, and why, oldest entry first. */
  async journal(page?: JournalPage): Promise<JournalEntry[]> {
    return this[core](undefined, (raw) => raw.journal(page));
  }

  /** What this scope holds, in numbers. */
  async stats(): Promise<Stats> {
    return this[core](undefined, (raw) => raw.stats());
  }

  /**
   * How well this scope stands: the rates of duplicates and contradictions with 95 % intervals, recall@5 on your questions, what this
   * handle's writes cost, and what to do. It reads and never writes.
   *
   * A sample of records is drawn, and each is held against the whole scope, by the rules that judge a write; where these can't tell,
   * your language model is asked (`judge: false` forbids it). A record counts where an older one makes it needless, or stands against it.
   *
   * ```js
   * const { duplicates, diagnosis } = await memory.evaluate({
   *   questions: [{ text: "Where does she live?", answers: ["Lisbon"] }],
   * });
   * ```
   */
  async evaluate(options?: EvaluateOptions & CallOptions): Promise<Report> {
    const { signal, others } = parted<EvaluateOptions>(options, "evaluate");
    return this[core](signal, (raw) => raw.evaluate(others));
  }

  /**
   * All that this scope holds, as one run of bytes with a checksum: records with their history and details, vectors with their model's name, the
   * journal, open conflicts, answered idempotency keys, and messages that wait to be read. It holds no other scope, not what a language model answered
   * before, and not how far reflection has come: after an import all is due for one reflection.
   *
   * ```js
   * const bytes = await memory.export();
   * await other.import(bytes, { onCollision: "judge" });
   * ```
   */
  async export(options?: CallOptions): Promise<Uint8Array> {
    const signal = signalIn(options, "export");
    return this[core](signal, (raw) => raw.exportScope());
  }

  /**
   * Takes in what `export` gave. An empty scope becomes what the archive's was, journal and all. Into any other scope the archive's records are
   * brought, in one journal entry that `undo` takes back; `onCollision` says what becomes of one whose id is there already. The records of
   * another embedding model wait for new vectors.
   *
   * One commit takes all of it in, or nothing. With `judge`, the records are decided after that; what the callbacks don't answer waits. Rejects with
   * `archive_damaged`, `store_newer`, `too_large`, and with `invalid_input` for what is no archive, or is one of another scope.
   */
  async import(
    data: Uint8Array,
    options: ImportOptions & CallOptions,
  ): Promise<Imported> {
    const { signal, others } = parted<ImportOptions>(options, "import");
    return this[core](signal, (raw) =>
      raw.importScope(data, others as ImportOptions),
    );
  }

  /**
   * Measures the embedding model anew, by embedding 64 short sentences, and keeps what it finds under the model's name for every handle on
   * the store. Models that ship with thresholds and those that were measured at their first write need no call.
   *
   * Rejects with what the callback did (`callback_failed`, `timeout`, `bad_vector`); what held before holds then.
   */
  async calibrate(options?: CallOptions): Promise<Calibration> {
    const signal = signalIn(options, "calibrate");
    return this[core](signal, (raw) => raw.calibrate());
  }

  /**
   * Gives every record of every scope a vector of the embedding model in use, after a change of model; `progress` events say how far it is.
   * Texts stay as they are. Until a record has its new vector it is found by its words, and no older vector is compared with a new one.
   *
   * When it is broken off, by a failing callback or a closed page, a further call goes on where it was.
   */
  async reembed(options?: CallOptions): Promise<Reembedded> {
    const signal = signalIn(options, "reembed");
    return this[core](signal, (raw) => raw.reembed());
  }

  /** Every scope of the store that something was written to. */
  async scopes(): Promise<Scope[]> {
    return this[core](undefined, (raw) => raw.scopes());
  }
}
