//! What a person decides: edit, pin, touch, restore, undo.

use crate::codec;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::record::{Action, JournalEntry, JournalId, Operation, Patch, Record, RecordId, Scope, Status, Tier, Undone};
use crate::sorted::SortedSet;
use crate::version::as_version;

use super::store::damaged;
use super::txn::{Txn, VectorChange};
use super::write::{check_name, check_share, check_text};
use super::{Engine, keys};

/// Revisions that the search for the newest entry reaches back at first; each further step reaches back eight times as far.
const FIRST_REACH: u64 = 32;

/// Why an entry can't be undone: what it changed is no longer there.
const ERASED: &str = "a hard forget removed what it changed";

/// Why an entry can't be undone: it is not there.
const BEYOND: &str = "it is beyond the journal's horizon";

impl Engine {
    /// Changes a record as a person says. An older text or value becomes an entry of its history.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`], [`MemoryError::InvalidInput`], [`MemoryError::TextTooLong`].
    pub async fn edit(&self, scope: &Scope, id: RecordId, patch: Patch) -> Result<Record, MemoryError> {
        self.check_patch(&patch)?;
        let present = self.get(scope, id).await?;
        let rewritten = patch.text.as_ref().filter(|text| **text != present.text);
        let model = self.inner.model.borrow().tag();
        let vector = match rewritten {
            Some(text) => self.vector_of(scope, text).await,
            None => None,
        };
        self.change(scope, id, Operation::Edit, |txn, mut record| {
            let before = record.clone();
            apply(&mut record, &patch);
            if record == before {
                return Ok(());
            }
            record.confirmed |= !record.says_as(&before);
            let change = if record.text == before.text {
                VectorChange::Keep
            } else {
                let vector = vector.as_ref().filter(|_| model == txn.model());
                record.pending = vector.is_none();
                record.fingerprint = super::probe::Probe::of(&record.text).fingerprint();
                let fits = |vector: &&Embedding| txn.state.dimension().is_none_or(|known| known == vector.dimension());
                vector.filter(fits).map_or(VectorChange::Remove, VectorChange::Set)
            };
            if record.text != before.text || record.value != before.value {
                record.history.push(as_version(&before));
            }
            txn.put(record, change)?;
            txn.follow_edit(&before, id)?;
            txn.take_over(id)
        })
        .await
    }

    fn check_patch(&self, patch: &Patch) -> Result<(), MemoryError> {
        if let Some(text) = &patch.text {
            check_text(text, &self.inner.policy)?;
        }
        check_share("importance", patch.importance)?;
        check_share("confidence", patch.confidence)?;
        for (field, given) in
            [("key", &patch.key), ("value", &patch.value), ("subject", &patch.subject), ("topic", &patch.topic)]
        {
            check_name(field, given.as_ref().and_then(Option::as_deref))?;
        }
        Ok(())
    }

    /// The vector of one text; `None`, with a warning, when the callback failed.
    async fn vector_of(&self, scope: &Scope, text: &str) -> Option<Embedding> {
        if self.is_other_model() {
            return None;
        }
        let _permit = self.permit().await;
        self.embedded(scope, &[text.to_owned()], &[], &mut 0).await.pop()
    }

    /// Pins a record, or takes the pin away. A pinned record is never cooled, merged away or deleted by anything automatic.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`].
    pub async fn pin(&self, scope: &Scope, id: RecordId, on: bool) -> Result<Record, MemoryError> {
        self.change(scope, id, Operation::Pin, |txn, record| {
            if record.pinned == on {
                return Ok(());
            }
            if let Some(whole) = txn.state.whole_of(&record).cloned() {
                txn.put(Record { pinned: on, ..whole }, VectorChange::Keep)?;
            }
            txn.put(Record { pinned: on, ..record }, VectorChange::Keep)
        })
        .await
    }

    /// Notes that a record was used: its decay clock starts anew. It is no journal entry.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`].
    pub async fn touch(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        self.ready(scope).await?;
        self.transact(
            scope,
            |_| Vec::new(),
            |txn, _| {
                if let Some(whole) = txn.state.whole_or_self(id) {
                    txn.touch(whole, txn.now);
                }
                txn.touch(id, txn.now);
                found(txn, id)
            },
        )
        .await
    }

