//! What the methods answer, as JavaScript sees it.

use serde::Serialize;
use tsify::Tsify;

use super::MemoryRecord;
use super::record::Version;
use super::why::Why;
use crate::engine::Engine;
use crate::record::{self, Action, Guard, Scope, Strategy, View};

/// What a write did, to which record, why, and what it cost.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Decision {
    /// What it did.
    #[tsify(type = "Action")]
    action: Action,
    /// The record that now holds the text.
    #[tsify(type = "string")]
    id: Option<String>,
    /// That record, as the write left it.
    #[tsify(type = "MemoryRecord")]
    record: Option<MemoryRecord>,
    /// Which part of the library decided.
    #[tsify(type = "Strategy")]
    strategy: Strategy,
    /// What the decision rests on.
    evidence: Evidence,
    /// Whether a callback's answer is still missing.
    pending: bool,
    /// Calls of the embedding callback that this write paid for.
    embed_calls: u32,
    /// Calls of the language-model callback that this write paid for.
    llm_calls: u32,
    /// The journal entries that it made, in order.
    journal_ids: Vec<String>,
    /// Why `observe` rejected what was found; or that a rule found it, and no model.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Decision {
    /// The decision, with what is shown with its record.
    pub(in crate::wasm) fn new(decision: record::Decision, view: impl Fn(&Scope, &record::Record) -> View) -> Self {
        let scope = decision.scope;
        let record = decision.record.map(|record| {
            let view = view(&scope, &record);
            MemoryRecord::new(scope, record, view)
        });
        Self {
            action: decision.action,
            id: decision.id.map(|id| id.to_string()),
            record,
            strategy: decision.strategy,
            evidence: decision.evidence.into(),
            pending: decision.pending,
            embed_calls: decision.embed_calls,
            llm_calls: decision.llm_calls,
            journal_ids: decision.journal_ids.iter().map(ToString::to_string).collect(),
            reason: decision.reason,
        }
    }

    /// The decisions, in their order.
    pub(in crate::wasm) fn all(decisions: Vec<record::Decision>, engine: &Engine) -> Vec<Self> {
        decisions.into_iter().map(|decision| Self::new(decision, |scope, record| engine.view(scope, record))).collect()
    }
}

/// What a decision rests on. The figures are those of the record that decided, else of the nearest.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Evidence {
    /// Whether the text was known word for word.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// The share of matching characters, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    char: Option<f64>,
    /// Cosine similarity, -1 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cosine: Option<f64>,
    /// The fingerprint that both have.
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    /// The differences that forbade calling the two the same.
    guards: Vec<Finding>,
    /// The records that the write was held against, nearest first.
    candidates: Vec<Candidate>,
    /// What to ask the user, where two values stand against each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
}

impl From<record::Evidence> for Evidence {
    fn from(evidence: record::Evidence) -> Self {
        Self {
            exact: evidence.exact,
            char: evidence.char,
            cosine: evidence.cosine,
            fingerprint: evidence.fingerprint,
            guards: evidence.guards.into_iter().map(Finding::from).collect(),
            candidates: evidence.candidates.into_iter().map(Candidate::from).collect(),
            question: evidence.question,
        }
    }
}

/// A guard that spoke, with the words that differ.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Finding {
    /// Which difference.
    #[tsify(type = "Guard")]
    guard: Guard,
    /// The new text's words; empty where only the other has some.
    new: String,
    /// The stored text's words; empty where only the other has some.
    stored: String,
}

impl From<record::Finding> for Finding {
    fn from(finding: record::Finding) -> Self {
        Self { guard: finding.guard, new: finding.new, stored: finding.stored }
    }
}

/// A record that the write was held against.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Candidate {
    /// The record.
    id: String,
    /// The share of matching characters, 0 to 1, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    char: Option<f64>,
    /// Cosine similarity, -1 to 1, where both have a vector.
    #[serde(skip_serializing_if = "Option::is_none")]
    cosine: Option<f64>,
    /// The differences that forbid calling the two the same.
    guards: Vec<Finding>,
}

impl From<record::Candidate> for Candidate {
    fn from(candidate: record::Candidate) -> Self {
        Self {
            id: candidate.id.to_string(),
            char: candidate.char,
            cosine: candidate.cosine,
            guards: candidate.guards.into_iter().map(Finding::from).collect(),
        }
    }
}

