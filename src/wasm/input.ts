// What goes in, and is read by `dto`; a test holds the fields to those that are read.

/** A memory to be written. Only the text is needed. */
export interface RememberInput {
  /** What is to be remembered, word for word. */
  text: string;
  /** How long it holds; a `fact` where neither you nor a rule says. */
  kind?: Kind;
  /** The attribute of the subject that the text gives a value for, like `home_city`. */
  key?: string;
  /** The key's value. */
  value?: string;
  /** Whom or what it is about. */
  subject?: string;
  /** What it belongs to. */
  topic?: string;
  /** 0 to 1; 0.5 when not given. */
  importance?: number;
  /** 0 to 1; when not given 0.9 for what the user said, 0.7 from assistant, tool or document, 0.5 for an inference. */
  confidence?: number;
  /** Labels of yours. */
  tags?: string[];
  /** Data of yours: plain JSON, at most 32 levels deep. */
  metadata?: JsonObject;
  /** Links to other records of the scope. */
  relations?: Relation[];
  /** Who said it; the user when not given. */
  source?: SourceInput;
  /** When it held, as told; now when not given. */
  observedAt?: Time;
  /** From when on it no longer holds. */
  validUntil?: Time;
  /** Never cooled, merged away or deleted by anything automatic. */
  pinned?: boolean;
  /** A second write with the same key is answered with the first one's decision. */
  idempotencyKey?: string;
}

/** Who said it, and where that can be read again. */
export interface SourceInput {
  /** Who said it; the user when not given. */
  kind?: SourceKind;
  /** The words that were said. */
  quote?: string;
  /** The message that said them, by your name for it. */
  messageId?: string;
  /** When they were said. */
  at?: Time;
  /** How far the source is trusted, 0 to 1. */
  trust?: number;
}

/** How an archive is taken in. */
export interface ImportOptions {
  /**
   * What becomes of a record whose id the scope has, and that says something else there: what is there stays (`keep`), the archive's takes its
   * place (`replace`), or every active record of the archive that the scope does not have just so is decided like a write (`judge`).
   */
  onCollision: "keep" | "replace" | "judge";
  /** Lets an archive in that is of another scope; it is refused otherwise. */
  otherScope?: boolean;
}

/** What a person changes of a record. What is left out stays; `null` clears. */
export interface Patch {
  /** The text. */
  text?: string;
  /** How long it holds. */
  kind?: Kind;
  /** The attribute. */
  key?: string | null;
  /** The key's value. */
  value?: string | null;
  /** Whom or what it is about. */
  subject?: string | null;
  /** What it belongs to. */
  topic?: string | null;
  /** 0 to 1. */
  importance?: number;
  /** 0 to 1. */
  confidence?: number;
  /** All labels; they take the place of the old ones. */
  tags?: string[];
  /** All data; it takes the place of the old. */
  metadata?: JsonObject;
  /** When it held, as told. */
  observedAt?: Time;
  /** From when on it no longer holds. */
  validUntil?: Time | null;
  /** Whether it is pinned. */
  pinned?: boolean;
}

/** How to recall. */
export interface RecallOptions {
  /** At most so many hits, 1 to 1000; 5 when not given. */
  limit?: number;
  /** Only hits of at least this score, 0 to 1. */
  minScore?: number;
  /** The scopes to search; the handle's own when not given. */
  scopes?: Scope[];
  /** Which records. */
  filter?: Filter;
  /** Any of these kinds. */
  kinds?: Kind[];
  /** All of these tags. */
  tags?: string[];
  /** Cold ones too. */
  includeCold?: boolean;
  /** Older versions too, each as a hit of its own. */
  includeHistory?: boolean;
  /** What held at this time, in place of what holds now. */
  asOf?: Time;
  /** Whether each hit says how its score came about. */
  explain?: boolean;
  /** Whether a hit counts as a use, so that it fades later; it does when not given. */
  touch?: boolean;
}

/** How to make a context: as to recall, but that 50 hits are looked at when `limit` is not given. */
export interface ContextOptions extends RecallOptions {
  /** Tokens that the text may have, as they are estimated, 1 to 1000000; 800 when not given. */
  maxTokens?: number;
}

/** How messages are gone through. */
export interface ObserveOptions {
  /** Whose words count: `user` (when not given), `assistant`, or both. */
  sources?: ('user' | 'assistant')[];
  /** How far they are trusted, 0 to 1. */
  trust?: number;
}

