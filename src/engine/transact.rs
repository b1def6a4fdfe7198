//! One change of the store: decided on what is there, committed whole, decided again where another handle was first.

use crate::codec::{self, RowKind};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row, StorageError};
use crate::record::{
    Event, Evidence, Horizon, Image, JournalEntry, JournalId, Kept, Operation, Origin, Record, RecordId, Scope,
    Strategy, Timestamp, VectorImage,
};

use super::Engine;
use super::abort::AtStore;
use super::answers::{Answers, Kept as KeptAnswer};
use super::exact::Decided;
use super::names::Names;
use super::state::ScopeState;
use super::store::{damaged, unavailable};

/// How often a change is decided anew because another handle was first. Each lost try means that another handle's write
/// went through, so this many in a row happen only under a storm of writes.
const MOST_TRIES: u32 = 512;

/// What decides a change on the store as it is, with the rows that it asked for.
pub(super) type Decide<'a> = dyn FnMut(&mut Txn<'_>, &[Vec<Row>]) -> Result<(), MemoryError> + 'a;

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
    images: Vec<Image>,
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
        if self.state.reflection.left.contains(&id) {
            let mut reflection = self.state.reflection.clone();
            reflection.left.remove(&id);
            self.state.stage_reflection(reflection);
        }
        Ok(())
    }

    /// Stages a stored journal entry, which stands in `before`, in another form.
    pub(super) fn rewrite(&mut self, before: Vec<Row>, entry: JournalEntry) {
        self.rewritten.push((before, entry));
    }

    /// Stages what a model said, for the next time.
    pub(super) fn keep_answers(&mut self, answers: &Answers) -> Result<(), MemoryError> {
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

impl Engine {
    /// Decides on what is there and commits it whole. `decide` may run several times, each time on the store as it then is,
    /// with the rows that `reads` asks for (it is given the scope's prefix).
    ///
    /// # Errors
    /// What `decide` answers, and what the store answers; in each case nothing was written, unless the store can't tell.
    pub(super) async fn transact<T>(
        &self,
        scope: &Scope,
        reads: impl Fn(&str) -> Vec<ReadRequest>,
        mut decide: impl FnMut(&mut Txn<'_>, &[Vec<Row>]) -> Result<T, MemoryError>,
    ) -> Result<T, MemoryError> {
        let mut answer = None;
        let mut decide = |txn: &mut Txn<'_>, rows: &[Vec<Row>]| {
            answer = Some(decide(txn, rows)?);
            Ok(())
        };
        self.commit_decided(scope, &reads, &mut decide).await?;
        answer.ok_or_else(|| MemoryError::StoreUnavailable("nothing was decided".to_owned()))
    }

    /// [`Self::transact`], compiled once and not once for every change that there is.
    async fn commit_decided(
        &self,
        scope: &Scope,
        reads: &dyn Fn(&str) -> Vec<ReadRequest>,
        decide: &mut Decide<'_>,
    ) -> Result<(), MemoryError> {
        let _lock = self.inner.write.lock().await;
        self.fit_vectors();
        for tries in 0..MOST_TRIES {
            self.ready_to_write(scope, 0 < tries).await?;
            let requests = reads(&self.prefix(scope));
            let mut rows = Vec::new();
            if !requests.is_empty() {
                let snapshot = self.read(requests).await?;
                if snapshot.revision != self.inner.store.borrow().revision {
                    continue;
                }
                rows = snapshot.rows;
            }
            let Some(decided) = self.decided_on_vectors(scope, &rows, decide).await? else { continue };
            let Some(batch) = decided else {
                self.inner.store.borrow_mut().prune_touches(scope);
                return Ok(());
            };
            let next = batch.next;
            let changes = batch.puts.last().map(|(_, key, value)| (key.clone(), value.clone()));
            let at_store = AtStore::new(&self.inner);
            match self.inner.storage.commit(batch).await {
                Ok(()) => {
                    at_store.over();
                    self.settled(scope, next);
                    return Ok(());
                }
                Err(StorageError::Conflict) => {
                    at_store.over();
                    self.with_scope(scope, ScopeState::revert);
                }
                Err(err) => {
                    // The answer may have been lost after the commit was applied; the list of its changes tells.
                    let is_stored = self.is_stored(changes).await;
                    at_store.over();
                    if is_stored {
                        self.settled(scope, next);
                        return Ok(());
                    }
                    self.with_scope(scope, ScopeState::revert);
                    self.inner.store.borrow_mut().doubtful = true;
                    return Err(unavailable(err));
                }
            }
        }
        Err(MemoryError::Conflict { tries: MOST_TRIES })
    }

    /// Whether the store holds a row just so; no, where it does not answer.
    async fn is_stored(&self, row: Option<Row>) -> bool {
        let Some((key, value)) = row else { return false };
        let rows = crate::ports::Rows::Keys(vec![key]);
        let snapshot = self.read(vec![ReadRequest { collection: Collection::Meta, rows }]).await;
        snapshot.is_ok_and(|snapshot| snapshot.rows[0].first().is_some_and(|(_, stored)| *stored == value))
    }

    /// Loads the scope where it is not, and catches up where something may have changed. The write lock is held.
    async fn ready_to_write(&self, scope: &Scope, lost: bool) -> Result<(), MemoryError> {
        self.check_open()?;
        let (doubtful, loaded) = {
            let mut store = self.inner.store.borrow_mut();
            let abandoned = store.scopes.values_mut().any(|state| !state.staged().records.is_empty());
            // Only a caller that dropped its future in the middle of a commit leaves something staged.
            store.doubtful |= abandoned;
            (store.doubtful, store.scopes.contains_key(scope))
        };
        if lost || doubtful {
            return self.catch_up(scope).await;
        }
        // Where others wrote in the meantime the commit finds out, so the store need not be asked first.
        if loaded { Ok(()) } else { self.load(scope).await }
    }

    fn prefix(&self, scope: &Scope) -> String {
        self.inner.store.borrow().scopes.get(scope).map(|state| state.prefix.clone()).unwrap_or_default()
    }

    pub(super) fn with_scope(&self, scope: &Scope, act: impl FnOnce(&mut ScopeState)) {
        if let Some(state) = self.inner.store.borrow_mut().scopes.get_mut(scope) {
            act(state);
        }
    }

    /// Runs `decide` on what is in memory, and says what is to be committed. An error leaves nothing staged, and so do vectors that are to be
    /// read first.
    pub(super) fn decided(
        &self,
        scope: &Scope,
        rows: &[Vec<Row>],
        decide: &mut Decide<'_>,
    ) -> Result<Decided, MemoryError> {
        let now = self.inner.clock.now();
        let mut store = self.inner.store.borrow_mut();
        let expected = store.revision;
        let touches = store.touches.get(scope).cloned().unwrap_or_default();
        let carried = store.carried.get(scope).copied();
        let Some(state) = store.scopes.get_mut(scope) else {
            return Err(MemoryError::StoreUnavailable("the scope was not loaded".to_owned()));
        };
        let (model, model_row) = {
            let mut model = self.inner.model.borrow_mut();
            (model.tag(), model.stage()?)
        };
        let model = model.as_str();
        let mut names = self.inner.names.borrow_mut();
        let before = names.clone();
        let (images, entries, rewritten) = (Vec::new(), Vec::new(), Vec::new());
        let (cached, uncached, noted) = (Vec::new(), Vec::new(), Vec::new());
        let (names, next) = (&mut names, expected + 1);
        let mut txn = Txn {
            scope,
            state,
            names,
            now,
            model,
            model_row,
            expected,
            next,
            images,
            entries,
            rewritten,
            cached,
            uncached,
            noted,
            meta: Vec::new(),
            trimmed: None,
        };
        for (id, at) in touches {
            txn.touch(id, at);
        }
        if let Some(carried) = carried {
            txn.state.stage_carried(carried, now);
        }
        let outcome = decide(&mut txn, rows).and_then(|()| txn.batch());
        let wanted = txn.state.take_wanted();
        if !wanted.is_empty() {
            txn.state.revert();
            // As if it had not been run.
            *txn.names = before;
            return Ok(Decided::Wants(wanted));
        }
        match &outcome {
            Ok(Some(_)) => {}
            Ok(None) => txn.state.settle(),
            Err(_) => txn.state.revert(),
        }
        outcome.map(Decided::Batch)
    }

    /// The commit is durable.
    fn settled(&self, scope: &Scope, revision: u64) {
        let (ids, is_fold): (Vec<RecordId>, bool) = {
            self.inner.model.borrow_mut().settle();
            let mut store = self.inner.store.borrow_mut();
            store.revision = revision;
            let Some(state) = store.scopes.get_mut(scope) else { return };
            let carried = state.staged().carried;
            let ids: Vec<RecordId> = state.staged().records.keys().copied().collect();
            let is_fold = state.staged().folded.is_some() && ids.is_empty();
            state.registered |= !state.staged().records.is_empty();
            state.settle();
            store.prune_touches(scope);
            store.prune_carried(scope, carried);
            (ids, is_fold)
        };
        if is_fold {
            // Where vectors stand is nothing that a host shows.
            return;
        }
        self.emit(&Event::Changed { scope: scope.clone(), ids, revision, origin: Origin::Own });
    }
}
