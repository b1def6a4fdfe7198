//! Writing: every text is held against everything known, decided, and stored whole.

use std::collections::{BTreeMap, BTreeSet};

use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::evaluate::timing::Spent;
use crate::gate::{Claim, Verdict};
use crate::ports::Purpose;
use crate::record::{Action, Decision, Event, Operation, Record, RecordId, Scope, Status, Strategy, WriteInput};

use super::Engine;
use super::answered::{self, Answered};
use super::judge::{Judged, Rules};
use super::probe::Probe;
use super::state::ScopeState;
use super::transact::{Txn, VectorChange};
use super::write::{Write, rewrite, take_in};

/// Items of `rememberAll` that share one embedding call and one commit: few enough that a failure costs little, many enough
/// that neither is paid for each item.
const CHUNK: usize = 64;

/// Waiting records that one embedding call takes along.
const TAKEN_ALONG: usize = 16;

/// What the embedding callback gave for a chunk of writes.
#[derive(Default)]
struct Vectors {
    /// By text.
    of_texts: BTreeMap<String, Embedding>,
    /// Of records that waited for one, with the text that it belongs to.
    of_waiting: Vec<(RecordId, String, Embedding)>,
    calls: u32,
    /// Milliseconds for which the callback, or a turn to call it, was waited for.
    waited_ms: f64,
}

impl Engine {
    /// Remembers a text: holds it against everything known in its scope, decides, and stores the outcome.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`], [`MemoryError::TextTooLong`], and what the store answers; nothing was written then. A callback
    /// that fails is no error: the memory is stored and marked `pending`.
    pub async fn remember(&self, scope: &Scope, input: WriteInput) -> Result<Decision, MemoryError> {
        let write = Write::check(input, &self.inner.policy)?;
        let mut decisions = self.write(scope, &[write]).await?;
        decisions.pop().ok_or_else(|| MemoryError::StoreUnavailable("the write was not decided".to_owned()))
    }

    /// Remembers texts in order; each is held against those before it too.
    ///
    /// # Errors
    /// Checks every item first: [`MemoryError::InvalidInput`] names the one that is wrong, and nothing was written. Later failures are
    /// [`MemoryError::Partial`], which says how many were written.
    pub async fn remember_all(&self, scope: &Scope, inputs: Vec<WriteInput>) -> Result<Vec<Decision>, MemoryError> {
        let check = |(at, input)| {
            Write::check(input, &self.inner.policy).map_err(|err| {
                if let MemoryError::InvalidInput(message) = err {
                    MemoryError::InvalidInput(format!("item {at}: {message}"))
                } else {
                    err
                }
            })
        };
        let writes: Vec<Write> = inputs.into_iter().enumerate().map(check).collect::<Result<_, _>>()?;
        let mut decisions = Vec::with_capacity(writes.len());
        for chunk in writes.chunks(CHUNK) {
            match self.write(scope, chunk).await {
                Ok(more) => decisions.extend(more),
                Err(cause) => {
                    return Err(MemoryError::Partial { written: decisions.len(), cause: Box::new(cause) });
                }
            }
        }
        Ok(decisions)
    }