/** How upkeep is done by itself. */
export interface MaintenanceOptions {
  /** How often all of it, in milliseconds, from 1 on; once a day when not given. */
  sweepEvery?: number;
  /**
   * How often the scopes that have something new are reflected on besides, in milliseconds, from 1 on. When not given, a reflection that is due by
   * `policy.reflect` is part of the upkeep.
   */
  reflectEvery?: number;
}

/** How to reflect. */
export interface ReflectionOptions {
  /** Also while it is waited after a call that failed. */
  force?: boolean;
  /** Only say what would be done, as `plan`. The model is asked, and nothing is written. */
  dryRun?: boolean;
}

/** Which records are wanted: all that is given must hold. */
export interface Filter {
  /** Any of these kinds. */
  kinds?: Kind[];
  /** All of these tags. */
  tags?: string[];
  /** This status; `active` where neither the filter nor one in it says which. */
  status?: Status;
  /** This tier. */
  tier?: Tier;
  /** This topic. */
  topic?: string;
  /** This key. */
  key?: string;
  /** This subject. */
  subject?: string;
  /** Of each of these fields of the metadata: it equals this value, or all of these conditions hold. */
  metadata?: Record<string, MetadataValue | MetadataCondition>;
  /** Observed within this span. */
  observed?: TimeSpan;
  /** Each of these wants it too. */
  and?: Filter[];
  /** One of these at least wants it. */
  or?: Filter[];
  /** This one does not want it. */
  not?: Filter;
}

/** A value that a field of the metadata is held against. */
export type MetadataValue = string | number | boolean | null;

/**
 * Conditions on a field of the metadata: all that are given must hold. A missing field is equal to nothing, neither less nor greater, and in no list. Numbers
 * are compared with numbers and texts with texts, letter by letter; nothing else is less or greater.
 */
export interface MetadataCondition {
  /** It is this value. */
  eq?: MetadataValue;
  /** It is not this value. */
  ne?: MetadataValue;
  /** It is greater. */
  gt?: number | string;
  /** It is greater, or equal. */
  gte?: number | string;
  /** It is less. */
  lt?: number | string;
  /** It is less, or equal. */
  lte?: number | string;
  /** It is one of these. */
  in?: MetadataValue[];
  /** It is none of these. */
  nin?: MetadataValue[];
  /** It is a list that has this value, or a text that has this text in it. */
  contains?: MetadataValue;
}

/** A span of time: from inclusive, to exclusive. */
export interface TimeSpan {
  /** From when on. */
  from?: Time;
  /** Until before when. */
  to?: Time;
}

/** A page of records. */
export interface ListPage {
  /** Only records after this one, in order of creation. */
  after?: string;
  /** At most so many, 1 to 100000; all when not given. */
  limit?: number;
}

/** A page of the journal. */
export interface JournalPage {
  /** Only entries after this one. */
  after?: string;
  /** At most so many, 1 to 100000; all when not given. */
  limit?: number;
}

/** How to forget. */
export interface ForgetOptions {
  /** Whether every trace is removed for good; otherwise records are hidden, and `restore` or `undo` brings them back. */
  hard?: boolean;
}

/** How to evaluate. */
export interface EvaluateOptions {
  /** What is to be found again. */
  questions?: Question[];
  /** Records that are looked at, each held against the whole scope, 0 to 100000; 100 when not given. */
  sample?: number;
  /** A safe integer that draws the sample; 0 when not given, so that two reports look at the same records. */
  seed?: number;
  /** Whether your language model is asked where the rules can't tell; it is when not given. */
  judge?: boolean;
  /** At most so many calls of the language model, 0 to 100000; as many as `sample` when not given. */
  maxCalls?: number;
}

/** A question, and what answers it. */
export interface Question {
  /** The question, as you would recall. */
  text: string;
  /** Any of these answers it: a record's id, or words that stand in a record's text or details exactly so. */
  answers: string[];
}

