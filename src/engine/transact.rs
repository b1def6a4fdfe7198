//! One change of the store: decided on what is there, committed whole, decided again where another handle was first.

use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row, StorageError};
use crate::record::{Event, Origin, RecordId, Scope};

use super::Engine;
use super::abort::AtStore;
use super::exact::Decided;
use super::state::ScopeState;
use super::store::unavailable;
use super::txn::Txn;

/// How often a change is decided anew because another handle was first. Each lost try means that another handle's write
/// went through, so this many in a row happen only under a storm of writes.
const MOST_TRIES: u32 = 512;

/// What decides a change on the store as it is, with the rows that it asked for.
pub(super) type Decide<'a> = dyn FnMut(&mut Txn<'_>, &[Vec<Row>]) -> Result<(), MemoryError> + 'a;

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
            let abandoned = store.scopes.values_mut().any(|state| state.staged().is_under_way());
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
        self.take_along(&mut txn, touches);
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
        self.some_is_written();
        let (ids, is_fold): (Vec<RecordId>, bool) = {
            self.inner.model.borrow_mut().settle();
            let mut store = self.inner.store.borrow_mut();
            store.revision = revision;
            let Some(state) = store.scopes.get_mut(scope) else { return };
            let carried = state.staged().carried;
            let ids: Vec<RecordId> = state.staged().records.keys().copied().collect();
            let staged = state.staged();
            let is_fold = (staged.folded.is_some() || staged.heads.is_some()) && ids.is_empty();
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
