//! What a record is indexed by.

use crate::record::Record;

use super::held::Marks;

/// Whether two states of a record are known by the same sentences, and stand in the same index.
pub(super) fn is_indexed_alike(before: &Record, after: &Record) -> bool {
    before.status == after.status && before.tier == after.tier && before.wordings().eq(after.wordings())
}

/// Whether a plain recall may find it, or a merged record by it.
pub(super) fn is_hot(record: &Record) -> bool {
    Marks::of(record).is_hot()
}
