//! The rows that a commit writes and removes.

use crate::sorted::SortedSet;

use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::ports::{Batch, Collection, Row};

use super::keys;
use super::store::{Changes, damaged, place};

/// Keys that a list of changes names: about 300 KB. After a larger change others read everything anew, which costs them no more.
const MOST_LISTED: usize = 4096;

/// Rows to write and to remove, with the list of their keys.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) puts: Vec<(Collection, String, Vec<u8>)>,
    pub(super) deletes: Vec<(Collection, String)>,
    changed: SortedSet<(u8, String)>,
}

impl Rows {
    /// Whether there is nothing that another handle would have to hear of.
    pub(super) fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    pub(super) fn put(&mut self, part: Collection, key: String, value: Vec<u8>) {
        self.changed.insert((place(part), key.clone()));
        self.puts.push((part, key, value));
    }

    pub(super) fn delete(&mut self, part: Collection, key: String) {
        self.changed.insert((place(part), key.clone()));
        self.deletes.push((part, key));
    }

    pub(super) fn encode<T: minicbor::Encode<()>>(
        &mut self,
        part: Collection,
        key: String,
        kind: RowKind,
        value: &T,
    ) -> Result<(), MemoryError> {
        let value = codec::encode(kind, value).map_err(|err| damaged(&key, &err))?;
        self.put(part, key, value);
        Ok(())
    }

    /// Writes the rows that differ and removes those that are no longer there; whether there are any.
    pub(super) fn replace(&mut self, part: Collection, before: &[Row], after: Vec<Row>) -> bool {
        let codec::Changes { puts, deletes } = codec::changes(before, after);
        let has_changed = !puts.is_empty() || !deletes.is_empty();
        for key in deletes {
            self.delete(part, key);
        }
        for (key, value) in puts {
            self.put(part, key, value);
        }
        has_changed
    }

    pub(super) fn into_batch(mut self, expected: u64, next: u64) -> Result<Batch, MemoryError> {
        let is_partial = (MOST_LISTED < self.changed.len()).then_some(true);
        let changes =
            Changes { keys: std::mem::take(&mut self.changed).into_iter().take(MOST_LISTED).collect(), is_partial };
        let key = keys::changes(next);
        let value = codec::encode(RowKind::Changes, &changes).map_err(|err| damaged(&key, &err))?;
        self.puts.push((Collection::Meta, key, value));
        // One list, but where revisions are passed over.
        let newest = expected.min(next.saturating_sub(keys::KEPT_REVISIONS));
        let oldest = expected.saturating_sub(keys::KEPT_REVISIONS - 1).max(1);
        self.deletes.extend((oldest..=newest).map(|old| (Collection::Meta, keys::changes(old))));
        Ok(Batch { expected, next, puts: self.puts, deletes: self.deletes })
    }
}
