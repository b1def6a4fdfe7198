//! A change while it is decided.

use crate::codec::{self, RowKind};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::Row;
use crate::record::{
    Evidence, Horizon, Image, JournalEntry, JournalId, Kept, Operation, Record, RecordId, Reflection, Scope, Strategy,
    Timestamp, VectorImage,
};

use super::answers::{Answers, Kept as KeptAnswer};
use super::names::Names;
use super::state::ScopeState;
use super::store::damaged;

/// What becomes of a record's vector.
pub(super) enum VectorChange<'a> {
    /// It stays.
    Keep,
    /// It is replaced.
    Set(&'a Embedding),
    /// It goes.
    Remove,
}

/// A change while it is decided: what it stages is seen by what it decides next, and by nobody else until it is stored.
pub(super) struct Txn<'a> {
    pub(super) scope: &'a Scope,
    pub(super) state: &'a mut ScopeState,
    pub(super) names: &'a mut Names,
    pub(super) now: Timestamp,
    pub(super) model: &'a str,
    pub(super) expected: u64,
    /// What is new of the embedding model.
    pub(super) model_row: Option<Row>,
    pub(super) next: u64,
    pub(super) images: Vec<Image>,
    pub(super) entries: Vec<JournalEntry>,
    pub(super) rewritten: Vec<(Vec<Row>, JournalEntry)>,
    /// Rows of the cache: what may be lost without harm, and what no other handle has to hear of.
    pub(super) cached: Vec<Row>,
    pub(super) uncached: Vec<String>,
    pub(super) noted: Vec<Row>,
    /// Rows of the scope in `meta`, each at most once; `None` where one goes.
    pub(super) meta: Vec<(String, Option<Vec<u8>>)>,
    /// Journal rows that go, and how far the journal is then taken back.
    pub(super) trimmed: Option<(Vec<String>, Horizon)>,
}

