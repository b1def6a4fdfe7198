//! Opening a scope: its records, from pages of heads or from their rows, with the pages of their codes, then the vectors that stand in none, in slices, so that
//! a page of the host's draws between them.
//!
//! Codes are read as soon as their records are: what the word index lets go of while it grows is then taken by what comes next, and not left over.

use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row};
use crate::record::{Event, RecordId, Scope};
use crate::sorted::SortedSet;

use super::fold::{Folded, Pages};
use super::load_records::Reading;
use super::state::ScopeState;
use super::store::damaged;
use super::{Engine, keys};

/// Rows of records, and of vectors, that one read asks for: about half a megabyte of the ones, and one and a half of the others.
const ROWS_AT_ONCE: u32 = 1024;

/// Rows of records that the first read asks for: most stores have no more, and where there are pages of heads these rows are not needed.
const FIRST_ROWS: u32 = 64;

/// How often a scope is read anew because another handle wrote meanwhile, before it is read in one call, however large it is.
const TRIES_IN_SLICES: u32 = 4;

/// What is left to be read of a scope that is being loaded.
struct Loading<'a> {
    scope: &'a Scope,
    state: ScopeState,
    /// The revision that the first slice had; what has another one belongs to another state.
    revision: u64,
    /// Rows that one read asks for; all where it is `None`.
    at_once: Option<u32>,
}

impl Engine {
    /// Loads a scope that was not used so far. The write lock is held.
    pub(super) async fn load(&self, scope: &Scope) -> Result<(), MemoryError> {
        let (prefix, n_loads) = {
            let store = self.inner.store.borrow();
            if store.scopes.contains_key(scope) {
                return Ok(());
            }
            (keys::prefix(&store.salt, scope), store.n_loads + 1)
        };
        let mut tries = 0;
        let mut state = loop {
            let at_once = (tries < TRIES_IN_SLICES).then_some(ROWS_AT_ONCE);
            let mut state = ScopeState::new(prefix.clone(), ScopeState::first_generation(n_loads));
            state.index.put_off_weights();
            let loading = Loading { scope, state, revision: 0, at_once };
            if let Some(state) = self.loaded(loading).await? {
                break state;
            }
            tries += 1;
        };
        state.index.weigh_all();
        let mut store = self.inner.store.borrow_mut();
        if let Some(newest) = state.newest() {
            self.inner.names.borrow_mut().follow(newest);
        }
        // Read at a later revision than the rest: the next refresh reads what changed in between once more, which is harmless.
        store.n_loads = n_loads;
        store.scopes.insert(scope.clone(), state);
        drop(store);
        self.fit_vectors();
        Ok(())
    }

    /// A scope as it is stored; `None` where another handle wrote between two slices.
    async fn loaded(&self, mut loading: Loading<'_>) -> Result<Option<ScopeState>, MemoryError> {
        let prefix = loading.state.prefix.clone();
        let is_whole = loading.at_once.is_none();
        let mut requests = vec![
            keys::under(Collection::Meta, &prefix),
            keys::folding(&prefix),
            keys::records_from(&prefix, None, None, (!is_whole).then_some(FIRST_ROWS)),
        ];
        if is_whole {
            requests.push(keys::vectors_after(&prefix, None, None));
        }
        let snapshot = self.read(requests).await?;
        loading.revision = snapshot.revision;
        let mut rows = snapshot.rows.into_iter();
        let mut take = || rows.next().unwrap_or_default();
        let (meta, folding, records) = (take(), take(), take());
        let vectors = take();
        self.take_meta(loading.scope, &mut loading.state, meta)?;
        loading.state.load_folding(&folding)?;
        let own = self.inner.model.borrow().tag();
        if is_whole {
            loading.state.load_rows(records)?;
            loading.state.load_vectors(vectors, &own)?;
            return Ok(Some(loading.state));
        }
        let is_read =
            self.load_records(&mut loading, records, &own).await? && self.load_rows(&mut loading, &own).await?;
        Ok(is_read.then_some(loading.state))
    }

