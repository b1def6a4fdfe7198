//! What a handle knows of its store, and how it catches up with what others wrote.

use crate::sorted::{SortedMap, SortedSet};

use minicbor::Encode;

use crate::codec::{self, CodecError, RowKind};
use crate::error::MemoryError;
use crate::ports::{Batch, Collection, ReadRequest, Row, Rows, Snapshot, StorageError};
use crate::record::stored::decoded;
use crate::record::{Event, Origin, RecordId, Scope, Timestamp};

use super::answered::Answered;
use super::fold::Pages;
use super::heads::HeadPages;
use super::state::ScopeState;
use super::turns::Carried;
use super::{Engine, keys};

/// What a handle knows of its store.
#[derive(Default)]
pub(super) struct StoreState {
    /// The revision that what is in memory stands for.
    pub(super) revision: u64,
    /// Whether a commit's outcome is unknown, so that everything is read anew before it is used.
    pub(super) doubtful: bool,
    /// What the scopes' hashes are salted with.
    pub(super) salt: [u8; 16],
    /// The scopes that were used so far.
    pub(super) scopes: SortedMap<Scope, ScopeState>,
    /// When records were recalled, for the next commit to write.
    pub(super) touches: SortedMap<Scope, SortedMap<RecordId, Timestamp>>,
    /// Turns and tokens that the next commit of a scope is to take along.
    pub(super) carried: SortedMap<Scope, Carried>,
    /// Counts the loads of scopes, so that what was found before one is not taken for what is there after it.
    pub(super) n_loads: u64,
}

impl StoreState {
    /// Drops the touches that are written, and those of records that are gone. A recall may have touched more while a commit was
    /// under way; those stay.
    pub(super) fn prune_touches(&mut self, scope: &Scope) {
        if let (Some(touches), Some(state)) = (self.touches.get_mut(scope), self.scopes.get(scope)) {
            touches.retain(|id, at| state.record(*id).is_some_and(|record| record.last_accessed_at < *at));
        }
        self.touches.retain(|_, touches| !touches.is_empty());
    }

    /// Drops what was written of the turns and tokens that were gathered; more may have come while the commit was under way.
    pub(super) fn prune_carried(&mut self, scope: &Scope, written: Carried) {
        if let Some(carried) = self.carried.get_mut(scope) {
            carried.turns = carried.turns.saturating_sub(written.turns);
            carried.tokens = carried.tokens.saturating_sub(written.tokens);
            if *carried == Carried::default() {
                self.carried.remove(scope);
            }
        }
    }
}

/// The row that makes bytes a store.
#[derive(Encode)]
#[cbor(map)]
struct Format {
    #[cbor(n(0), with = "minicbor::bytes")]
    salt: [u8; 16],
}

decoded!(Format:
    0 salt: required = minicbor::bytes,
);

/// The keys that a revision changed.
#[derive(Default, Encode)]
#[cbor(map)]
pub(super) struct Changes {
    #[n(0)]
    pub(super) keys: Vec<(u8, String)>,
    /// `true` where it changed more than is listed.
    #[n(1)]
    pub(super) is_partial: Option<bool>,
}

decoded!(Changes:
    0 keys: required,
    1 is_partial,
);

/// The error for a row that does not decode.
pub(super) fn damaged(key: impl Into<String>, cause: &CodecError) -> MemoryError {
    if let CodecError::Newer { found } = cause {
        return MemoryError::StoreNewer { found: *found, known: codec::FORMAT };
    }
    MemoryError::StoreDamaged { key: key.into(), cause: cause.to_string() }
}

/// The error for a store that did not do as told.
pub(super) fn unavailable(err: StorageError) -> MemoryError {
    match err {
        StorageError::Conflict => MemoryError::Conflict { tries: 1 },
        StorageError::Quota(message) => MemoryError::Quota(message),
        StorageError::Unavailable(message) => MemoryError::StoreUnavailable(message),
        StorageError::Newer { found, known } => MemoryError::StoreNewer { found, known },
        StorageError::Damaged(message) => MemoryError::StoreBroken(message),
    }
}

impl Engine {
    pub(super) async fn read(&self, requests: Vec<ReadRequest>) -> Result<Snapshot, MemoryError> {
        let n_requests = requests.len();
        let snapshot = self.inner.storage.read(requests).await.map_err(unavailable)?;
        if snapshot.rows.len() == n_requests {
            return Ok(snapshot);
        }
        Err(MemoryError::StoreUnavailable(format!(
            "asked for {n_requests} lists of rows, the store answered {}",
            snapshot.rows.len()
        )))
    }

    /// Makes a scope ready for reading: loaded, and at the store's revision.
    pub(super) async fn ready(&self, scope: &Scope) -> Result<(), MemoryError> {
        self.check_open()?;
        let (mine, ready) = {
            let store = self.inner.store.borrow();
            (store.revision, !store.doubtful && store.scopes.contains_key(scope))
        };
        if ready && self.read(Vec::new()).await?.revision == mine {
            return Ok(());
        }
        let _lock = self.inner.write.lock().await;
        self.catch_up(scope).await
    }

