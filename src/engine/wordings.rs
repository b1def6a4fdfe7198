//! The sentences that a record is known by.

use crate::record::{Record, Status, Tier};

/// The sentences that a record knows: its text and its details.
pub(super) fn wordings(record: &Record) -> impl Iterator<Item = &str> {
    std::iter::once(record.text.as_str()).chain(record.details.iter().map(|detail| detail.text.as_str()))
}

/// Whether two states of a record are known by the same sentences, and stand in the same index.
pub(super) fn is_indexed_alike(before: &Record, after: &Record) -> bool {
    before.status == after.status && before.tier == after.tier && wordings(before).eq(wordings(after))
}

/// Whether a plain recall may find it, or a merged record by it.
pub(super) fn is_hot(record: &Record) -> bool {
    (record.is_known() || record.status == Status::Merged) && record.tier == Tier::Hot
}
