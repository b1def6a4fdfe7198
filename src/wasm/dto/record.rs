//! A record, as JavaScript sees it.

use crate::sorted::{SortedMap, SortedSet};

use serde::Serialize;
use serde_json::{Map, Value};
use tsify::Tsify;

use crate::record::{self, Kind, Scope, Source, Status, Tier, View};

/// One memory: a text, and all that is known of it. Times are milliseconds since 1970, UTC.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct MemoryRecord {
    /// A UUIDv7: in order of creation.
    id: String,
    /// Whose it is.
    #[tsify(type = "Scope")]
    scope: Scope,
    /// How long it holds.
    #[tsify(type = "Kind")]
    kind: Kind,
    /// What is remembered, word for word.
    text: String,
    /// Sentences that the text no longer says, each word for word.
    details: Vec<Detail>,
    /// Whom or what it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    /// What it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    /// Named values, each with its versions, oldest first.
    #[tsify(type = "Record<string, Version[]>")]
    facts: SortedMap<String, Vec<Version>>,
    /// The attribute of the subject that the text gives a value for.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The key's value.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Earlier writings and values, oldest first.
    history: Vec<Version>,
    /// Whether the user is still to be asked which of two values holds.
    conflict_pending: bool,
    /// 0 to 1.
    importance: f64,
    /// 0 to 1.
    confidence: f64,
    /// 0 to 1: what the importance has faded to by now.
    score: f64,
    /// When it was first written.
    created_at: i64,
    /// When a journaled change last touched it.
    updated_at: i64,
    /// When it held, as told; when it was written, where no time was given.
    observed_at: i64,
    /// When it was last told or recalled.
    last_accessed_at: i64,
    /// From when on it no longer holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<i64>,
    /// `hot`: recalled; `cold`: kept, and recalled only when asked for.
    #[tsify(type = "Tier")]
    tier: Tier,
    /// Whether it counts.
    #[tsify(type = "Status")]
    status: Status,
    /// The record that it went into.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_into: Option<String>,
    /// The record whose value took this one's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<String>,
    /// Labels of yours.
    #[tsify(type = "string[]")]
    tags: SortedSet<String>,
    /// Data of yours.
    #[tsify(type = "JsonObject")]
    metadata: Map<String, Value>,
    /// Links to other records of the scope.
    relations: Vec<Relation>,
    /// Who said it, each wording once.
    #[tsify(type = "Source[]")]
    sources: Vec<Source>,
    /// The hash of the canonical summary; empty where there is none.
    fingerprint: String,
    /// Never cooled, merged away or deleted by anything automatic.
    pinned: bool,
    /// Whether a callback's answer is still missing.
    pending: bool,
}

/// One value of a key, or one earlier writing of a record.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Version {
    /// The value; for a record without a key, its text.
    value: String,
    /// The text that said so.
    text: String,
    /// When it held, as told.
    observed_at: i64,
    /// When it was written here.
    set_at: i64,
    /// 0 to 1.
    confidence: f64,
    /// Who said it.
    #[tsify(type = "Source")]
    source: Source,
}

/// A sentence that went into a record whose text no longer says it.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Detail {
    /// The sentence, word for word.
    text: String,
    /// When it held, as told.
    observed_at: i64,
    /// Who said it.
    #[tsify(type = "Source")]
    source: Source,
}

/// A named link from one record to another.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Relation {
    /// What the other is to this one, in your words.
    relation: String,
    /// The other record.
    id: String,
}

impl MemoryRecord {
    /// The record with what it does not hold itself: whose it is, and what is shown with it.
    pub(in crate::wasm) fn new(scope: Scope, record: record::Record, view: View) -> Self {
        let is_known = record.is_known();
        let versions = |versions: Vec<record::Version>| versions.into_iter().map(Version::from).collect();
        Self {
            conflict_pending: record.conflict_pending(),
            id: record.id.to_string(),
            scope,
            kind: record.kind(),
            text: record.text,
            details: record.details.into_iter().map(Detail::from).collect(),
            subject: record.subject,
            topic: record.topic,
            facts: record.facts.into_iter().map(|(name, values)| (name, versions(values))).collect(),
            key: record.key,
            value: record.value,
            history: versions(view.history),
            importance: record.importance,
            confidence: record.confidence,
            score: view.score,
            created_at: record.created_at.0,
            updated_at: record.updated_at.0,
            observed_at: record.observed_at.0,
            last_accessed_at: record.last_accessed_at.0,
            valid_until: record.valid_until.map(|until| until.0),
            tier: record.tier,
            status: record.status,
            merged_into: record.merged_into.filter(|_| !is_known).map(|id| id.to_string()),
            superseded_by: record.superseded_by.map(|id| id.to_string()),
            tags: record.tags,
            metadata: record.metadata,
            relations: record.relations.into_iter().map(Relation::from).collect(),
            sources: record.sources,
            fingerprint: record.fingerprint,
            pinned: record.pinned,
            pending: record.pending,
        }
    }
}

impl From<record::Version> for Version {
    fn from(version: record::Version) -> Self {
        Self {
            value: version.value,
            text: version.text,
            observed_at: version.observed_at.0,
            set_at: version.set_at.0,
            confidence: version.confidence,
            source: version.source,
        }
    }
}

impl From<record::Detail> for Detail {
    fn from(detail: record::Detail) -> Self {
        Self { text: detail.text, observed_at: detail.observed_at.0, source: detail.source }
    }
}

impl From<record::Relation> for Relation {
    fn from(link: record::Relation) -> Self {
        Self { relation: link.relation, id: link.id.to_string() }
    }
}