    /// Brings a forgotten, merged or superseded record back.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`], also when it was removed for good.
    pub async fn restore(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        self.change(scope, id, Operation::Restore, |txn, record| {
            if record.status == Status::Active {
                return Ok(());
            }
            if txn.state.whole_of(&record).is_some() {
                txn.release(id, true)?;
                return txn.take_over(id);
            }
            // What a person brings back is recalled.
            let (status, tier) = (Status::Active, Tier::Hot);
            let last_accessed_at = record.last_accessed_at.max(txn.now);
            let (superseded_by, confirmed) = (None, true);
            let restored = Record { status, tier, last_accessed_at, superseded_by, confirmed, ..record };
            txn.put(restored, VectorChange::Keep)?;
            txn.take_over(id)
        })
        .await
    }

    async fn change(
        &self,
        scope: &Scope,
        id: RecordId,
        operation: Operation,
        act: impl Fn(&mut Txn<'_>, Record) -> Result<(), MemoryError>,
    ) -> Result<Record, MemoryError> {
        self.ready(scope).await?;
        self.transact(
            scope,
            |_| Vec::new(),
            |txn, _| {
                let before = found(txn, id)?;
                act(txn, before.clone())?;
                let after = found(txn, id)?;
                if after != before {
                    txn.log(operation, None, None);
                }
                Ok(after)
            },
        )
        .await
    }

    /// Takes an entry back: its records are again as they were before it. Without a name the newest entry that is neither an undo nor
    /// undone already, and of which a hard `forget` removed nothing. An undo is an entry too, and can be undone by its name.
    ///
    /// A record that the entry created is hidden, not removed, so that its text is not lost.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`], [`MemoryError::UndoBlocked`] when a later entry changed one of the records, and
    /// [`MemoryError::UndoExpired`] when a hard `forget` removed what is needed, or upkeep did beyond the journal's horizon.
    pub async fn undo(&self, scope: &Scope, entry: Option<JournalId>) -> Result<Undone, MemoryError> {
        self.ready(scope).await?;
        let target = match entry {
            Some(id) => id,
            None => self.newest_entry(scope).await?,
        };
        let (policy, thresholds) = (&self.inner.policy.merge, self.rules().thresholds);
        let salt = self.inner.store.borrow().salt;
        self.transact(
            scope,
            |prefix| vec![keys::entry(prefix, target)],
            |txn, rows| {
                let (undone, entry, as_left) = take_back(txn, target, rows)?;
                if entry.operation == Operation::Write(Action::Merged) {
                    txn.keep_apart(&undone.ids, policy, thresholds)?;
                }
                if entry.operation == Operation::Reflect {
                    txn.refuse_undone(&as_left, &entry, &salt);
                }
                Ok(undone)
            },
        )
        .await
    }

    /// The newest entry that is neither an undo nor undone already, and that is whole.
    async fn newest_entry(&self, scope: &Scope) -> Result<JournalId, MemoryError> {
        let revision = self.inner.store.borrow().revision;
        let mut reach = FIRST_REACH;
        loop {
            let from = JournalId::new(revision.saturating_sub(reach), 0);
            let entries = self.entries_from(scope, from, usize::MAX).await?;
            let mut undone = SortedSet::new();
            let mut erased = None;
            for entry in entries.iter().rev() {
                match entry.operation {
                    // An undo that was itself undone takes nothing back.
                    Operation::Undo(target) if !undone.contains(&entry.id) => {
                        undone.insert(target);
                    }
                    Operation::Undo(_) => {}
                    Operation::Write(_)
                    | Operation::Judge(_)
                    | Operation::Edit
                    | Operation::Pin
                    | Operation::Link
                    | Operation::Forget
                    | Operation::Restore
                    | Operation::Resolve
                    | Operation::Import
                    | Operation::Sweep
                    | Operation::Reflect => {
                        if !undone.contains(&entry.id) && !entry.erased {
                            return Ok(entry.id);
                        }
                        erased = erased.or(Some(entry.id).filter(|_| entry.erased));
                    }
                }
            }
            if revision <= reach {
                if let Some(entry) = erased {
                    return Err(MemoryError::UndoExpired { entry: entry.to_string(), reason: ERASED });
                }
                let horizon = self.with(scope, |state| state.horizon);
                if 0 < horizon.trimmed {
                    return Err(MemoryError::UndoExpired { entry: horizon.last.to_string(), reason: BEYOND });
                }
                return Err(MemoryError::NotFound { what: "journal entry", id: "to undo".to_owned() });
            }
            reach = reach.saturating_mul(8);
        }
    }
}

/// Takes an entry back; the entry without its images, and its records as it had left them.
fn take_back(
    txn: &mut Txn<'_>,
    target: JournalId,
    rows: &[Vec<crate::ports::Row>],
) -> Result<(Undone, JournalEntry, Vec<Record>), MemoryError> {
    let stored = rows.first().cloned().unwrap_or_default();
    let entries = codec::journal_from_rows(&txn.state.prefix, stored).map_err(|(key, err)| damaged(key, &err))?;
    let Some(mut entry) = entries.into_iter().find(|entry| entry.id == target) else {
        if target <= txn.state.horizon.last {
            return Err(MemoryError::UndoExpired { entry: target.to_string(), reason: BEYOND });
        }
        return Err(MemoryError::NotFound { what: "journal entry", id: target.to_string() });
    };
    if entry.erased {
        return Err(MemoryError::UndoExpired { entry: target.to_string(), reason: ERASED });
    }
    for image in &entry.images {
        match txn.state.record(image.id) {
            Some(record) if record.stamp == image.after => {}
            Some(record) => return Err(MemoryError::UndoBlocked { entry: target, blocked_by: record.stamp }),
            None => return Err(MemoryError::NotFound { what: "record", id: image.id.to_string() }),
        }
    }
    let (mut ids, mut as_left) = (Vec::new(), Vec::new());
    for image in std::mem::take(&mut entry.images) {
        ids.push(image.id);
        let after = found(txn, image.id)?;
        as_left.push(after.clone());
        match image.whole_before(&after) {
            Some(before) => {
                let had_vector = image.vector.is_some();
                let vector = image
                    .vector
                    .filter(|vector| vector.model == txn.model())
                    .and_then(|it| Embedding::from_unit(it.values).ok());
                let change = vector.as_ref().map_or(VectorChange::Keep, VectorChange::Set);
                // The vector that the text had is another model's; the one that is kept belongs to the text that goes.
                let reembed = before.reembed || had_vector && vector.is_none();
                txn.put_as(Record { reembed, ..before }, change)?;
            }
            // What stood against it is again as it was, and does not.
            None => {
                let gone = Record { status: Status::Deleted, opponents: SortedSet::new(), ..after };
                txn.put(gone, VectorChange::Keep)?;
            }
        }
    }
    for id in ids.iter().flat_map(|id| txn.state.with_parts(*id)) {
        if let Some(rival) = txn.rival(id).filter(|rival| !ids.contains(&rival.id)) {
            return Err(MemoryError::UndoBlocked { entry: target, blocked_by: rival.stamp });
        }
    }
    let journal_id = txn.log(Operation::Undo(target), None, None);
    Ok((Undone { undone: target, ids, journal_id }, entry, as_left))
}

/// # Errors
/// [`MemoryError::NotFound`].
fn found(txn: &Txn<'_>, id: RecordId) -> Result<Record, MemoryError> {
    txn.state.record(id).cloned().ok_or_else(|| MemoryError::NotFound { what: "record", id: id.to_string() })
}

fn apply(record: &mut Record, patch: &Patch) {
    fn set<T: Clone>(field: &mut T, given: Option<&T>) {
        if let Some(value) = given {
            field.clone_from(value);
        }
    }
    set(&mut record.text, patch.text.as_ref());
    record.kind = patch.kind.or(record.kind);
    set(&mut record.key, patch.key.as_ref());
    set(&mut record.value, patch.value.as_ref());
    set(&mut record.subject, patch.subject.as_ref());
    set(&mut record.topic, patch.topic.as_ref());
    set(&mut record.importance, patch.importance.as_ref());
    set(&mut record.confidence, patch.confidence.as_ref());
    set(&mut record.tags, patch.tags.as_ref());
    set(&mut record.metadata, patch.metadata.as_ref());
    set(&mut record.valid_until, patch.valid_until.as_ref());
    set(&mut record.pinned, patch.pinned.as_ref());
    if let Some(at) = patch.observed_at {
        record.observed_at = at;
        record.observed_given = true;
    }
}
