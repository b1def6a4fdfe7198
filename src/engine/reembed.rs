//! Embedding everything anew, for another model: in chunks, each a commit, so that it goes on where it was broken off.

use crate::calibrate::PROBE;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::Purpose;
use crate::record::{Event, Record, RecordId, Scope};

use super::Engine;
use super::answers::Answers;
use super::txn::VectorChange;

/// Records that one call embeds and one commit writes.
const CHUNK: usize = 32;

/// Texts in a row that the callback refuses one by one before it counts as down.
const MOST_REFUSED: usize = 3;

/// What embedding anew came to.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Reembedded {
    /// Records of all scopes, the hidden ones too.
    pub records: usize,
    /// Those of them that got a vector now.
    pub embedded: usize,
    /// Those whose text the callback refused; they are found by their words.
    pub failed: usize,
    /// Calls of the embedding callback.
    pub embed_calls: u32,
}

impl Engine {
    /// Gives every record of every scope a vector of the embedding model in use; texts stay as they are. From the first commit on no older vector is
    /// compared with anything, and what has none yet is found by its words. One that was broken off goes on where it was.
    ///
    /// # Errors
    /// [`MemoryError::Timeout`], [`MemoryError::CallbackFailed`] and [`MemoryError::BadVector`] by the callback, and what the store answers. What was
    /// embedded until then stays, and a further call goes on.
    pub async fn reembed(&self, scope: &Scope) -> Result<Reembedded, MemoryError> {
        self.ready(scope).await?;
        let mut done = Reembedded::default();
        self.begin_anew(scope, &mut done).await?;
        let scopes = self.scopes().await?;
        for scope in &scopes {
            self.ready(scope).await?;
            done.records += self.with(scope, |state| state.marks_stored(None).count());
        }
        let mut n_seen = 0;
        for scope in &scopes {
            let ids: Vec<RecordId> = self.with(scope, |state| state.marks_stored(None).map(|(id, _)| id).collect());
            for ids in ids.chunks(CHUNK) {
                self.embed_anew(scope, ids, &mut done).await?;
                n_seen += ids.len();
                self.emit(&Event::Progress { task: "reembed", done: n_seen, total: done.records });
            }
        }
        self.inner.model.borrow_mut().end_anew();
        self.transact(scope, |_| Vec::new(), |_, _| Ok(())).await?;
        Ok(done)
    }

    /// Sees to it that all vectors so far are another name's, unless that was done and broken off.
    async fn begin_anew(&self, scope: &Scope, done: &mut Reembedded) -> Result<(), MemoryError> {
        let permit = self.permit().await;
        let probe = self.embed(&[PROBE.to_owned()], Purpose::Document).await?.pop();
        drop(permit);
        done.embed_calls += u32::from(self.inner.embedder.is_callback());
        let Some(probe) = probe else { return Ok(()) };
        let begins = {
            // No commit is under way while the older vectors leave the memory.
            let _lock = self.inner.write.lock().await;
            let begins = self.inner.model.borrow_mut().begin_anew(&probe);
            if begins {
                self.inner.queries.borrow_mut().clear();
                self.inner.store.borrow_mut().scopes.clear();
            }
            begins
        };
        if begins {
            self.transact(scope, |_| Vec::new(), |_, _| Ok(())).await?;
        }
        // Reading everything anew after a lost race forgets what was not stored yet.
        if !self.inner.model.borrow().is_embedding_anew() {
            return Err(MemoryError::Conflict { tries: 1 });
        }
        if self.is_calibration_due() {
            let end = self.inner.clock.sleep(self.inner.policy.timeouts.embed_ms);
            done.embed_calls += self.calibrate_by_the_way(end).await;
        }
        Ok(())
    }

    /// Embeds those of some records that have no vector of the model, and stores what came.
    async fn embed_anew(&self, scope: &Scope, ids: &[RecordId], done: &mut Reembedded) -> Result<(), MemoryError> {
        self.ready(scope).await?;
        let lacks = |record: &&Record, has_vector: bool| !has_vector || record.reembed;
        let texts: Vec<(RecordId, String)> = self.with(scope, |state| {
            let records = ids.iter().filter_map(|id| state.stored(*id));
            let lacking = records.filter(|record| lacks(record, state.has_vector(record.id)));
            lacking.map(|record| (record.id, record.text.clone())).collect()
        });
        if texts.is_empty() {
            return Ok(());
        }
        let model = self.inner.model.borrow().tag();
        let vectors = self.embed_each(scope, &texts, done).await?;
        let answers = Answers::new(self.has_model(), false);
        let n_stored = self
            .transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    let mut n_stored = 0;
                    // Another handle may have begun anew meanwhile.
                    for (id, text, vector) in vectors.iter().filter(|_| model == txn.model()).collect::<Vec<_>>() {
                        let Some(record) = txn.state.record(*id).filter(|record| record.text == *text).cloned() else {
                            continue;
                        };
                        n_stored += 1;
                        if record.is_known() {
                            self.take_vector(txn, *id, text, vector, &answers)?;
                        } else {
                            txn.put_unlogged(Record { reembed: false, ..record }, VectorChange::Set(vector))?;
                        }
                    }
                    Ok(n_stored)
                },
            )
            .await?;
        done.embedded += n_stored;
        Ok(())
    }

    /// The vectors of texts: in one call, or, where the callback refuses that, text by text.
    async fn embed_each(
        &self,
        scope: &Scope,
        texts: &[(RecordId, String)],
        done: &mut Reembedded,
    ) -> Result<Vec<(RecordId, String, Embedding)>, MemoryError> {
        let _permit = self.permit().await;
        let is_callback = u32::from(self.inner.embedder.is_callback());
        let all: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let with = |((id, text), vector): (&(RecordId, String), Embedding)| (*id, text.clone(), vector);
        done.embed_calls += is_callback;
        match self.embed_for(scope, &all).await {
            Ok(vectors) => return Ok(texts.iter().zip(vectors).map(with).collect()),
            Err(err) if texts.len() == 1 || matches!(err, MemoryError::Timeout { .. }) => return Err(err),
            Err(_) => {}
        }
        let mut found = Vec::new();
        let mut n_refused = 0;
        for one in texts {
            done.embed_calls += is_callback;
            match self.embed_for(scope, std::slice::from_ref(&one.1)).await {
                Ok(vectors) => {
                    n_refused = 0;
                    found.extend(vectors.into_iter().map(|vector| with((one, vector))));
                }
                Err(err) => {
                    n_refused += 1;
                    if n_refused == MOST_REFUSED || matches!(err, MemoryError::Timeout { .. }) {
                        return Err(err);
                    }
                    done.failed += 1;
                }
            }
        }
        Ok(found)
    }
}
