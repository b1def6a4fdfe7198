//! What a record is indexed by.

use crate::record::{Record, Status};
use crate::text::indexed::Indexed;
use crate::text::similarity::Letters;

use super::held::Marks;
use super::same_wording::hash;

/// What a record is found by, read from its texts.
#[derive(Default)]
pub(super) struct Found {
    pub(super) terms: Vec<String>,
    /// Hashes of the careful keys of its wordings, four bytes each, little-endian; of a known record.
    pub(super) wordings: Vec<u8>,
    /// The letters of its text; of a known record.
    pub(super) letters: Option<Letters>,
}

impl Found {
    pub(super) fn of(record: &Record) -> Self {
        let mut found = Self::default();
        // What was superseded is found again where history is asked for.
        if !matches!(record.status, Status::Active | Status::Superseded) {
            return found;
        }
        for wording in record.wordings() {
            let indexed = Indexed::of(wording);
            found.terms.extend(indexed.terms);
            if record.is_known() {
                found.wordings.extend(hash(&indexed.key).to_le_bytes());
                found.letters.get_or_insert_with(|| Letters::of(&indexed.folded));
            }
        }
        found
    }
}

/// Whether two states of a record are known by the same sentences, and stand in the same index.
pub(super) fn is_indexed_alike(before: &Record, after: &Record) -> bool {
    before.status == after.status && before.tier == after.tier && before.wordings().eq(after.wordings())
}

/// Whether a plain recall may find it, or a merged record by it.
pub(super) fn is_hot(record: &Record) -> bool {
    Marks::of(record).is_hot()
}
