//! What a caller asks for.

use crate::sorted::SortedSet;

use super::{Filter, JournalId, Kind, Record, RecordId, Relation, Scope, Source, Timestamp, Version, Why};

/// A memory to be written. Only the text is needed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteInput {
    /// What is to be remembered.
    pub text: String,
    /// How long it holds.
    pub kind: Option<Kind>,
    /// The attribute of the subject that it gives a value for.
    pub key: Option<String>,
    /// The key's value.
    pub value: Option<String>,
    /// Whom or what it is about.
    pub subject: Option<String>,
    /// What it belongs to.
    pub topic: Option<String>,
    /// 0 to 1; 0.5 when not given.
    pub importance: Option<f64>,
    /// 0 to 1; by the kind of source when not given.
    pub confidence: Option<f64>,
    /// Labels of the caller's.
    pub tags: SortedSet<String>,
    /// Data of the caller's.
    pub metadata: serde_json::Map<String, serde_json::Value>,
    /// Links to other records of the scope.
    pub relations: SortedSet<Relation>,
    /// Who said it; the user when not given.
    pub source: Option<Source>,
    /// When it held.
    pub observed_at: Option<Timestamp>,
    /// From when on it no longer holds.
    pub valid_until: Option<Timestamp>,
    /// Never cooled, merged away or deleted by anything automatic.
    pub pinned: bool,
    /// A second write with the same key is answered with the first one's decision.
    pub idempotency_key: Option<String>,
}

impl From<&str> for WriteInput {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }
}

/// What a person changes of a record. `None` leaves a field as it is; an inner `None` clears it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// The text.
    pub text: Option<String>,
    /// How long it holds.
    pub kind: Option<Kind>,
    /// The attribute.
    pub key: Option<Option<String>>,
    /// The key's value.
    pub value: Option<Option<String>>,
    /// Whom or what it is about.
    pub subject: Option<Option<String>>,
    /// What it belongs to.
    pub topic: Option<Option<String>>,
    /// 0 to 1.
    pub importance: Option<f64>,
    /// 0 to 1.
    pub confidence: Option<f64>,
    /// All labels.
    pub tags: Option<SortedSet<String>>,
    /// All data.
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// When it held.
    pub observed_at: Option<Timestamp>,
    /// From when on it no longer holds.
    pub valid_until: Option<Option<Timestamp>>,
    /// Whether it is pinned.
    pub pinned: Option<bool>,
}

/// What a list holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListInput {
    /// Which records.
    pub filter: Filter,
    /// Cold ones too.
    pub include_cold: bool,
    /// Only records after this one, in order of creation.
    pub after: Option<RecordId>,
    /// At most so many; all when not given.
    pub limit: Option<usize>,
}

/// How to recall.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallInput {
    /// At most so many hits.
    pub limit: usize,
    /// Only hits of at least this score.
    pub min_score: Option<f64>,
    /// The scopes to search; the handle's own when not given.
    pub scopes: Option<Vec<Scope>>,
    /// Which records.
    pub filter: Filter,
    /// Cold ones too.
    pub include_cold: bool,
    /// Older versions too, each as a hit of its own.
    pub include_history: bool,
    /// What held at this time, in place of what holds now.
    pub as_of: Option<Timestamp>,
    /// Whether each hit says how its score came about.
    pub explain: bool,
    /// Whether a hit counts as a use, so that it fades later.
    pub touch: bool,
}

impl Default for RecallInput {
    fn default() -> Self {
        Self {
            limit: 5,
            min_score: None,
            scopes: None,
            filter: Filter::default(),
            include_cold: false,
            include_history: false,
            as_of: None,
            explain: false,
            touch: true,
        }
    }
}

/// How to make a context for a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextInput {
    /// How to recall; its limit is of the hits that are looked at.
    pub recall: RecallInput,
    /// Tokens that the text may have, as they are estimated.
    pub max_tokens: usize,
}

impl Default for ContextInput {
    fn default() -> Self {
        /// Hits that are looked at: more than fit into the text mostly.
        const HITS: usize = 50;
        /// Source: DESIGN section 4.
        const TOKENS: usize = 800;
        Self { recall: RecallInput { limit: HITS, ..RecallInput::default() }, max_tokens: TOKENS }
    }
}

