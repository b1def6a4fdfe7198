//! Upkeep: what is done for a store from time to time, and when it is due.

use minicbor::Encode;

use crate::codec::{self, RowKind};
use crate::decay;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Rows as Wanted, StorageError};
use crate::record::stored::decoded;
use crate::record::{Event, Maintained, Schedule, Scope, Timestamp};

use super::answers::Answers;
use super::rows::Rows;
use super::store::{damaged, unavailable};
use super::{Engine, keys};

/// How often the time of an upkeep is written anew because another handle was first.
const MOST_TRIES: u32 = 512;

/// When upkeep was done last.
#[derive(Clone, Default, Encode)]
#[cbor(map)]
struct Upkeep {
    /// All of it.
    #[n(0)]
    at: Option<Timestamp>,
    /// The reflections that have an interval of their own.
    #[n(1)]
    reflected: Option<Timestamp>,
}

decoded!(Upkeep:
    0 at,
    1 reflected,
);

impl Engine {
    /// Does the upkeep of every scope of the store, and notes when it did.
    ///
    /// # Errors
    /// The first of the scopes' errors, once the others are done; it is then not noted as done.
    pub async fn maintain(&self) -> Result<Maintained, MemoryError> {
        self.keep_up(true, None).await
    }

    /// Goes through every scope, and notes that it did: all of its upkeep where `is_whole`, and the reflection that is due every so many milliseconds
    /// where one has an interval of its own.
    async fn keep_up(&self, is_whole: bool, reflect_ms: Option<i64>) -> Result<Maintained, MemoryError> {
        let mut done = Maintained::default();
        let mut failed = None;
        for scope in self.scopes().await? {
            let was_loaded = self.inner.store.borrow().scopes.contains_key(&scope);
            match self.keep_up_scope(&scope, is_whole, reflect_ms).await {
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
        if let Some(err) = failed {
            return Err(err);
        }
        self.note_upkeep(is_whole, reflect_ms.is_some()).await?;
        Ok(done)
    }

    async fn keep_up_scope(
        &self,
        scope: &Scope,
        is_whole: bool,
        reflect_ms: Option<i64>,
    ) -> Result<Maintained, MemoryError> {
        let done = if is_whole { self.maintain_scope(scope).await? } else { Maintained::default() };
        if reflect_ms.is_some() {
            self.reflected_if_due(scope, reflect_ms).await?;
        }
        Ok(done)
    }

    /// The steps of a scope's upkeep, in order: what was not judged yet is, so that the sweep sees it as it stands.
    async fn maintain_scope(&self, scope: &Scope) -> Result<Maintained, MemoryError> {
        self.ready(scope).await?;
        let n_waiting = |engine: &Self| engine.with(scope, |state| state.n_waiting());
        let n_before = n_waiting(self);
        self.give_vectors(scope).await?;
        self.settle(scope).await?;
        self.hear_waiting(scope, usize::MAX, &mut Vec::new()).await?;
        let settled = n_before.saturating_sub(n_waiting(self));
        self.reflected_if_due(scope, None).await?;
        let swept = self.sweep(scope).await?;
        let trimmed = self.trim_journal(scope).await?;
        self.fold(scope).await?;
        Ok(Maintained { scopes: 1, swept, settled, trimmed })
    }

    /// Gives records that wait for one their vector, until all have one or the callback fails.
    pub(super) async fn give_vectors(&self, scope: &Scope) -> Result<(), MemoryError> {
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

    async fn last_upkeep(&self) -> Result<Upkeep, MemoryError> {
        let rows = Wanted::Keys(vec![keys::UPKEEP.to_owned()]);
        let snapshot = self.read(vec![ReadRequest { collection: Collection::Meta, rows }]).await?;
        let Some((key, bytes)) = snapshot.rows[0].first() else { return Ok(Upkeep::default()) };
        codec::decode(RowKind::Upkeep, bytes).map_err(|err| damaged(key, &err))
    }

    /// When the reflections are due that have an interval of their own.
    fn next_reflections(&self, last: &Upkeep, schedule: Schedule, now: Timestamp) -> Option<Timestamp> {
        let every_ms = schedule.reflect_ms.filter(|_| self.reflects())?;
        Some(decay::next_due(last.reflected, Some(every_ms), now))
    }

    /// When upkeep is due that is to be done so often, by any handle on the store. It may have been due long ago.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`].
    pub async fn next_maintenance(&self, schedule: Schedule) -> Result<Timestamp, MemoryError> {
        self.check_open()?;
        let last = self.last_upkeep().await?;
        let now = self.inner.clock.now();
        let due = decay::next_due(last.at, schedule.sweep_ms, now);
        Ok(self.next_reflections(&last, schedule, now).map_or(due, |other| due.min(other)))
    }

    /// Milliseconds until upkeep is due; none where it is.
    ///
    /// # Errors
    /// As [`Self::next_maintenance`].
    pub async fn until_maintenance(&self, schedule: Schedule) -> Result<u64, MemoryError> {
        let due = self.next_maintenance(schedule).await?;
        Ok(u64::try_from(due.0.saturating_sub(self.inner.clock.now().0)).unwrap_or_default())
    }

    /// Does what of upkeep is due, unless another handle did it meanwhile.
    ///
    /// # Errors
    /// As [`Self::maintain`].
    pub async fn maintain_due(&self, schedule: Schedule) -> Result<(), MemoryError> {
        self.check_open()?;
        let last = self.last_upkeep().await?;
        let now = self.inner.clock.now();
        let is_whole = decay::next_due(last.at, schedule.sweep_ms, now) <= now;
        let reflects = self.next_reflections(&last, schedule, now).is_some_and(|due| due <= now);
        if is_whole || reflects {
            self.keep_up(is_whole, schedule.reflect_ms.filter(|_| reflects)).await?;
        }
        Ok(())
    }

    /// [`Self::maintain_due`], where what goes wrong is told as a warning; whether all went well.
    pub async fn maintain_if_due(&self, schedule: Schedule) -> bool {
        match self.maintain_due(schedule).await {
            Ok(()) | Err(MemoryError::Closed) => true,
            Err(err) => {
                let message = format!("upkeep is not done, and is tried again: {err}");
                self.emit(&Event::Warning { code: err.code(), message });
                false
            }
        }
    }

    /// Notes that upkeep was done, all of it or the reflections that have an interval of their own.
    async fn note_upkeep(&self, is_whole: bool, reflects: bool) -> Result<(), MemoryError> {
        let _lock = self.inner.write.lock().await;
        for _ in 0..MOST_TRIES {
            self.check_open()?;
            self.refresh().await?;
            let mut rows = Rows::default();
            let mut upkeep = self.last_upkeep().await?;
            let now = Some(self.inner.clock.now());
            upkeep.at = now.filter(|_| is_whole).or(upkeep.at);
            upkeep.reflected = now.filter(|_| reflects).or(upkeep.reflected);
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