/** What you set of the policy; what is left out keeps its default. */
export interface PolicyOptions {
  /** Which strategies are on; all are when not given. */
  strategies?: StrategiesOptions;
  /** The write gate's thresholds. */
  gate?: GateOptions;
  /** Whether an embedding model that ships with no thresholds is measured at the first write, by 64 short sentences; `auto` when not given. */
  calibrate?: "auto" | "off";
  /** Whether a write waits for the language model (`inline`, when not given) or resolves once the rules have decided. */
  judge?: "inline" | "background";
  /** When fragments are merged. */
  merge?: MergeOptions;
  /** How fast what is not used fades. */
  decay?: DecayOptions;
  /** When a model reflects, and on how much. */
  reflect?: ReflectOptions;
  /** How far back changes can be taken back. */
  journal?: JournalOptions;
  /** How long a callback may take. */
  timeouts?: TimeoutOptions;
  /** Callbacks that may run side by side, 1 to 64; 4 when not given. */
  concurrency?: number;
  /** UTF-8 bytes that a text may have, 1 to 524288; 16384 when not given. */
  maxTextBytes?: number;
  /**
   * Bytes of memory that vectors may take; 64 MiB in a worker and 256 MiB elsewhere when not given. Beyond it their numbers are read from the store
   * when they are compared, and nothing is found or decided otherwise; a quarter of them, rounded, is in memory always.
   */
  memoryBudget?: number;
}

/** Which strategies are on; all are when not given. */
export interface StrategiesOptions {
  /** The write gate. */
  gate?: boolean;
  /** Semantic fingerprints. */
  fingerprint?: boolean;
  /** Merging of fragments. */
  merge?: boolean;
  /** Time decay and the cold tier. */
  decay?: boolean;
  /** Keys, versions and conflicts. */
  versions?: boolean;
  /** Reflection by a model. */
  reflect?: boolean;
}

/** The write gate's thresholds. */
export interface GateOptions {
  /** Cosine from which two texts may be one memory; the embedding model's own when not given. */
  duplicate?: number;
  /** Cosine from which a record is looked at as a candidate; the embedding model's own when not given. */
  related?: number;
  /** Share of matching characters, 0 to 1, from which two texts may be one memory; 0.9 when not given. */
  char?: number;
}

/** When fragments are merged. */
export interface MergeOptions {
  /** Separate records of one topic from which they are merged, 2 to 1000; 3 when not given. */
  at?: number;
  /** Whether clusters of vectors and words count as topics; they don't when not given. */
  cluster?: boolean;
}

/** How fast what is not used fades. */
export interface DecayOptions {
  /**
   * For whom the rates are made that are not given: `assistant` (when not given), who is with a person for years, or `support`, where
   * everything fades at 0.08 a day.
   */
  preset?: "assistant" | "support";
  /** One rate a day for all kinds, from 0 on. */
  rate?: number;
  /** A rate a day for each kind; outranks `rate`. */
  rates?: RateOptions;
  /** Score (0 to 1) below which a record is cooled at the next sweep; 0.05 when not given. */
  coldBelow?: number;
  /** Importance (0 to 1) from which a record is never cooled; 0.8 when not given. */
  keepHotAbove?: number;
}

/** A rate a day for each kind, from 0 on. */
export interface RateOptions {
  /** Of facts; 0.02 when not given. */
  fact?: number;
  /** Of states; 0.08 when not given. */
  state?: number;
  /** Of inferences; 0.05 when not given. */
  inference?: number;
}

/** When a model reflects, and on how much. */
export interface ReflectOptions {
  /** Turns after which it does, from 1 on; 20 when not given. */
  everyTurns?: number;
  /** Hours after which it does; 24 when not given. */
  everyHours?: number;
  /** Records it is shown at a time, 1 to 1000; 100 when not given. */
  batch?: number;
  /** Share of a batch, 0 to 1, in sentences, that it may have deleted in one run; 0.2 when not given. */
  maxDeletedShare?: number;
  /** Tokens that it may use a day; without a limit when not given. */
  maxTokensPerDay?: number;
}

/** How far back the journal reaches. An entry beyond either figure goes at the next upkeep, and can't be undone any more. */
export interface JournalOptions {
  /** Entries of a scope that are kept, from 1 on; 10000 when not given. */
  entries?: number;
  /** Days for which they are kept; 365 when not given. */
  days?: number;
}

/** How long a callback may take, in milliseconds. */
export interface TimeoutOptions {
  /** The embedding callback; 10000 when not given. */
  embedMs?: number;
  /** The language-model callback; 30000 when not given. */
  llmMs?: number;
}
