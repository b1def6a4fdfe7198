//! The journal: every change, in order, with what is needed to undo it.

use serde::{Deserialize, Serialize};

use super::{Action, Evidence, JournalId, Record, RecordId, Strategy, Timestamp};

/// What was done.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// A write, and what it did.
    Write(Action),
    /// A write whose verdict was missing was judged later, and what came of it.
    Judge(Action),
    /// A person changed a record.
    Edit,
    /// A person pinned a record, or took the pin away.
    Pin,
    /// A person linked two records.
    Link,
    /// A person had records forgotten; they are hidden, or gone where the entry has no images left.
    Forget,
    /// A person brought a record back.
    Restore,
    /// A person took an entry back.
    Undo(JournalId),
}

/// One record's state before an entry, and the stamp of its state after it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Image {
    /// The record.
    pub id: RecordId,
    /// What it was; `None` when the entry created it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Record>,
    /// The vector that it had, where the entry replaced it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<VectorImage>,
    /// The stamp that the entry left on it: the entry can be undone while the record still bears it.
    pub after: JournalId,
}

/// A vector that an entry replaced.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct VectorImage {
    /// The embedding model.
    pub model: String,
    /// The unit vector's numbers.
    pub values: Vec<f32>,
}

/// One change.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct JournalEntry {
    /// Its name, in order of writing.
    pub id: JournalId,
    /// When it was written.
    pub at: Timestamp,
    /// What was done.
    pub operation: Operation,
    /// Which part of the library decided; `None` where a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// What the decision rests on; `None` where a person decided, and once a record that it speaks of was removed for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The records that it changed, as they were.
    pub images: Vec<Image>,
    /// Whether a hard `forget` removed images, so that it can no longer be undone.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub erased: bool,
}
