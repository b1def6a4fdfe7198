//! The words of the whole library: what a memory is, and what is known of it.

mod decision;
mod event;
mod filter;
mod id;
mod input;
mod journal;
mod policy;
mod scope;
mod source;

pub use decision::{Action, Candidate, Decision, Evidence, Finding, Guard, Strategy};
pub use event::{Event, Origin};
pub use filter::{Filter, Span};
pub use id::{JournalId, RecordId};
pub use input::{ForgetTarget, Forgotten, Hit, ListInput, Patch, RecallInput, Stats, Undone, Why, WriteInput};
pub use journal::{Image, JournalEntry, Operation, VectorImage};
pub use policy::{
    CalibratePolicy, DecayPolicy, GatePolicy, JudgeWhen, MergePolicy, Policy, Rates, ReflectPolicy, Strategies,
    Timeouts,
};
pub use scope::Scope;
pub use source::{Detail, Relation, Source, SourceKind};

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch, UTC. The rules never read a clock; the shell passes this in.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// Milliseconds in a day, for rates that are given by the day.
pub const MS_PER_DAY: f64 = 86_400_000.0;

impl Timestamp {
    /// Days from `earlier` to `self`; 0 when `earlier` is later, so that a clock that runs backwards ages nothing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a span of milliseconds up to 285,000 years is exact in f64")]
    pub fn days_since(self, earlier: Self) -> f64 {
        self.0.saturating_sub(earlier.0).max(0) as f64 / MS_PER_DAY
    }
}

/// How long a memory holds.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Holds until it is changed: a habit, a preference, an attribute.
    #[default]
    Fact,
    /// Passes: "last night", "this week".
    State,
    /// Was guessed, not told.
    Inference,
}

/// Where a record is kept.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Recalled.
    #[default]
    Hot,
    /// Kept, and recalled only when asked for.
    Cold,
}

/// Whether a record counts.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is known.
    #[default]
    Active,
    /// A newer value took its place.
    Superseded,
    /// It went into another record.
    Merged,
    /// It was forgotten or undone, and `restore` brings it back.
    Deleted,
}

/// One value of a key, or one earlier writing of a record.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Version {
    /// The value; for a record without a key, its text.
    pub value: String,
    /// The text that said so.
    pub text: String,
    /// When it held, as told.
    pub observed_at: Timestamp,
    /// When it was written here.
    pub set_at: Timestamp,
    /// 0 to 1.
    pub confidence: f64,
    /// Who said it.
    pub source: Source,
}

/// One memory: a text, and all that is known of it.
///
/// Fields at their default are not stored, so a stored record stays small.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// UUIDv7: in order of creation.
    pub id: RecordId,
    /// The state that this record is in, by the journal entry that left it so; `undo` compares and restores it.
    pub stamp: JournalId,
    /// `None` where neither the caller nor a rule said; it then counts as [`Kind::Fact`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// What is remembered, word for word.
    pub text: String,
    /// Sentences that the text no longer says, each word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Whom or what it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// Named values, each with its versions, oldest first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, Vec<Version>>,
    /// The attribute of the subject that the text gives a value for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The key's value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Earlier writings and values, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Version>,
    /// Whether the user is still to be asked which of two values holds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conflict_pending: bool,
    /// 0 to 1.
    pub importance: f64,
    /// 0 to 1.
    pub confidence: f64,
    /// When it was first written.
    pub created_at: Timestamp,
    /// When a journaled change last touched it.
    pub updated_at: Timestamp,
    /// When it held, as told; when it was written, where no time was given.
    pub observed_at: Timestamp,
    /// Whether the caller gave `observed_at`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub observed_given: bool,
    /// When it was last told or recalled; decay counts from here.
    pub last_accessed_at: Timestamp,
    /// From when on it no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
    /// Hot or cold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tier: Tier,
    /// Whether it counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: Status,
    /// The record that it went into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<RecordId>,
    /// Labels of the caller's.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    /// Data of the caller's.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub metadata: serde_json::Map<String, serde_json::Value>,
    /// Links to other records of the scope.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub relations: BTreeSet<Relation>,
    /// Who said it, each wording once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The hash of the canonical summary, with polarity and numbers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// Never cooled, merged away or deleted by anything automatic.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// Whether a callback's answer is still missing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pending: bool,
    /// Whether its vector is still that of an older wording; the next call of the embedding callback takes it along.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reembed: bool,
}

impl Record {
    /// The kind; a record that nobody gave one is a fact.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind.unwrap_or_default()
    }

    /// Whether it is known: active, hot or cold. What was superseded is not, so that a value may come back.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.status == Status::Active
    }
}

/// Whether a value need not be stored.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
