// The types that Rust can't generate: what the host hands in, and the words that the generated types use.

/** How long a memory holds: `fact` until changed, `state` for a while, `inference` was guessed and not told. */
export type Kind = 'fact' | 'state' | 'inference';
/** `hot`: recalled; `cold`: kept, and recalled only when asked for. */
export type Tier = 'hot' | 'cold';
/** Whether a record counts; all but `active` are hidden. */
export type Status = 'active' | 'superseded' | 'merged' | 'deleted';
/** What a write did; `superseded` means that an older version became history, `conflict` that the user is to be asked. */
export type Action = 'added' | 'duplicate' | 'updated' | 'merged' | 'superseded' | 'conflict' | 'rejected';
/** Which part of the library decided. */
export type Strategy = 'gate' | 'fingerprint' | 'merge' | 'decay' | 'versions' | 'reflect';
/** A difference that forbids calling two texts the same. */
export type Guard = 'negation' | 'number' | 'date' | 'unit' | 'object' | 'direction' | 'role' | 'modality';
/** Who said it. */
export type SourceKind = 'user' | 'assistant' | 'tool' | 'document' | 'inference';
/** What a journal entry did. */
export type Operation = 'write' | 'judge' | 'edit' | 'pin' | 'link' | 'forget' | 'restore' | 'undo' | 'resolve' | 'import' | 'sweep' | 'reflect';
/**
 * In what two records of a report are alike, or stand against each other. Duplicates are `word_for_word`, `same_words`, `covered`, `fingerprint` and
 * `near_vector`; contradictions are `same_key`, `negation`, `number`, `date`, `degree` and `name`; `by_model` is either.
 */
export type PairKind = 'word_for_word' | 'same_words' | 'covered' | 'fingerprint' | 'near_vector' | 'same_key' | 'negation' | 'number' | 'date' | 'degree' | 'name' | 'by_model';
/** What a line of a report's diagnosis counts. */
export type DiagnosisKind = 'word_for_word' | 'same_words' | 'covered' | 'fingerprint' | 'near_vector' | 'same_key' | 'negation' | 'number' | 'date' | 'degree' | 'name' | 'by_model' | 'below_threshold' | 'pending_conflict' | 'pending';
/** The method that mends what a line of a report's diagnosis counts. */
export type Remedy = 'forget' | 'merge' | 'resolve' | 'calibrate' | 'remember';

/** What `MemoryError.code` says. A code that shipped never changes; more may come. */
export type MemoryErrorCode =
  | 'invalid_input'
  | 'text_too_long'
  | 'bad_vector'
  | 'not_found'
  | 'undo_blocked'
  | 'undo_expired'
  | 'store_newer'
  | 'store_damaged'
  | 'store_unavailable'
  | 'quota'
  | 'token_limit'
  | 'conflict'
  | 'timeout'
  | 'aborted'
  | 'closed'
  | 'not_initialised'
  | 'callback_failed'
  | 'bad_answer'
  | 'queue_full'
  | 'archive_damaged'
  | 'too_large'
  | 'internal';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [field: string]: JsonValue };
export type JsonObject = { [field: string]: JsonValue };

/**
 * A time that goes in: milliseconds since 1970, an ISO 8601 string, or a `Date`. As everywhere in JavaScript, a date alone is UTC
 * midnight, and a date with a time but without a zone is the runtime's local time.
 */
export type Time = number | string | Date;

/** Whose memories they are. Two scopes that differ in any field never mix; `{}` is a scope like any other. */
export interface Scope {
  /** The person. */
  userId?: string;
  /** The agent. */
  agentId?: string;
  /** One run of the agent; what belongs to a run fades as a passing state does. */
  runId?: string;
}

/** Who said it, and where that can be read again. */
export interface Source {
  /** Who said it. */
  kind: SourceKind;
  /** The words that were said. */
  quote?: string;
  /** The message that said them, by your name for it. */
  messageId?: string;
  /** When they were said, in milliseconds since 1970. */
  at?: number;
  /** How far the source is trusted, 0 to 1. */
  trust?: number;
}

/** What the user said of a conflict: which of its records or values holds, another value that does, or that all of them do. */
export type Resolution = { choose: string } | { value: string } | { keepBoth: true };

/** A memory that `observe` found in messages and did not keep; `reason` says why, in words. */
export type Rejected = Omit<Decision, 'action' | 'id' | 'record' | 'reason'> & { action: 'rejected'; id: null; record: null; reason: string };

/** A part of a message's content: texts are read, everything else is passed over. */
export interface MessagePart {
  type: string;
  text?: string;
}