    /// Brings what is in memory to the store's revision, and loads the scope. The write lock is held.
    pub(super) async fn catch_up(&self, scope: &Scope) -> Result<(), MemoryError> {
        self.check_open()?;
        self.refresh().await?;
        self.load(scope).await
    }

    /// Takes rows of a scope into memory; of `changed` those that have no row are gone.
    fn take_rows(
        &self,
        scope: &Scope,
        state: &mut ScopeState,
        records: Vec<Row>,
        vectors: Vec<Row>,
        meta: Vec<Row>,
        changed: &SortedSet<RecordId>,
    ) -> Result<(), MemoryError> {
        let prefix = state.prefix.clone();
        let mut gone = changed.clone();
        for id in records.iter().filter_map(|(key, _)| keys::record_of(&prefix, key)) {
            gone.remove(&id);
        }
        state.load_rows(records)?;
        for id in gone {
            state.load(id, None);
        }
        let own = self.inner.model.borrow().tag();
        state.load_vectors(vectors, &own)?;
        self.take_meta(scope, state, meta)
    }

    /// Takes a scope's rows of `meta` into memory.
    pub(super) fn take_meta(&self, scope: &Scope, state: &mut ScopeState, meta: Vec<Row>) -> Result<(), MemoryError> {
        let prefix = state.prefix.clone();
        for (key, bytes) in meta {
            if let Some(name) = key.strip_prefix(&prefix).and_then(|rest| rest.strip_prefix(keys::ANSWERED)) {
                let answered: Answered =
                    codec::decode(RowKind::Idempotency, &bytes).map_err(|err| damaged(&key, &err))?;
                state.answers.load(name.to_owned(), Some(answered));
            } else if key.strip_prefix(&prefix) == Some(keys::HORIZON) {
                state.horizon = codec::decode(RowKind::Horizon, &bytes).map_err(|err| damaged(&key, &err))?;
            } else if key.strip_prefix(&prefix) == Some(keys::REFLECTION) {
                state.reflection = codec::decode(RowKind::Reflection, &bytes).map_err(|err| damaged(&key, &err))?;
            } else if key.strip_prefix(&prefix) == Some(keys::HEADS) {
                let mut kind = RowKind::Headed;
                let mut pages: Result<Pages, _> = codec::decode(kind, &bytes);
                if matches!(pages, Err(CodecError::WrongKind)) {
                    kind = RowKind::OldHeaded;
                    pages = codec::decode(kind, &bytes);
                }
                let pages = pages.map_err(|err| damaged(&key, &err))?;
                state.heads = HeadPages::of(&pages, kind == RowKind::OldHeaded);
            } else if key
                .strip_prefix(&prefix)
                .is_some_and(|rest| rest.starts_with(keys::HEARD) || rest == keys::OBSERVED)
            {
                // Read where it is needed.
            } else {
                let stored: Scope = codec::decode(RowKind::Scope, &bytes).map_err(|err| damaged(&key, &err))?;
                if stored != *scope {
                    let cause = "another scope's rows stand under this scope's name".to_owned();
                    return Err(MemoryError::StoreDamaged { key, cause });
                }
                state.registered = true;
            }
        }
        Ok(())
    }

    /// Reads what other handles changed since the last look. The write lock is held.
    pub(super) async fn refresh(&self) -> Result<(), MemoryError> {
        let (mine, doubtful) = {
            let store = self.inner.store.borrow();
            (store.revision, store.doubtful)
        };
        let since = ReadRequest {
            collection: Collection::Meta,
            rows: Rows::Range { from: Some(keys::changes(mine + 1)), to: Some(keys::changes(u64::MAX)), limit: None },
        };
        let snapshot = self.read(vec![since]).await?;
        if snapshot.revision == mine && !doubtful {
            return Ok(());
        }
        let rows = &snapshot.rows[0];
        if doubtful || snapshot.revision < mine || snapshot.revision - mine != rows.len() as u64 {
            return self.start_over().await;
        }
        let mut changed: SortedSet<(u8, String)> = SortedSet::new();
        for (key, bytes) in rows {
            let changes: Changes = codec::decode(RowKind::Changes, bytes).map_err(|err| damaged(key, &err))?;
            if changes.is_partial == Some(true) {
                return self.start_over().await;
            }
            changed.extend(changes.keys);
        }
        let model = self.model_request();
        if let Rows::Keys(keys) = &model.rows
            && keys.iter().any(|key| changed.contains(&(place(Collection::Meta), key.clone())))
        {
            let rows = self.read(vec![model]).await?.rows.remove(0);
            if self.load_model(&rows)? {
                return self.start_over().await;
            }
        }
        let loaded: Vec<(Scope, String)> = {
            let store = self.inner.store.borrow();
            store.scopes.iter().map(|(scope, state)| (scope.clone(), state.prefix.clone())).collect()
        };
        for (scope, prefix) in loaded {
            self.take_changes(&scope, &prefix, &changed, snapshot.revision).await?;
        }
        self.inner.store.borrow_mut().revision = snapshot.revision;
        Ok(())
    }