    async fn write(&self, scope: &Scope, writes: &[Write]) -> Result<Vec<Decision>, MemoryError> {
        let start = self.inner.clock.monotonic();
        self.ready(scope).await?;
        let vectors = self.vectors(scope, writes).await;
        let decisions = self
            .transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    for (id, text, vector) in &vectors.of_waiting {
                        self.judge_waiting(txn, *id, text, vector)?;
                    }
                    let mut calls = vectors.calls;
                    let decide = |write| self.decide(txn, write, &vectors, std::mem::take(&mut calls));
                    writes.iter().map(decide).collect::<Result<Vec<_>, _>>()
                },
            )
            .await?;
        let spent = Spent { callbacks_ms: vectors.waited_ms, embed_calls: vectors.calls, ..Spent::default() };
        self.note_writes(writes.len(), start, &spent);
        for decision in &decisions {
            self.emit(&Event::Decision(Box::new(decision.clone())));
        }
        Ok(decisions)
    }

    /// Vectors for the texts that the rules alone can't decide, in one call, and for records that wait for one. Whatever the callback
    /// does is no error.
    async fn vectors(&self, scope: &Scope, writes: &[Write]) -> Vectors {
        let mut vectors = Vectors::default();
        let _permit = self.waited(&mut vectors.waited_ms, self.permit()).await;
        let (texts, waiting) = self.with(scope, |state| (self.undecided(state, writes), self.waiting(state)));
        let along = waiting.iter().filter(|(_, _, stale)| !texts.is_empty() || !stale);
        let along: Vec<(RecordId, String)> = along.map(|(id, text, _)| (*id, text.clone())).collect();
        let all: Vec<String> = texts.iter().cloned().chain(along.iter().map(|(_, text)| text.clone())).collect();
        if all.is_empty() {
            return vectors;
        }
        let count = |vectors: &mut Vectors| vectors.calls += u32::from(self.inner.embedder.is_callback());
        count(&mut vectors);
        match self.waited(&mut vectors.waited_ms, self.embed_for(scope, &all)).await {
            Ok(answer) => {
                let mut answer = answer.into_iter();
                vectors.of_texts = texts.into_iter().zip(answer.by_ref()).collect();
                vectors.of_waiting =
                    along.into_iter().zip(answer).map(|((id, text), vector)| (id, text, vector)).collect();
            }
            Err(err) => {
                self.warn(&err, "what was written is stored without a vector and waits");
                let slow = matches!(err, MemoryError::Timeout { .. });
                if !slow && !texts.is_empty() && !along.is_empty() {
                    // What waits may be what the callback can't take.
                    count(&mut vectors);
                    if let Ok(answer) = self.waited(&mut vectors.waited_ms, self.embed_for(scope, &texts)).await {
                        vectors.of_texts = texts.into_iter().zip(answer).collect();
                    }
                }
            }
        }
        vectors
    }

    /// Vectors of the dimension that the scope's others have.
    async fn embed_for(&self, scope: &Scope, texts: &[String]) -> Result<Vec<Embedding>, MemoryError> {
        let answer = self.embed(texts, Purpose::Document).await?;
        let known = self.with(scope, ScopeState::dimension);
        match (known, answer.first().map(Embedding::dimension)) {
            (Some(known), Some(found)) if known != found => {
                Err(MemoryError::BadVector(format!("the vectors have {found} numbers, the stored ones have {known}")))
            }
            _ => Ok(answer),
        }
    }

    /// The texts that need a vector to be decided or found, each once.
    fn undecided(&self, state: &ScopeState, writes: &[Write]) -> Vec<String> {
        let rules = self.rules();
        let answered = |write: &Write| {
            let key = write.input.idempotency_key.as_deref();
            key.is_some_and(|key| state.answers.find(&answered::name(key)).is_some())
        };
        // A fuller text needs a vector of its own; a callback is asked for it later, together with another text's.
        let later = self.inner.embedder.is_callback();
        let settled =
            |write: &Write| match rules.judge(state, &write.probe, &Claim::from(&write.input), None, None).verdict {
                Verdict::Duplicate => true,
                Verdict::Updated => later,
                Verdict::Apart => false,
            };
        let mut keys: BTreeSet<&str> = BTreeSet::new();
        let mut texts = Vec::new();
        for write in writes {
            // With the gate on, the second of two that are the same word for word is known by the time it is decided.
            let repeats = self.inner.policy.strategies.gate && keys.contains(write.probe.key.as_str());
            if repeats || texts.contains(&write.input.text) || answered(write) || settled(write) {
                continue;
            }
            keys.insert(&write.probe.key);
            texts.push(write.input.text.clone());
        }
        texts
    }

    /// Records that wait for a vector, oldest first, with their text and whether only a better one is missing.
    fn waiting(&self, state: &ScopeState) -> Vec<(RecordId, String, bool)> {
        state.waiting().take(TAKEN_ALONG).map(|record| (record.id, record.text.clone(), !record.pending)).collect()
    }

    /// Judges a record that was stored without a vector, now that it has one.
    fn judge_waiting(
        &self,
        txn: &mut Txn<'_>,
        id: RecordId,
        text: &str,
        vector: &Embedding,
    ) -> Result<(), MemoryError> {
        let Some(record) = txn.state.record(id).filter(|record| record.is_known() && record.text == text) else {
            return Ok(());
        };
        let judged = !record.pending;
        let record = Record { pending: false, reembed: false, ..record.clone() };
        if judged {
            return txn.put_unlogged(record, VectorChange::Set(vector));
        }
        let probe = Probe::of(text);
        let Judged { verdict, known, evidence } =
            self.rules().judge(txn.state, &probe, &Claim::from(&record), Some(vector), Some(id));
        let known = known.filter(|_| !record.pinned).and_then(|known| txn.state.record(known).cloned());
        let action = match (verdict, known) {
            (Verdict::Apart, _) | (_, None) => {
                txn.put(record, VectorChange::Set(vector))?;
                Action::Added
            }
            (Verdict::Duplicate | Verdict::Updated, Some(mut other)) => {
                let updated = verdict == Verdict::Updated;
                let last = other.last_accessed_at;
                take_in(&mut other, &record, last.max(record.last_accessed_at));
                let into = other.id;
                if updated {
                    rewrite(&mut other, &record);
                    txn.put(other, VectorChange::Set(vector))?;
                } else {
                    txn.put(other, VectorChange::Keep)?;
                }
                txn.put(
                    Record { status: Status::Merged, merged_into: Some(into), ..record },
                    VectorChange::Set(vector),
                )?;
                if updated { Action::Updated } else { Action::Duplicate }
            }
        };
        txn.log(Operation::Judge(action), Some(Strategy::Gate), Some(evidence));
        Ok(())
    }

    fn decide(
        &self,
        txn: &mut Txn<'_>,
        write: &Write,
        vectors: &Vectors,
        embed_calls: u32,
    ) -> Result<Decision, MemoryError> {
        let name = write.input.idempotency_key.as_deref().map(answered::name);
        if let Some(answered) = name.as_ref().and_then(|name| txn.state.answers.find(name)).cloned() {
            return Ok(repeated(txn, answered, embed_calls));
        }
        for link in &write.input.relations {
            if txn.state.record(link.id).is_none() {
                return Err(MemoryError::NotFound { what: "record", id: link.id.to_string() });
            }
        }
        let vector = vectors.of_texts.get(&write.input.text);
        // Another handle may have stored the scope's first vector, of another dimension, since the callback answered.
        let vector = vector.filter(|vector| txn.state.dimension().is_none_or(|known| known == vector.dimension()));
        let Judged { verdict, known, evidence } =
            self.rules().judge(txn.state, &write.probe, &Claim::from(&write.input), vector, None);
        let told = write.record(txn.names.draw(txn.now), txn.now);
        let known = known.and_then(|id| txn.state.record(id).cloned());
        let (action, id) = match (verdict, known) {
            (Verdict::Duplicate, Some(mut record)) => {
                let id = record.id;
                take_in(&mut record, &told, txn.now);
                txn.put(record, VectorChange::Keep)?;
                (Action::Duplicate, id)
            }
            (Verdict::Updated, Some(mut record)) => {
                let id = record.id;
                take_in(&mut record, &told, txn.now);
                rewrite(&mut record, &told);
                record.reembed = vector.is_none();
                txn.put(record, vector.map_or(VectorChange::Keep, VectorChange::Set))?;
                (Action::Updated, id)
            }
            (Verdict::Apart, _) | (_, None) => {
                let id = told.id;
                txn.put(
                    Record { pending: vector.is_none(), ..told },
                    vector.map_or(VectorChange::Keep, VectorChange::Set),
                )?;
                (Action::Added, id)
            }
        };
        let entry = txn.log(Operation::Write(action), Some(Strategy::Gate), Some(evidence.clone()));
        let answered = Answered { action, id, strategy: Strategy::Gate, journal_ids: vec![entry] };
        if let Some(name) = name {
            txn.state.answers.stage(name, answered.clone());
        }
        Ok(Decision { evidence, ..repeated(txn, answered, embed_calls) })
    }

    pub(super) fn rules(&self) -> Rules<'_> {
        let policy = &self.inner.policy;
        Rules { policy, thresholds: crate::calibrate::thresholds(self.inner.embedder.model(), &policy.gate) }
    }
}

/// The decision that a write was answered with, with the record as it is now.
fn repeated(txn: &Txn<'_>, answered: Answered, embed_calls: u32) -> Decision {
    let record = txn.state.record(answered.id).cloned();
    Decision {
        action: answered.action,
        id: Some(answered.id),
        pending: record.as_ref().is_some_and(|record| record.pending),
        record,
        scope: txn.scope.clone(),
        strategy: answered.strategy,
        evidence: crate::record::Evidence::default(),
        embed_calls,
        llm_calls: 0,
        journal_ids: answered.journal_ids,
    }
}
