//! The sentences that a record is known by.

use crate::record::Record;

/// The sentences that a record knows: its text and its details.
pub(super) fn wordings(record: &Record) -> impl Iterator<Item = &str> {
    std::iter::once(record.text.as_str()).chain(record.details.iter().map(|detail| detail.text.as_str()))
}

/// Whether two states of a record are known by the same sentences.
pub(super) fn same_words(before: &Record, after: &Record) -> bool {
    before.status == after.status && wordings(before).eq(wordings(after))
}