    async fn take_changes(
        &self,
        scope: &Scope,
        prefix: &str,
        changed: &SortedSet<(u8, String)>,
        revision: u64,
    ) -> Result<(), MemoryError> {
        let of = |part: Collection| {
            let place = place(part);
            changed.iter().filter(move |(at, key)| *at == place && key.starts_with(prefix)).map(|(_, key)| key)
        };
        let ids: SortedSet<RecordId> = of(Collection::Records)
            .chain(of(Collection::Vectors))
            .filter_map(|key| keys::record_of(prefix, key))
            .collect();
        let meta: Vec<String> = of(Collection::Meta).cloned().collect();
        // Pages are made of what is in memory already; which there are has to be known.
        let is_folded = of(Collection::Vectors).any(|key| keys::record_of(prefix, key).is_none());
        if ids.is_empty() && meta.is_empty() && !is_folded {
            return Ok(());
        }
        let mut requests = vec![
            keys::vectors(prefix, &ids),
            ReadRequest { collection: Collection::Meta, rows: Rows::Keys(meta.clone()) },
            keys::folding(prefix),
        ];
        requests.extend(ids.iter().map(|id| keys::record(prefix, *id)));
        let mut rows = self.read(requests).await?.rows.into_iter();
        let mut take = || rows.next().unwrap_or_default();
        let (vectors, found, folding) = (take(), take(), take());
        {
            let mut store = self.inner.store.borrow_mut();
            let Some(mut state) = store.scopes.remove(scope) else { return Ok(()) };
            for key in meta.iter().filter(|key| found.iter().all(|(there, _)| there != *key)) {
                if let Some(name) = key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(keys::ANSWERED)) {
                    state.answers.load(name.to_owned(), None);
                }
            }
            // Left out of the loaded scopes when a row is damaged, so that the next call reads it anew and says so again.
            self.take_rows(scope, &mut state, rows.flatten().collect(), vectors, found, &ids)?;
            state.load_folding(&folding)?;
            if let Some(newest) = state.newest() {
                self.inner.names.borrow_mut().follow(newest);
            }
            store.scopes.insert(scope.clone(), state);
        }
        self.inner.queries.borrow_mut().clear();
        if !ids.is_empty() {
            let ids = ids.into_iter().collect();
            self.emit(&Event::Changed { scope: scope.clone(), ids, revision, origin: Origin::Other });
        }
        Ok(())
    }

    /// Forgets what is in memory and reads the store's format; scopes load again when they are used.
    pub(super) async fn start_over(&self) -> Result<(), MemoryError> {
        let format = ReadRequest { collection: Collection::Meta, rows: Rows::Keys(vec![keys::FORMAT.to_owned()]) };
        // A second handle may found the store at the same moment; the one that loses reads what the winner wrote.
        for _ in 0..FOUNDING_TRIES {
            let mut snapshot = self.read(vec![format.clone(), self.model_request()]).await?;
            self.load_model(&snapshot.rows[1])?;
            if let Some((key, bytes)) = snapshot.rows[0].pop() {
                let format: Format = codec::decode(RowKind::Format, &bytes).map_err(|err| damaged(key, &err))?;
                let mut store = self.inner.store.borrow_mut();
                let (touches, carried) = (std::mem::take(&mut store.touches), std::mem::take(&mut store.carried));
                let (revision, salt) = (snapshot.revision, format.salt);
                *store = StoreState { revision, salt, touches, carried, ..StoreState::default() };
                return Ok(());
            }
            let salt = self.inner.names.borrow_mut().bytes();
            let row = codec::encode(RowKind::Format, &Format { salt }).map_err(|err| damaged(keys::FORMAT, &err))?;
            let next = snapshot.revision + 1;
            let changes =
                codec::encode(RowKind::Changes, &Changes::default()).map_err(|err| damaged(keys::FORMAT, &err))?;
            let puts = vec![
                (Collection::Meta, keys::FORMAT.to_owned(), row),
                (Collection::Meta, keys::changes(next), changes),
            ];
            match self
                .inner
                .storage
                .commit(Batch { expected: snapshot.revision, next, puts, deletes: Vec::new() })
                .await
            {
                Ok(()) | Err(StorageError::Conflict) => {}
                Err(err) => return Err(unavailable(err)),
            }
        }
        Err(MemoryError::Conflict { tries: FOUNDING_TRIES })
    }
}

/// How often founding a store is tried. Each try that loses finds the store founded, unless a third handle destroyed it.
const FOUNDING_TRIES: u32 = 8;

/// A collection's place in [`Collection::ALL`], as the list of changed keys names it. Frozen by the format.
pub(super) fn place(part: Collection) -> u8 {
    match part {
        Collection::Records => 0,
        Collection::Vectors => 1,
        Collection::Journal => 2,
        Collection::Cache => 3,
        Collection::Meta => 4,
    }
}