/// Memories, ready for a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// The text; empty where nothing was found, or nothing fits.
    pub text: String,
    /// The records in it, in its order.
    pub hits: Vec<Hit>,
}

/// What is shown with a record and is not kept in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// 0 to 1: what its importance has faded to by now.
    pub score: f64,
    /// Its earlier values and writings, oldest first.
    pub history: Vec<Version>,
}

/// What is known of a key, or of a record: its versions, oldest first, and the one that holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The value that holds; `None` where none does.
    pub current: Option<Version>,
    /// All of them, by when they held; of neighbours with one value the first.
    pub versions: Vec<Version>,
}

/// Values that can't all hold, and of which only the user can say which one does.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Its name: that of the oldest record in it.
    pub id: RecordId,
    /// The attribute that they are values of, where there is one.
    pub key: Option<String>,
    /// Whom or what they are about.
    pub subject: Option<String>,
    /// The records, in order of creation, each with what it says.
    pub versions: Vec<(RecordId, Version)>,
    /// What to ask the user, in the language of the memory.
    pub question: String,
}

/// What the user said of a conflict.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// The record with this id, or else the one with this value or text, holds.
    Choose(String),
    /// Another value holds.
    Value(String),
    /// All of them hold.
    KeepBoth,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The records that hold.
    pub ids: Vec<RecordId>,
    /// The records whose place was taken.
    pub superseded: Vec<RecordId>,
    /// Records that stand on nothing but the source that was wrong, and may be wrong too.
    pub doubtful: Vec<RecordId>,
    /// The journal entry.
    pub journal_id: JournalId,
}

/// One record that was recalled.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its text.
    pub text: String,
    /// How well it answers the query, 0 to 1; larger is better.
    pub score: f64,
    /// The record.
    pub record: Record,
    /// Whose it is.
    pub scope: Scope,
    /// The older version that was hit, where one was asked for.
    pub version: Option<Version>,
    /// How the score came about, where that was asked for.
    pub why: Option<Why>,
}

/// What to forget.
#[derive(Clone, Debug, PartialEq)]
pub enum ForgetTarget {
    /// One record.
    Id(RecordId),
    /// All records, hot and cold, that a filter admits.
    Filter(Box<Filter>),
}

/// What to merge.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MergeTarget {
    /// These records.
    Ids(SortedSet<RecordId>),
    /// The active records of a topic.
    Topic(String),
}

/// A topic, and its active records.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Topic {
    /// What it is called.
    pub topic: String,
    /// The records, in order of creation.
    pub ids: Vec<RecordId>,
    /// When a journaled change last touched one of them.
    pub updated_at: Timestamp,
}

/// What was forgotten.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forgotten {
    /// The records.
    pub ids: Vec<RecordId>,
    /// The journal entry; `None` when nothing was there to forget.
    pub journal_id: Option<JournalId>,
}

/// What was undone.
#[derive(Clone, Debug, PartialEq)]
pub struct Undone {
    /// The entry that was taken back.
    pub undone: JournalId,
    /// The records that are again as they were before it.
    pub ids: Vec<RecordId>,
    /// The entry of the undo itself, which can be undone too.
    pub journal_id: JournalId,
}

/// What a scope holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Active records in the hot tier.
    pub hot: usize,
    /// Active records in the cold tier.
    pub cold: usize,
    /// Records that a newer value replaced.
    pub superseded: usize,
    /// Records that went into others.
    pub merged: usize,
    /// Records that were forgotten or undone.
    pub deleted: usize,
    /// Records that wait for a callback.
    pub pending: usize,
    /// Active records with an open conflict.
    pub conflicts: usize,
    /// Topics of active records.
    pub topics: usize,
    /// Records with a vector of the present embedding model.
    pub vectors: usize,
    /// Numbers of a vector; `None` before the first one.
    pub dimension: Option<usize>,
    /// The embedding model's name.
    pub embed_model: String,
    /// Cosine (−1 to 1) from which two texts may be one memory, as it holds for the model.
    pub duplicate: f64,
    /// Cosine (−1 to 1) from which a record is looked at as a candidate.
    pub related: f64,
    /// Journal entries that were beyond the horizon and are gone, since the scope began.
    pub journal_trimmed: u64,
    /// The store's revision.
    pub revision: u64,
}