/** A message of a conversation, as OpenAI's interface and the AI SDK have it; fields that are not named here are passed over. */
export interface Message {
  /** Who sent it. Of `system`, `developer`, `tool`, `function` and `data` nothing is ever taken. */
  role: 'user' | 'assistant' | 'system' | 'developer' | 'tool' | 'function' | 'data';
  /** What it says. */
  content?: string | readonly MessagePart[] | null;
  /** What it says, in a message of a user interface of the AI SDK. */
  parts?: readonly MessagePart[];
  /** Your name for it: it is known again by it. */
  id?: string;
  /** When it was sent; now when not given. */
  at?: Time;
}

/** Of whose key a history is wanted. */
export interface HistoryOptions {
  /** Whom or what the key is an attribute of; `'user'` when not given. */
  subject?: string;
}

/** Which records `list` holds. */
export interface ListFilter extends Filter {
  /** Cold ones too. */
  includeCold?: boolean;
}

/**
 * Turns texts into vectors: one a text, in order, all of one dimension. It is called with several texts at once where it can be.
 * When it fails, or takes longer than `policy.timeouts.embedMs` (`signal` is then aborted), the memory is stored all the same, `pending`.
 */
export type Embed = (
  texts: string[],
  options: { purpose: 'document' | 'query'; signal: AbortSignal },
) => Promise<ArrayLike<number>[]> | ArrayLike<number>[];

/** What a language model is asked. */
export interface LlmRequest {
  /** What it is asked to do. */
  task: 'annotate' | 'judge' | 'merge' | 'reflect' | 'extract';
  /** The instruction. */
  system: string;
  /** The material, quoted. */
  prompt: string;
  /** The JSON schema of the answer. */
  schema: object;
  /** Aborted when the answer is no longer waited for. */
  signal: AbortSignal;
}

/** What a language model answered, with the tokens that it took where you count them. */
export interface LlmAnswer {
  answer: string | object;
  usage: { inputTokens: number; outputTokens: number };
}

/** Answers requests in words. What it answers is untrusted: it is parsed strictly and checked. */
export type Llm = (request: LlmRequest) => Promise<string | object | LlmAnswer> | string | object | LlmAnswer;

/** A part of a store. */
export type Collection = 'records' | 'vectors' | 'journal' | 'cache' | 'meta';

/** Which rows of a collection are wanted: those of these keys, or those from a key (inclusive) to another (exclusive). */
export type ReadRequest =
  | { collection: Collection; keys: string[] }
  | { collection: Collection; from?: string; to?: string; limit?: number };

/** A change of a store: all of it or nothing. */
export interface Batch {
  /** The revision that the store must have. */
  expected: number;
  /** The revision that it will have. */
  next: number;
  /** Rows to write. */
  puts: [Collection, string, Uint8Array][];
  /** Rows to remove; a missing one is no error. */
  deletes: [Collection, string][];
}

/** A store of your own. Keys are ASCII; a value is at most 1 MiB. */
export interface StorageAdapter {
  /** One consistent snapshot: for each request its rows, ascending by key, and the store's revision, 0 when it is empty. */
  read(requests: ReadRequest[]): Promise<{ revision: number; rows: [string, Uint8Array][][] }>;
  /**
   * All or nothing, durable when it resolves. Rejects with an error whose `code` is `'conflict'`, writing nothing, when the stored revision
   * is not `expected`, and with `'quota'` when the store is full.
   */
  commit(batch: Batch): Promise<void>;
  /** Lets go of the store. */
  close?(): Promise<void>;
}

/** What `Memory.open` takes; nothing of it is needed where there is IndexedDB. */
export interface OpenOptions {
  /** The database; `'palimpsest'` when not given. */
  name?: string;
  /** What this handle reads and writes; `{}` when not given. */
  scope?: Scope;
  /**
   * Where the bytes are kept: IndexedDB where it exists, when not given. `'memory'` lives as long as the handle; a file in Node is
   * `await sqliteStorage(path)` of `palimpsest/node-sqlite`.
   */
  storage?: 'indexeddb' | 'memory' | StorageAdapter;
  /**
   * Whether a write waits until it would outlive a crash of the machine (`strict`), or only of the page (`relaxed`, when not given). A store that is
   * handed in has an option of its own for it: `sqliteStorage(path, { durability })`.
   */
  durability?: 'relaxed' | 'strict';
  /** The user's time zone, by its IANA name, for "yesterday" in messages; the runtime's when not given. */
  timeZone?: string;
  /** Your embedding model; a built-in one that knows words and no meanings, when not given. */
  embed?: Embed;
  /** The name of the embedding model, stored with every vector. */
  embedModel?: string;
  /** Your language model; rules alone decide when not given. */
  llm?: Llm;
  /** What you set of the policy. */
  policy?: PolicyOptions;
  /** Tells the time in milliseconds since 1970; `Date.now` when not given. */
  clock?: () => number;
  /** A safe integer that makes every id the same from run to run; for tests. */
  seed?: number;
  /** Is told what happens. What it throws is ignored. */
  onEvent?: (event: MemoryEvent) => void;
}
