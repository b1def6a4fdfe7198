//! What a write did, and why.

use minicbor::Encode;
use serde::{Deserialize, Serialize};

use super::stored::{decoded, numbered};
use super::{JournalId, Record, RecordId, Scope};

/// What a write did.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It is a record of its own.
    Added,
    /// It was known; the known record was touched.
    Duplicate,
    /// The same fact with more detail: the record now says so, and keeps its older text as a detail.
    Updated,
    /// It went into a record together with others of its topic.
    Merged,
    /// An older value became history.
    Superseded,
    /// Both are kept, and the user is to be asked.
    Conflict,
    /// It was no memory; only `observe` says this.
    Rejected,
}

numbered!(Action: Added = 0, Duplicate = 1, Updated = 2, Merged = 3, Superseded = 4, Conflict = 5, Rejected = 6);

/// Which part of the library decided.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The write gate: words, letters, vectors.
    Gate,
    /// Equal fingerprints.
    Fingerprint,
    /// Merging of fragments.
    Merge,
    /// Time decay and the cold tier.
    Decay,
    /// Keys, versions and conflicts.
    Versions,
    /// Reflection by a model.
    Reflect,
}

numbered!(Strategy: Gate = 0, Fingerprint = 1, Merge = 2, Decay = 3, Versions = 4, Reflect = 5);

/// A difference that forbids calling two texts the same.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// One denies what the other says.
    Negation,
    /// Another number.
    Number,
    /// Another date or time.
    Date,
    /// Another unit.
    Unit,
    /// Another thing, name or place.
    Object,
    /// Another side or direction, an antonym, another degree.
    Direction,
    /// Another who does what to whom.
    Role,
    /// Meant in another way: told, planned, guessed, said by another, of all or of some.
    Modality,
}

numbered!(Guard: Negation = 0, Number = 1, Date = 2, Unit = 3, Object = 4, Direction = 5, Role = 6, Modality = 7);

/// A guard that spoke, with the words that differ.
#[derive(Clone, Debug, Encode, Eq, PartialEq)]
#[cbor(map)]
pub struct Finding {
    /// Which difference.
    #[n(0)]
    pub guard: Guard,
    /// The new text's words; empty where only the other has some.
    #[n(1)]
    pub new: String,
    /// The stored text's words; empty where only the other has some.
    #[n(2)]
    pub stored: String,
}

decoded!(Finding:
    0 guard: required,
    1 new: required,
    2 stored: required,
);

/// A record that the write was held against.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct Candidate {
    /// The record.
    #[n(0)]
    pub id: RecordId,
    /// The share of matching characters, 0 to 1, where it was measured.
    #[n(1)]
    pub char: Option<f64>,
    /// Cosine similarity, −1 to 1, where both have a vector.
    #[n(2)]
    pub cosine: Option<f64>,
    /// The differences that forbid calling the two the same.
    #[cbor(n(3), skip_if = "Vec::is_empty")]
    pub guards: Vec<Finding>,
}

decoded!(Candidate:
    0 id: required,
    1 char,
    2 cosine,
    3 guards,
);

/// What a decision rests on. The figures are those of the record that decided, else of the nearest.
#[derive(Clone, Debug, Default, Encode, PartialEq)]
#[cbor(map)]
pub struct Evidence {
    /// Whether the text was known word for word.
    #[n(0)]
    pub exact: Option<bool>,
    /// The share of matching characters, 0 to 1.
    #[n(1)]
    pub char: Option<f64>,
    /// Cosine similarity, −1 to 1.
    #[n(2)]
    pub cosine: Option<f64>,
    /// The fingerprint that both have.
    #[n(3)]
    pub fingerprint: Option<String>,
    /// The differences that forbade calling the two the same.
    #[cbor(n(4), skip_if = "Vec::is_empty")]
    pub guards: Vec<Finding>,
    /// The records that the write was held against, nearest first.
    #[cbor(n(5), skip_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// What to ask the user, where two values stand against each other.
    #[n(6)]
    pub question: Option<String>,
}

impl Evidence {
    /// That names records, and measured nothing.
    #[must_use]
    pub fn naming(ids: &[RecordId]) -> Self {
        let candidate = |id: &RecordId| Candidate { id: *id, char: None, cosine: None, guards: Vec::new() };
        Self { candidates: ids.iter().map(candidate).collect(), ..Self::default() }
    }
}

decoded!(Evidence:
    0 exact,
    1 char,
    2 cosine,
    3 fingerprint,
    4 guards,
    5 candidates,
    6 question,
);

/// What a write did, to which record, why, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it did.
    pub action: Action,
    /// The record that now holds the text; `None` when the text was rejected.
    pub id: Option<RecordId>,
    /// That record, as the write left it.
    pub record: Option<Record>,
    /// The scope that was written to.
    pub scope: Scope,
    /// Which part of the library decided.
    pub strategy: Strategy,
    /// What the decision rests on.
    pub evidence: Evidence,
    /// Whether a callback's answer is still missing.
    pub pending: bool,
    /// Calls of the embedding callback that this write paid for.
    pub embed_calls: u32,
    /// Calls of the language-model callback that this write paid for.
    pub llm_calls: u32,
    /// The journal entries that it made, in order.
    pub journal_ids: Vec<JournalId>,
    /// Why `observe` rejected what was found; or that a rule found it, and no model.
    pub reason: Option<String>,
}
