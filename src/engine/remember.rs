//! Writing: every text is held against everything known, decided, and stored whole.

use crate::error::MemoryError;
use crate::evaluate::timing::Spent;
use crate::record::{Decision, Event, Evidence, Operation, Record, Scope, WriteInput};

use super::Engine;
use super::abort::Counted;
use super::answered::{self, Answered};
use super::answers::{Answers, Need};
use super::decide::{Case, Ruling};
use super::judge::Rules;
use super::txn::Txn;
use super::vectors::Vectors;
use super::write::Write;

/// Items of `rememberAll` that share one embedding call and one commit: few enough that a failure costs little, many enough
/// that neither is paid for each item.
const CHUNK: usize = 64;

/// How often a model may be asked for one write: to annotate, to judge, and once more where the store changed meanwhile.
const MOST_ROUNDS: u32 = 3;

impl Engine {
    /// Remembers a text: holds it against everything known in its scope, decides, and stores the outcome.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`], [`MemoryError::TextTooLong`], and what the store answers; nothing was written then. A callback
    /// that fails is no error: the memory is stored and marked `pending`.
    pub async fn remember(&self, scope: &Scope, input: WriteInput) -> Result<Decision, MemoryError> {
        let write = Write::check(input, &self.inner.policy)?;
        let mut decisions = Vec::new();
        self.write(scope, &[write], &mut decisions, true).await?;
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
        let mut decisions = Counted::new(self);
        let n_chunks = writes.len().div_ceil(CHUNK);
        for (at, chunk) in writes.chunks(CHUNK).enumerate() {
            if let Err(cause) = self.write(scope, chunk, &mut decisions.items, at + 1 == n_chunks).await {
                return Err(MemoryError::Partial { written: decisions.items.len(), cause: Box::new(cause) });
            }
        }
        Ok(std::mem::take(&mut decisions.items))
    }

    /// Decides and stores writes in order, as many at once as need nothing from a model; `done` takes the decisions that are stored. What was
    /// found in messages is left out where something was removed since.
    pub(super) async fn write(
        &self,
        scope: &Scope,
        writes: &[Write],
        done: &mut Vec<Decision>,
        is_last: bool,
    ) -> Result<(), MemoryError> {
        let start = self.inner.clock.monotonic();
        self.ready(scope).await?;
        let mut vectors = self.vectors(scope, writes).await;
        let embed_calls = vectors.calls;
        let mut answers = self.answers_ahead(scope, writes, &vectors).await;
        let n_writes = writes.len();
        let at_once = if answers.has_model { 1 } else { writes.len().max(1) };
        for writes in writes.chunks(at_once) {
            let mut decisions = self.decided_with(scope, writes, &vectors, &mut answers).await?;
            // What waited was judged with the first of them, which also pays for the embedding.
            vectors.of_waiting.clear();
            vectors.calls = 0;
            // The last one first: it finds the others of its topic, and is the one that made it due.
            for (write, decision) in writes.iter().zip(&mut decisions).rev() {
                self.merge_after(scope, decision, write.input.idempotency_key.as_deref(), &mut answers).await;
            }
            for decision in &decisions {
                self.emit(&Event::Decision(Box::new(decision.clone())));
                self.tell_of_conflict(scope, decision);
            }
            done.extend(decisions);
        }
        let callbacks_ms = vectors.waited_ms + answers.spent.callbacks_ms;
        self.note_writes(n_writes, start, &Spent { callbacks_ms, embed_calls, ..answers.spent });
        if is_last {
            self.all_is_written();
        }
        // A model that did not answer just now is asked again by the next write, and does not hold this one up twice.
        if !answers.is_final && answers.has_model && !answers.has_failed() {
            self.besides(self.judge_waiting(scope)).await;
        }
        Ok(())
    }

