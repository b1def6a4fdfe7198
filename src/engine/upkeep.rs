//! Upkeep: what is done for a store from time to time, and when it is due.

use minicbor::Encode;

use crate::codec::{self, RowKind};
use crate::decay;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Rows as Wanted, StorageError};
use crate::record::stored::decoded;
use crate::record::{Event, Maintained, Scope, Timestamp};

use super::answers::Answers;
use super::rows::Rows;
use super::store::{damaged, unavailable};
use super::{Engine, keys};

/// How often the time of an upkeep is written anew because another handle was first.
const MOST_TRIES: u32 = 512;

/// When upkeep was done last.
#[derive(Encode)]
#[cbor(map)]
struct Upkeep {
    #[n(0)]
    at: Timestamp,
}

decoded!(Upkeep:
    0 at: required,
);

impl Engine {
    /// Does the upkeep of every scope of the store, and notes when it did.
    ///
    /// # Errors
    /// The first of the scopes' errors, once the others are done; it is then not noted as done.
    pub async fn maintain(&self) -> Result<Maintained, MemoryError> {
        let mut done = Maintained::default();
        let mut failed = None;
        for scope in self.scopes().await? {
            let was_loaded = self.inner.store.borrow().scopes.contains_key(&scope);
            match self.maintain_scope(&scope).await {
                Ok(one) => done.add(&one),
                Err(MemoryError::Closed) => return Err(MemoryError::Closed),
                Err(err) => failed = failed.or(Some(err)),
            }
            if !was_loaded {
                // A store may have more scopes than fit into memory.
                let _lock = self.inner.write.lock().await;
                self.inner.store.borrow_mut().scopes.remove(&scope);
            }
            self.inner.clock.pause().await;
        }
        match failed {
            Some(err) => Err(err),
            None => self.note_upkeep().await.map(|()| done),
        }
    }

    /// The steps of a scope's upkeep, in order: what was not judged yet is, so that the sweep sees it as it stands.
    async fn maintain_scope(&self, scope: &Scope) -> Result<Maintained, MemoryError> {
        self.ready(scope).await?;
        let n_waiting = |engine: &Self| engine.with(scope, |state| state.waiting().count());
        let n_before = n_waiting(self);
        self.give_vectors(scope).await?;
        self.settle(scope).await?;
        self.hear_waiting(scope, usize::MAX, &mut Vec::new()).await?;
        let settled = n_before.saturating_sub(n_waiting(self));
        let swept = self.sweep(scope).await?;
        let trimmed = self.trim_journal(scope).await?;
        Ok(Maintained { scopes: 1, swept, settled, trimmed })
    }

    /// Gives records that wait for one their vector, until all have one or the callback fails.
    async fn give_vectors(&self, scope: &Scope) -> Result<(), MemoryError> {
        loop {
            let vectors = self.vectors(scope, &[]).await;
            if vectors.of_waiting.is_empty() {
                return Ok(());
            }
            // A model is asked for what is left open after this.
            let answers = Answers::new(self.has_model(), false);
            self.transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    vectors
                        .waiting_for(txn.model())
                        .try_for_each(|(id, text, vector)| self.take_vector(txn, *id, text, vector, &answers))
                },
            )
            .await?;
        }
    }

    /// When upkeep is due that is to be done every so many milliseconds (a day), by any handle on the store. It may have been due long ago.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`].
    pub async fn next_maintenance(&self, every_ms: Option<i64>) -> Result<Timestamp, MemoryError> {
        self.check_open()?;
        let rows = Wanted::Keys(vec![keys::UPKEEP.to_owned()]);
        let snapshot = self.read(vec![ReadRequest { collection: Collection::Meta, rows }]).await?;
        let last = snapshot.rows[0].first().map(|(key, bytes)| {
            codec::decode(RowKind::Upkeep, bytes).map(|Upkeep { at }| at).map_err(|err| damaged(key, &err))
        });
        Ok(decay::next_due(last.transpose()?, every_ms, self.inner.clock.now()))
    }

    /// Milliseconds until upkeep is due; none where it is.
    ///
    /// # Errors
    /// As [`Self::next_maintenance`].
    pub async fn until_maintenance(&self, every_ms: Option<i64>) -> Result<u64, MemoryError> {
        let due = self.next_maintenance(every_ms).await?;
        Ok(u64::try_from(due.0.saturating_sub(self.inner.clock.now().0)).unwrap_or_default())
    }

    /// Does the upkeep, unless another handle did it meanwhile. What goes wrong is told as a warning; whether all went well.
    pub async fn maintain_if_due(&self, every_ms: Option<i64>) -> bool {
        let outcome = match self.until_maintenance(every_ms).await {
            Ok(0) => self.maintain().await.map(|_| ()),
            Ok(_) => Ok(()),
            Err(err) => Err(err),
        };
        match outcome {
            Ok(()) | Err(MemoryError::Closed) => true,
            Err(err) => {
                let message = format!("upkeep is not done, and is tried again: {err}");
                self.emit(&Event::Warning { code: err.code(), message });
                false
            }
        }
    }

    /// Notes that upkeep was done.
    async fn note_upkeep(&self) -> Result<(), MemoryError> {
        let _lock = self.inner.write.lock().await;
        for _ in 0..MOST_TRIES {
            self.check_open()?;
            self.refresh().await?;
            let mut rows = Rows::default();
            let upkeep = Upkeep { at: self.inner.clock.now() };
            rows.encode(Collection::Meta, keys::UPKEEP.to_owned(), RowKind::Upkeep, &upkeep)?;
            let revision = self.inner.store.borrow().revision;
            let next = revision + 1;
            match self.inner.storage.commit(rows.into_batch(revision, next)?).await {
                Ok(()) => {
                    self.inner.store.borrow_mut().revision = next;
                    return Ok(());
                }
                Err(StorageError::Conflict) => {}
                Err(err) => {
                    self.inner.store.borrow_mut().doubtful = true;
                    return Err(unavailable(err));
                }
            }
        }
        Err(MemoryError::Conflict { tries: MOST_TRIES })
    }
}
