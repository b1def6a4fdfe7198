//! Records whose verdict is missing: they are decided once a callback answers.

use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::record::{Action, JudgeWhen, Operation, Record, RecordId, Scope, Strategy};
use crate::sorted::SortedSet;

use super::Engine;
use super::answers::{Answers, Need};
use super::decide::{Case, Ruling};
use super::probe::Probe;
use super::state::is_outlived;
use super::txn::{Txn, VectorChange};

/// Waiting records that one write has judged by a model after it: few enough that it is not held up for long.
const JUDGED_ALONG: usize = 4;

impl Engine {
    /// Gives a record that waited its vector, and decides it where that was all that was missing.
    pub(super) fn take_vector(
        &self,
        txn: &mut Txn<'_>,
        id: RecordId,
        text: &str,
        vector: &Embedding,
        answers: &Answers,
    ) -> Result<(), MemoryError> {
        let Some(record) = txn.state.record(id).filter(|record| record.is_known() && record.text == text) else {
            return Ok(());
        };
        let record = Record { reembed: false, ..record.clone() };
        if !record.pending || self.decide_waiting(txn, record.clone(), Some(vector), answers)?.is_err() {
            return txn.put_unlogged(record, VectorChange::Set(vector));
        }
        Ok(())
    }

    /// Decides a record that waits. `Ok(Err(…))` names what a model has to be asked first; nothing is staged then.
    fn decide_waiting(
        &self,
        txn: &mut Txn<'_>,
        record: Record,
        vector: Option<&Embedding>,
        answers: &Answers,
    ) -> Result<Result<(), Need>, MemoryError> {
        let probe = Probe::of(&record.text);
        let stored = txn.state.embedding(record.id);
        let case = Case { probe: &probe, told: record, vector: vector.or(stored.as_ref()), answers };
        let Ruling { outcome, strategy, evidence, told, is_unanswered } = match self.rules().decide(txn.state, case) {
            Ok(ruling) => ruling,
            Err(need) => return Ok(Err(need)),
        };
        let told = Record { pending: is_unanswered || vector.is_none() && stored.is_none(), ..told };
        let (action, _) = txn.place(told, vector, &outcome)?;
        txn.log(Operation::Judge(action), Some(strategy), Some(evidence));
        Ok(Ok(()))
    }

    /// Notes what a superseded record was: its kind, key and value. `Ok(Err(…))` names what a model has to be asked first.
    fn name_outlived(
        &self,
        txn: &mut Txn<'_>,
        record: Record,
        answers: &Answers,
    ) -> Result<Result<(), Need>, MemoryError> {
        let told = match self.rules().named(record, answers) {
            Ok(Some(told)) => told,
            Ok(None) => return Ok(Ok(())),
            Err(need) => return Ok(Err(need)),
        };
        txn.put(Record { pending: false, ..told }, VectorChange::Keep)?;
        txn.log(Operation::Judge(Action::Superseded), Some(Strategy::Versions), None);
        Ok(Ok(()))
    }

    /// Has the model judge a few records that wait for it and have their vector; stops at the first one that it does not answer.
    pub(super) async fn judge_waiting(&self, scope: &Scope) -> Result<(), MemoryError> {
        self.judge_up_to(scope, JUDGED_ALONG).await
    }

    async fn judge_up_to(&self, scope: &Scope, most: usize) -> Result<(), MemoryError> {
        let waiting: Vec<RecordId> = self.with(scope, |state| {
            let is_ready = |record: &Record| record.pending && state.has_vector(record.id);
            let ready: SortedSet<RecordId> =
                state.waiting().filter(|record| is_ready(record)).map(|record| record.id).collect();
            let outlived = state.outlived().iter().filter(|_| self.has_model());
            ready.iter().chain(outlived).copied().collect::<SortedSet<_>>().into_iter().take(most).collect()
        });
        for id in waiting {
            if !self.judge_some(scope, &[id]).await? {
                break;
            }
        }
        Ok(())
    }

    /// Whether writes leave it to [`Self::settle`] to ask the model.
    #[must_use]
    pub fn judges_in_background(&self) -> bool {
        self.has_model() && self.inner.policy.judge == JudgeWhen::Background
    }

    /// Has everything judged that waits for a model, until it is done or the model does not answer.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn settle(&self, scope: &Scope) -> Result<(), MemoryError> {
        self.ready(scope).await?;
        self.judge_up_to(scope, usize::MAX).await?;
        self.merge_due(scope).await.map(|_| ())
    }

    /// Has waiting records judged in order, in one commit where no model is asked; whether the model answered.
    pub(super) async fn judge_some(&self, scope: &Scope, ids: &[RecordId]) -> Result<bool, MemoryError> {
        let mut answers = Answers::new(self.has_model(), false);
        loop {
            let known = &answers;
            let need = self
                .transact(
                    scope,
                    |_| Vec::new(),
                    |txn, _| {
                        for id in ids {
                            let waiting =
                                |record: &&Record| record.pending && (record.is_known() || is_outlived(record));
                            let Some(record) = txn.state.record(*id).filter(waiting).cloned() else { continue };
                            let is_known = record.is_known();
                            let judged = match is_known {
                                true => self.decide_waiting(txn, record, None, known)?,
                                false => self.name_outlived(txn, record, known)?,
                            };
                            if let Err(need) = judged {
                                return Ok(Some(need));
                            }
                        }
                        txn.keep_answers(known)?;
                        Ok(None)
                    },
                )
                .await?;
            let Some(need) = need else {
                self.note_due(scope, ids.iter().copied());
                return Ok(true);
            };
            self.ask_for(scope, vec![need], &mut answers).await;
            if answers.has_failed() {
                return Ok(false);
            }
        }
    }
}