/// One record that was recalled.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Hit {
    /// The record's name.
    id: String,
    /// Its text; of an older version, that version's own.
    text: String,
    /// How well it answers the query, 0 to 1; larger is better.
    score: f64,
    /// The record.
    record: MemoryRecord,
    /// The older version that was hit, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Version>,
    /// How the score came about, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

impl Hit {
    /// The hits, in their order, each with what is shown with its record.
    pub(in crate::wasm) fn all(hits: Vec<record::Hit>, engine: &Engine) -> Vec<Self> {
        let shown = hits.into_iter().map(|hit| {
            let view = engine.view(&hit.scope, &hit.record);
            Self {
                id: hit.record.id.to_string(),
                text: hit.text,
                score: hit.score,
                record: MemoryRecord::new(hit.scope, hit.record, view),
                version: hit.version.map(Version::from),
                why: hit.why.map(Why::from),
            }
        });
        shown.collect()
    }
}

/// Memories, ready for a prompt.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Context {
    /// The text; empty where nothing was found, or nothing fits.
    text: String,
    /// The records in it, in its order.
    hits: Vec<Hit>,
}

impl Context {
    /// The context, with what is shown with its records.
    pub(in crate::wasm) fn new(context: record::Context, engine: &Engine) -> Self {
        Self { text: context.text, hits: Hit::all(context.hits, engine) }
    }
}

/// What was forgotten.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Forgotten {
    /// The records.
    ids: Vec<String>,
    /// The journal entry, where there was something to forget.
    #[serde(skip_serializing_if = "Option::is_none")]
    journal_id: Option<String>,
}

impl From<record::Forgotten> for Forgotten {
    fn from(forgotten: record::Forgotten) -> Self {
        Self {
            ids: forgotten.ids.iter().map(ToString::to_string).collect(),
            journal_id: forgotten.journal_id.map(|id| id.to_string()),
        }
    }
}

/// What was undone.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Undone {
    /// The entry that was taken back.
    undone: String,
    /// The records that are again as they were before it.
    ids: Vec<String>,
    /// The entry of the undo itself, which can be undone too.
    journal_id: String,
}

impl From<record::Undone> for Undone {
    fn from(undone: record::Undone) -> Self {
        Self {
            undone: undone.undone.to_string(),
            ids: undone.ids.iter().map(ToString::to_string).collect(),
            journal_id: undone.journal_id.to_string(),
        }
    }
}

/// The cosines of an embedding model.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Thresholds {
    /// From which two texts may be one memory.
    duplicate: f64,
    /// From which a record is looked at.
    related: f64,
}

/// What a scope holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Stats {
    /// Active records that are recalled.
    hot: usize,
    /// Active records that are kept, and recalled only when asked for.
    cold: usize,
    /// Records that a newer value replaced.
    superseded: usize,
    /// Records that went into others.
    merged: usize,
    /// Records that were forgotten or undone.
    deleted: usize,
    /// Records that wait for a callback.
    pending: usize,
    /// Active records with an open conflict.
    conflicts: usize,
    /// Topics of active records.
    topics: usize,
    /// Records with a vector of the present embedding model.
    vectors: usize,
    /// Numbers of a vector, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    dimension: Option<usize>,
    /// The embedding model's name.
    embed_model: String,
    /// The cosines that hold for it: what the policy sets, else what was measured, else what ships.
    thresholds: Thresholds,
    /// Journal entries that were beyond the horizon and are gone, since the scope began.
    journal_trimmed: u64,
    /// The store's revision.
    revision: u64,
}

impl From<record::Stats> for Stats {
    fn from(stats: record::Stats) -> Self {
        Self {
            hot: stats.hot,
            cold: stats.cold,
            superseded: stats.superseded,
            merged: stats.merged,
            deleted: stats.deleted,
            pending: stats.pending,
            conflicts: stats.conflicts,
            topics: stats.topics,
            vectors: stats.vectors,
            dimension: stats.dimension,
            embed_model: stats.embed_model,
            thresholds: Thresholds { duplicate: stats.duplicate, related: stats.related },
            journal_trimmed: stats.journal_trimmed,
            revision: stats.revision,
        }
    }
}