    /// Decides writes and stores them, asking the model in between where it is needed: never while the store is held, so that what was
    /// decided before an answer is decided again after it.
    async fn decided_with(
        &self,
        scope: &Scope,
        writes: &[Write],
        vectors: &Vectors,
        answers: &mut Answers,
    ) -> Result<Vec<Decision>, MemoryError> {
        let mut round = 0;
        loop {
            answers.is_final |= round == MOST_ROUNDS;
            round += 1;
            let known = &*answers;
            let outcome = self
                .transact(
                    scope,
                    |_| Vec::new(),
                    |txn, _| {
                        for (id, text, vector) in vectors.waiting_for(txn.model()) {
                            self.take_vector(txn, *id, text, vector, known)?;
                        }
                        let is_late = |write: &Write| write.found_at.is_some_and(|at| at != txn.state.removals);
                        if writes.iter().any(is_late) {
                            return Ok(Ok(Vec::new()));
                        }
                        let mut calls = (vectors.calls, known.calls);
                        let mut decisions = Vec::with_capacity(writes.len());
                        for write in writes {
                            match self.decide(txn, write, vectors, std::mem::take(&mut calls), known)? {
                                Ok(decision) => decisions.push(decision),
                                Err(need) => return Ok(Err(need)),
                            }
                        }
                        txn.keep_answers(known)?;
                        Ok(Ok(decisions))
                    },
                )
                .await?;
            match outcome {
                Ok(decisions) => {
                    answers.calls = 0;
                    return Ok(decisions);
                }
                Err(need) => self.ask_for(scope, vec![need], answers).await,
            }
        }
    }

    /// Decides one write. `Ok(Err(…))` names what a model has to be asked first; nothing is staged then.
    fn decide(
        &self,
        txn: &mut Txn<'_>,
        write: &Write,
        vectors: &Vectors,
        (embed_calls, llm_calls): (u32, u32),
        answers: &Answers,
    ) -> Result<Result<Decision, Need>, MemoryError> {
        let cost = |decision: Decision| Decision { embed_calls, llm_calls, ..decision };
        let name = write.input.idempotency_key.as_deref().map(answered::name);
        if let Some(answered) = name.as_ref().and_then(|name| txn.state.answers.find(name)).cloned() {
            return Ok(Ok(cost(repeated(txn, answered))));
        }
        for link in &write.input.relations {
            if txn.state.record(link.id).is_none() {
                return Err(MemoryError::NotFound { what: "record", id: link.id.to_string() });
            }
        }
        let vector = vectors.of_texts.get(&write.input.text).filter(|_| vectors.model == txn.model());
        // Another handle may have stored the scope's first vector, of another dimension, since the callback answered.
        let vector = vector.filter(|vector| txn.state.dimension().is_none_or(|known| known == vector.dimension()));
        let told = write.record(txn.names.draw(txn.now), txn.now);
        let ruling = match self.rules().decide(txn.state, Case { probe: &write.probe, told, vector, answers }) {
            Ok(ruling) => ruling,
            Err(need) => return Ok(Err(need)),
        };
        let Ruling { outcome, strategy, evidence, told, is_unanswered } = ruling;
        let told = Record { pending: vector.is_none() || is_unanswered, ..told };
        let (action, id) = txn.place(told, vector, &outcome)?;
        let evidence = Evidence { question: txn.question(action, id), ..evidence };
        let entry = txn.log(Operation::Write(action), Some(strategy), Some(evidence.clone()));
        let answered = Answered { action, id, strategy, journal_ids: vec![entry] };
        if let Some(name) = name {
            txn.state.answers.stage(name, answered.clone());
        }
        Ok(Ok(cost(Decision { evidence, ..repeated(txn, answered) })))
    }

    pub(super) fn rules(&self) -> Rules<'_> {
        let policy = &self.inner.policy;
        Rules { policy, thresholds: self.thresholds() }
    }
}

/// The decision that a write was answered with, with the record as it is now.
fn repeated(txn: &Txn<'_>, answered: Answered) -> Decision {
    let record = txn.state.record(answered.id).cloned();
    Decision {
        action: answered.action,
        id: Some(answered.id),
        pending: record.as_ref().is_some_and(|record| record.pending),
        record,
        scope: txn.scope.clone(),
        strategy: answered.strategy,
        evidence: crate::record::Evidence::default(),
        embed_calls: 0,
        llm_calls: 0,
        journal_ids: answered.journal_ids,
        reason: None,
    }
}
