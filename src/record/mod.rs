//! The words of the whole library: what a memory is, and what is known of it.
//!
//! `#[n(…)]` is the number of a field in what is stored. One that shipped is never given to another field.

mod compact;
mod condition;
mod decision;
mod event;
mod filter;
mod id;
mod input;
mod journal;
pub(crate) mod metadata;
mod observe;
mod policy;
mod reflect;
mod scope;
mod source;
pub(crate) mod stored;
mod transfer;
mod unite;
mod upkeep;
mod why;

pub use condition::Condition;
pub use decision::{Action, Candidate, Decision, Evidence, Finding, Guard, Strategy};
pub use event::{Event, Origin};
pub use filter::{Filter, Span};
pub use id::{JournalId, RecordId};
pub use input::{
    Conflict, Context, ContextInput, ForgetTarget, Forgotten, History, Hit, ListInput, MergeTarget, Patch, RecallInput,
    Resolution, Resolved, Stats, Topic, Undone, View, WriteInput,
};
pub use journal::{Image, JournalEntry, Kept, Operation, VectorImage};
pub use metadata::MAX_NESTING;
pub use observe::{Message, ObserveInput, PartKind, Role};
pub use policy::{
    CalibratePolicy, DecayPolicy, GatePolicy, JournalPolicy, JudgeWhen, MergePolicy, Policy, Preset, Rates,
    ReflectPolicy, Strategies, Timeouts,
};
pub use reflect::{PlannedStep, ReflectInput, Reflected, Reflection, Refusal, StepKind};
pub use scope::Scope;
pub use source::{Detail, Relation, Source, SourceKind};
pub use transfer::{Collision, ImportInput, Imported};
pub use unite::note_detail;
pub use upkeep::{Horizon, Maintained, Schedule, Swept};
pub use why::Why;

use crate::sorted::{SortedMap, SortedSet};

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use stored::{decoded, is_default, numbered};