    /// Takes the records and the pages of codes into memory; `rows` is the first slice, where there are no pages of heads. Whether nothing changed meanwhile.
    async fn load_records(&self, loading: &mut Loading<'_>, rows: Vec<Row>, own: &str) -> Result<bool, MemoryError> {
        let mut reading = Reading::of(&loading.state, own, FIRST_ROWS, ROWS_AT_ONCE);
        let mut first = reading.has_no_pages().then(|| vec![rows]);
        while let Some(requests) = reading.next(&loading.state) {
            let lists = match first.take() {
                Some(lists) => lists,
                None => match self.slices(loading, requests).await? {
                    Some(lists) => lists,
                    None => return Ok(false),
                },
            };
            reading.take(&mut loading.state, lists)?;
            let done = loading.state.roll.n_records();
            if ROWS_AT_ONCE as usize <= done {
                let total = loading.state.folded.n_vectors().max(done);
                self.emit(&Event::Progress { task: "open", done, total });
                self.inner.clock.pause().await;
            }
        }
        Ok(true)
    }

    /// Takes the vectors into memory that stand in no page, and those that are marked. Whether nothing changed meanwhile.
    async fn load_rows(&self, loading: &mut Loading<'_>, own: &str) -> Result<bool, MemoryError> {
        let prefix = loading.state.prefix.clone();
        let folded = loading.state.folded.clone();
        let marked: Vec<RecordId> = folded.marked.iter().copied().collect();
        for ids in marked.chunks(ROWS_AT_ONCE as usize) {
            let Some(rows) = self.slice(loading, keys::vectors(&prefix, ids)).await? else { return Ok(false) };
            for id in ids {
                let _ = loading.state.replace_vector(*id, None);
            }
            loading.state.load_vectors(rows, own)?;
        }
        let mut after = folded.last().filter(|_| folded.model == own).map(|last| keys::vector(&prefix, last));
        loop {
            let request = keys::vectors_after(&prefix, after.as_deref(), loading.at_once);
            let Some(rows) = self.slice(loading, request).await? else { return Ok(false) };
            let is_last = loading.at_once.is_none_or(|at_once| rows.len() < at_once as usize);
            after = rows.last().map(|(key, _)| key.clone());
            loading.state.load_vectors(rows, own)?;
            self.fit_loading(&mut loading.state);
            if is_last {
                return Ok(true);
            }
            self.inner.clock.pause().await;
        }
    }

    /// Reads one list of rows; `None` where the store has changed since the first.
    async fn slice(&self, loading: &Loading<'_>, request: ReadRequest) -> Result<Option<Vec<Row>>, MemoryError> {
        Ok(self.slices(loading, vec![request]).await?.and_then(|mut lists| lists.pop()))
    }

    /// As [`Self::slice`], of several lists.
    async fn slices(
        &self,
        loading: &Loading<'_>,
        requests: Vec<ReadRequest>,
    ) -> Result<Option<Vec<Vec<Row>>>, MemoryError> {
        let snapshot = self.read(requests).await?;
        Ok((snapshot.revision == loading.revision).then_some(snapshot.rows))
    }
}

impl ScopeState {
    /// Takes over which pages of codes there are, which records are marked, and which are others than their pages of heads say.
    pub(super) fn load_folding(&mut self, rows: &[Row]) -> Result<(), MemoryError> {
        let mut folded = Folded::default();
        let mut marked = SortedSet::new();
        self.heads.forget_changed();
        for (key, bytes) in rows {
            let name = key.strip_prefix(&self.prefix).unwrap_or_default();
            if name == keys::FOLDED {
                let pages: Pages = codec::decode(RowKind::Folded, bytes).map_err(|err| damaged(key, &err))?;
                folded = Folded::of(pages);
            } else if let Some(Ok(id)) = name.strip_prefix(keys::MARKED).map(str::parse) {
                marked.insert(id);
            } else if let Some(Ok(last)) = name.strip_prefix(keys::OUTDATED).map(str::parse) {
                self.heads.take_changed(last, codec::decode(RowKind::Outdated, bytes).ok());
            }
        }
        self.folded = Folded { marked, ..folded };
        Ok(())
    }

    /// Takes over vectors' rows of a model.
    pub(super) fn load_vectors(&mut self, rows: Vec<Row>, own: &str) -> Result<(), MemoryError> {
        for (key, bytes) in rows {
            let (model, embedding) = codec::vector_from_row(&bytes).map_err(|err| damaged(&key, &err))?;
            if let Some(id) = keys::record_of(&self.prefix, &key)
                && model == own
            {
                self.load_vector(id, &embedding);
            }
        }
        Ok(())
    }
}