impl Txn<'_> {
    /// The name of the journal entry that is being written.
    pub(super) fn entry_id(&self) -> JournalId {
        JournalId::new(self.next, u16::try_from(self.entries.len()).unwrap_or(u16::MAX))
    }

    /// Lets the commit make this revision at least, before anything is staged under its name.
    pub(super) fn reach(&mut self, revision: u64) {
        self.next = self.next.max(revision);
    }

    /// Stages a record that the scope does not have as the entry under way brings it; all but its stamp is as given.
    ///
    /// # Errors
    /// [`MemoryError::BadVector`], as [`Self::put`].
    pub(super) fn put_new(&mut self, record: Record, vector: VectorChange<'_>) -> Result<(), MemoryError> {
        let (id, after) = (record.id, self.entry_id());
        self.put_unlogged(Record { stamp: after, changed: JournalId::default(), ..record }, vector)?;
        self.images.push(Image { id, before: None, vector: None, after, kept: Kept::default() });
        Ok(())
    }

    /// The present embedding model's name.
    pub(super) fn model(&self) -> &str {
        self.model
    }

    /// Stages a record as the entry under way leaves it.
    ///
    /// # Errors
    /// [`MemoryError::BadVector`] when the vector has another dimension than the scope's others; nothing is staged.
    pub(super) fn put(&mut self, record: Record, vector: VectorChange<'_>) -> Result<(), MemoryError> {
        let stamp = self.entry_id();
        let same = self.state.record(record.id).filter(|before| before.says_as(&record)).map(Record::said_since);
        let changed = same.filter(|since| *since != stamp).unwrap_or_default();
        self.put_as(Record { stamp, changed, updated_at: self.now, ..record }, vector)
    }

    /// Stages a record in a state that an earlier entry left it in.
    pub(super) fn put_as(&mut self, record: Record, vector: VectorChange<'_>) -> Result<(), MemoryError> {
        let (id, after) = (record.id, record.stamp);
        if let Some(image) = self.images.iter_mut().find(|image| image.id == id) {
            image.after = after;
            return self.put_unlogged(record, vector);
        }
        let before = self.state.record(id).cloned();
        // A vector that is kept over a new text is replaced later, off the journal.
        let outdated = before.as_ref().is_some_and(|before| before.text != record.text);
        let replaced = match vector {
            VectorChange::Keep if !outdated => None,
            VectorChange::Keep | VectorChange::Set(_) | VectorChange::Remove => {
                self.state.vector(id).map(<[f32]>::to_vec)
            }
        };
        self.put_unlogged(record, vector)?;
        let vector = replaced.map(|values| VectorImage { model: self.model.to_owned(), values });
        self.images.push(Image { id, before, vector, after, kept: Kept::default() });
        Ok(())
    }

    /// Closes the entry under way.
    pub(super) fn log(
        &mut self,
        operation: Operation,
        strategy: Option<Strategy>,
        evidence: Option<Evidence>,
    ) -> JournalId {
        let id = self.entry_id();
        let mut images = std::mem::take(&mut self.images);
        for image in &mut images {
            if let Some(after) = self.state.record(image.id) {
                image.shorten(after);
            }
        }
        self.entries.push(JournalEntry { id, at: self.now, operation, strategy, evidence, images, erased: false });
        id
    }

    /// Closes the entry under way as one that removed for good: it keeps no images.
    pub(super) fn log_erasure(&mut self, operation: Operation) -> JournalId {
        self.images.clear();
        let id = self.log(operation, None, None);
        if let Some(entry) = self.entries.last_mut() {
            entry.erased = true;
        }
        id
    }

    /// Stages that a record was used, off the journal.
    pub(super) fn touch(&mut self, id: RecordId, at: Timestamp) {
        self.state.stage_touch(id, at);
    }

    /// Stages a record off the journal: nothing that a person would take back.
    ///
    /// # Errors
    /// [`MemoryError::BadVector`] when the vector has another dimension than the scope's others; nothing is staged.
    pub(super) fn put_unlogged(&mut self, record: Record, vector: VectorChange<'_>) -> Result<(), MemoryError> {
        match vector {
            VectorChange::Keep => {}
            VectorChange::Set(embedding) => self.state.stage_vector(record.id, Some(embedding))?,
            VectorChange::Remove => self.state.stage_vector(record.id, None)?,
        }
        self.state.stage(record.id, Some(record));
        Ok(())
    }

    /// Stages that a record is gone for good.
    pub(super) fn remove(&mut self, id: RecordId) -> Result<(), MemoryError> {
        self.state.stage_vector(id, None)?;
        self.state.stage(id, None);
        self.state.answers.erase(id);
        let Reflection { left, found, .. } = &self.state.reflection;
        if left.contains(&id) || found.contains(&id) {
            let mut reflection = self.state.reflection.clone();
            reflection.left.remove(&id);
            reflection.found.remove(&id);
            self.state.stage_reflection(reflection);
        }
        Ok(())
    }

    /// Stages a stored journal entry, which stands in `before`, in another form.
    pub(super) fn rewrite(&mut self, before: Vec<Row>, entry: JournalEntry) {
        self.rewritten.push((before, entry));
    }

    /// Stages what a model said, for the next time; not where something was removed since it was asked, of which it may speak.
    pub(super) fn keep_answers(&mut self, answers: &Answers) -> Result<(), MemoryError> {
        if answers.as_of.is_some_and(|as_of| as_of != self.state.removals) {
            return Ok(());
        }
        for (key, kept) in answers.fresh() {
            let row = codec::encode(RowKind::Cached, kept).map_err(|err| damaged(key, &err))?;
            self.cached.push((key.clone(), row));
        }
        Ok(())
    }

    /// Stages a row of the cache that is written although nothing else changes.
    pub(super) fn note_in_cache(&mut self, key: String, kept: &KeptAnswer) -> Result<(), MemoryError> {
        let row = codec::encode(RowKind::Cached, kept).map_err(|err| damaged(&key, &err))?;
        self.noted.push((key, row));
        Ok(())
    }

    /// Stages that rows of the cache are gone.
    pub(super) fn drop_answers(&mut self, keys: impl Iterator<Item = String>) {
        self.uncached.extend(keys);
    }

    /// Stages that rows of the journal are gone, up to a horizon.
    pub(super) fn trim(&mut self, keys: Vec<String>, horizon: Horizon) {
        self.state.stage_horizon(horizon);
        self.trimmed = Some((keys, horizon));
    }
}