/// Milliseconds since the Unix epoch, UTC. The rules never read a clock; the shell passes this in.
#[derive(Clone, Copy, Debug, Decode, Default, Encode, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[cbor(transparent)]
#[serde(transparent)]
pub struct Timestamp(#[n(0)] pub i64);

/// Milliseconds of a minute.
pub const MINUTE_MS: i64 = 60_000;

/// Milliseconds of an hour.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;

/// Milliseconds of a day.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// Milliseconds in a day, for rates that are given by the day.
pub const MS_PER_DAY: f64 = 86_400_000.0;

impl Timestamp {
    /// Days from `earlier` to `self`; 0 when `earlier` is later, so that a clock that runs backwards ages nothing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a span of milliseconds up to 285,000 years is exact in f64")]
    pub fn days_since(self, earlier: Self) -> f64 {
        self.0.saturating_sub(earlier.0).max(0) as f64 / MS_PER_DAY
    }

    /// The day in UTC, counted from 1 January 1970.
    #[must_use]
    pub fn utc_day(self) -> i64 {
        self.0.div_euclid(DAY_MS)
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

numbered!(Kind: Fact = 0, State = 1, Inference = 2);

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

numbered!(Tier: Hot = 0, Cold = 1);

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

numbered!(Status: Active = 0, Superseded = 1, Merged = 2, Deleted = 3);

/// One value of a key, or one earlier writing of a record.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct Version {
    /// The value; for a record without a key, its text.
    #[n(0)]
    pub value: String,
    /// The text that said so.
    #[n(1)]
    pub text: String,
    /// When it held, as told.
    #[n(2)]
    pub observed_at: Timestamp,
    /// When it was written here.
    #[n(3)]
    pub set_at: Timestamp,
    /// 0 to 1.
    #[n(4)]
    pub confidence: f64,
    /// Who said it.
    #[n(5)]
    pub source: Source,
}

decoded!(Version:
    0 value: required,
    1 text: required,
    2 observed_at: required,
    3 set_at: required,
    4 confidence: required,
    5 source: required,
);

/// One memory: a text, and all that is known of it.
///
/// Fields at their default are not stored, so a stored record stays small.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct Record {
    /// UUIDv7: in order of creation.
    #[n(0)]
    pub id: RecordId,
    /// The state that this record is in, by the journal entry that left it so; `undo` compares and restores it.
    #[n(1)]
    pub stamp: JournalId,
    /// `None` where neither the caller nor a rule said; it then counts as [`Kind::Fact`].
    #[n(2)]
    pub kind: Option<Kind>,
    /// What is remembered, word for word.
    #[n(3)]
    pub text: String,
    /// Sentences that the text no longer says, each word for word.
    #[cbor(n(4), skip_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Whom or what it is about.
    #[n(5)]
    pub subject: Option<String>,
    /// What it belongs to.
    #[n(6)]
    pub topic: Option<String>,
    /// Named values, each with its versions, oldest first.
    #[cbor(n(7), skip_if = "SortedMap::is_empty")]
    pub facts: SortedMap<String, Vec<Version>>,
    /// The attribute of the subject that the text gives a value for.
    #[n(8)]
    pub key: Option<String>,
    /// The key's value.
    #[n(9)]
    pub value: Option<String>,
    /// Earlier writings and values, oldest first.
    #[cbor(n(10), skip_if = "Vec::is_empty")]
    pub history: Vec<Version>,
    /// Records that say something else of the same thing, where the user is still to be asked which of them holds.
    #[cbor(n(11), skip_if = "SortedSet::is_empty")]
    pub opponents: SortedSet<RecordId>,
    /// 0 to 1.
    #[n(12)]
    pub importance: f64,
    /// 0 to 1.
    #[n(13)]
    pub confidence: f64,
    /// When it was first written.
    #[n(14)]
    pub created_at: Timestamp,
    /// When a journaled change last touched it.
    #[n(15)]
    pub updated_at: Timestamp,
    /// When it held, as told; when it was written, where no time was given.
    #[n(16)]
    pub observed_at: Timestamp,
    /// Whether the caller gave `observed_at`.
    #[cbor(n(17), skip_if = "is_default")]
    pub observed_given: bool,
    /// When it was last told or recalled; decay counts from here.
    #[n(18)]
    pub last_accessed_at: Timestamp,
    /// From when on it no longer holds.
    #[n(19)]
    pub valid_until: Option<Timestamp>,
    /// Hot or cold.
    #[cbor(n(20), skip_if = "is_default")]
    pub tier: Tier,
    /// Whether it counts.
    #[cbor(n(21), skip_if = "is_default")]
    pub status: Status,
    /// The record that it went into, or went into last where it is out of it again; [`Record::status`] tells.
    #[n(22)]
    pub merged_into: Option<RecordId>,
    /// Labels of the caller's.
    #[cbor(n(23), skip_if = "SortedSet::is_empty")]
    pub tags: SortedSet<String>,
    /// Data of the caller's.
    #[cbor(n(24), skip_if = "serde_json::Map::is_empty", with = "metadata")]
    pub metadata: serde_json::Map<String, serde_json::Value>,
    /// Links to other records of the scope.
    #[cbor(n(25), skip_if = "SortedSet::is_empty")]
    pub relations: SortedSet<Relation>,
    /// Who said it, each wording once.
    #[cbor(n(26), skip_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The hash of the canonical summary, with polarity and numbers.
    #[cbor(n(27), skip_if = "String::is_empty")]
    pub fingerprint: String,
    /// Never cooled, merged away or deleted by anything automatic.
    #[cbor(n(28), skip_if = "is_default")]
    pub pinned: bool,
    /// Whether a callback's answer is still missing.
    #[cbor(n(29), skip_if = "is_default")]
    pub pending: bool,
    /// Whether its vector is still that of an older wording; the next call of the embedding callback takes it along.
    #[cbor(n(30), skip_if = "is_default")]
    pub reembed: bool,
    /// The record whose value took this one's place.
    #[n(31)]
    pub superseded_by: Option<RecordId>,
    /// Records that the user said hold beside this one.
    #[cbor(n(32), skip_if = "SortedSet::is_empty")]
    pub settled: SortedSet<RecordId>,
    /// When it was told again, ascending; [`Record::observed_at`] is when it was told to hold first.
    #[cbor(n(33), skip_if = "Vec::is_empty")]
    pub tellings: Vec<Timestamp>,
    /// Whether other records went into it, so that its details hold what was told, and its text and facts say that together.
    #[cbor(n(34), skip_if = "is_default")]
    pub merged: bool,
    /// The journal entry that changed what it says last, where a later one only touched it; [`Record::said_since`] reads it.
    #[cbor(n(35), skip_if = "is_default")]
    pub changed: JournalId,
    /// Whether a person wrote, brought back or chose what it says: no reflection touches it then.
    #[cbor(n(36), skip_if = "is_default")]
    pub confirmed: bool,
}

decoded!(Record:
    0 id: required,
    1 stamp: required,
    2 kind,
    3 text: required,
    4 details,
    5 subject,
    6 topic,
    7 facts,
    8 key,
    9 value,
    10 history,
    11 opponents,
    12 importance: required,
    13 confidence: required,
    14 created_at: required,
    15 updated_at: required,
    16 observed_at: required,
    17 observed_given,
    18 last_accessed_at: required,
    19 valid_until,
    20 tier,
    21 status,
    22 merged_into,
    23 tags,
    24 metadata = metadata,
    25 relations,
    26 sources,
    27 fingerprint,
    28 pinned,
    29 pending,
    30 reembed,
    31 superseded_by,
    32 settled,
    33 tellings,
    34 merged,
    35 changed,
    36 confirmed,
);

impl Record {
    /// The kind; a record that nobody gave one is a fact.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind.unwrap_or_default()
    }

    /// Whether the user is still to be asked which of two values holds.
    #[must_use]
    pub fn conflict_pending(&self) -> bool {
        !self.opponents.is_empty()
    }

    /// Whether it counts at `now`: known, and still valid.
    #[must_use]
    pub fn is_current(&self, now: Timestamp) -> bool {
        self.is_known() && self.valid_until.is_none_or(|until| now < until)
    }

    /// When it was told to hold last.
    #[must_use]
    pub fn last_observed(&self) -> Timestamp {
        self.tellings.last().map_or(self.observed_at, |last| self.observed_at.max(*last))
    }

    /// The journal entry since which it says what it says. What only touched it later (a sweep, a pin, being told again) does not count.
    #[must_use]
    pub fn said_since(&self) -> JournalId {
        if self.changed == JournalId::default() { self.stamp } else { self.changed }
    }

    /// Whether two records, or two states of one, say the same of the same.
    #[must_use]
    pub fn says_as(&self, other: &Self) -> bool {
        let said = |record: &Self| (record.kind(), record.is_known());
        let names = |one: &Self, other: &Self| {
            one.key == other.key && one.value == other.value && one.subject == other.subject && one.topic == other.topic
        };
        self.text == other.text && said(self) == said(other) && names(self, other)
    }

    /// Whether a person said that the two hold side by side.
    #[must_use]
    pub fn is_apart_from(&self, other: &Self) -> bool {
        self.settled.contains(&other.id) || other.settled.contains(&self.id)
    }

    /// Whether it is known: active, hot or cold. What was superseded is not, so that a value may come back.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.status == Status::Active
    }
}
