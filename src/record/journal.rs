//! The journal: every change, in order, with what is needed to undo it.

use minicbor::{Decode, Encode};

use super::stored::{decoded, floats, is_default};
use super::{Action, Evidence, JournalId, Record, RecordId, Strategy, Timestamp};

/// What was done.
#[derive(Clone, Copy, Debug, Decode, Encode, Eq, PartialEq)]
pub enum Operation {
    /// A write, and what it did.
    #[n(0)]
    Write(#[n(0)] Action),
    /// A write whose verdict was missing was judged later, and what came of it.
    #[n(1)]
    Judge(#[n(0)] Action),
    /// A person changed a record.
    #[n(2)]
    Edit,
    /// A person pinned a record, or took the pin away.
    #[n(3)]
    Pin,
    /// A person linked two records.
    #[n(4)]
    Link,
    /// A person had records forgotten; they are hidden, or gone where the entry has no images left.
    #[n(5)]
    Forget,
    /// A person brought a record back.
    #[n(6)]
    Restore,
    /// A person took an entry back.
    #[n(7)]
    Undo(#[n(0)] JournalId),
    /// A person settled a conflict.
    #[n(8)]
    Resolve,
    /// A person took an archive in.
    #[n(16)]
    Import,
    /// Upkeep, or a person, had what faded cooled, what was used warmed, and what ran out made history.
    #[n(12)]
    Sweep,
    /// A reflection merged, rewrote and hid records as a model proposed.
    #[n(17)]
    Reflect,
}

/// One record's state before an entry, and the stamp of its state after it.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct Image {
    /// The record.
    #[n(0)]
    pub id: RecordId,
    /// What it was; `None` when the entry created it.
    #[n(1)]
    pub before: Option<Record>,
    /// The vector that it had, where the entry replaced it.
    #[n(2)]
    pub vector: Option<VectorImage>,
    /// The stamp that the entry left on it: the entry can be undone while the record still bears it.
    #[n(3)]
    pub after: JournalId,
    /// What is left out of `before` because the entry only added to it.
    #[cbor(n(4), skip_if = "is_default")]
    pub kept: Kept,
}

decoded!(Image:
    0 id: required,
    1 before,
    2 vector,
    3 after: required,
    4 kept,
);

/// How many of a record's first sources, details and older writings an entry left as they were. They are left out of the image, so
/// that a record that is told a thousand times does not stand in the journal a thousand times with all its sources.
#[derive(Clone, Copy, Debug, Default, Encode, Eq, PartialEq)]
#[cbor(map)]
pub struct Kept {
    /// Of [`Record::sources`].
    #[cbor(n(0), skip_if = "is_default")]
    pub sources: u32,
    /// Of [`Record::details`].
    #[cbor(n(1), skip_if = "is_default")]
    pub details: u32,
    /// Of [`Record::history`].
    #[cbor(n(2), skip_if = "is_default")]
    pub history: u32,
}

decoded!(Kept:
    0 sources,
    1 details,
    2 history,
);

impl Image {
    /// Leaves out what the entry only added to; `after` is the record as the entry leaves it.
    pub fn shorten(&mut self, after: &Record) {
        fn shortened<T: PartialEq>(before: &mut Vec<T>, after: &[T]) -> u32 {
            if !after.starts_with(before) {
                return 0;
            }
            u32::try_from(std::mem::take(before).len()).unwrap_or(u32::MAX)
        }
        if let Some(before) = &mut self.before {
            self.kept = Kept {
                sources: shortened(&mut before.sources, &after.sources),
                details: shortened(&mut before.details, &after.details),
                history: shortened(&mut before.history, &after.history),
            };
        }
    }

    /// The record before the entry, whole; `after` is the record as the entry left it.
    #[must_use]
    pub fn whole_before(&self, after: &Record) -> Option<Record> {
        fn whole<T: Clone>(before: &mut Vec<T>, after: &[T], kept: u32) {
            before.splice(..0, after.iter().take(kept as usize).cloned());
        }
        let mut before = self.before.clone()?;
        whole(&mut before.sources, &after.sources, self.kept.sources);
        whole(&mut before.details, &after.details, self.kept.details);
        whole(&mut before.history, &after.history, self.kept.history);
        Some(before)
    }
}

/// A vector that an entry replaced.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct VectorImage {
    /// The embedding model.
    #[n(0)]
    pub model: String,
    /// The unit vector's numbers.
    #[cbor(n(1), with = "floats")]
    pub values: Vec<f32>,
}

decoded!(VectorImage:
    0 model: required,
    1 values: required = floats,
);

/// One change.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct JournalEntry {
    /// Its name, in order of writing.
    #[n(0)]
    pub id: JournalId,
    /// When it was written.
    #[n(1)]
    pub at: Timestamp,
    /// What was done.
    #[n(2)]
    pub operation: Operation,
    /// Which part of the library decided; `None` where a person did.
    #[n(3)]
    pub strategy: Option<Strategy>,
    /// What the decision rests on; `None` where a person decided, and once a record that it speaks of was removed for good.
    #[n(4)]
    pub evidence: Option<Evidence>,
    /// The records that it changed, as they were.
    #[cbor(n(5), skip_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Whether a hard `forget` removed images, so that it can no longer be undone.
    #[cbor(n(6), skip_if = "is_default")]
    pub erased: bool,
}

decoded!(JournalEntry:
    0 id: required,
    1 at: required,
    2 operation: required,
    3 strategy,
    4 evidence,
    5 images,
    6 erased,
);
