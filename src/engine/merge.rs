//! Merging: at the write, and later for what was left; no callback is awaited while the store is held.

use crate::annotate::language_of;
use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::llm::merge;
use crate::ports::{Collection, LlmRequest, ReadRequest, Rows, Task};
use crate::record::{Action, Decision, Event, JournalId, Record, RecordId, Scope, Strategy};
use crate::topic;

use super::Engine;
use super::answered::{self, Answered};
use super::answers::{Answers, Kept};
use super::merge_due::{Due, Finder};
use super::merge_stage::{Answer, Outcome};

/// Records of which it is remembered that their topics may be due; beyond them the oldest are forgotten until they are written or recalled again.
///
/// Source: a judgement; more than a conversation leaves between two rounds of upkeep, and a look at each is short.
const REMEMBERED: usize = 256;

/// What is told of records that became one.
pub(super) const MERGED: (Action, Strategy) = (Action::Merged, Strategy::Merge);

impl Engine {
    /// Merges what a write made due, and says so in its decision.
    pub(super) async fn merge_after(
        &self,
        scope: &Scope,
        decision: &mut Decision,
        idempotency_key: Option<&str>,
        answers: &mut Answers,
    ) {
        let is_new = match decision.action {
            Action::Added | Action::Updated | Action::Superseded => true,
            Action::Duplicate | Action::Merged | Action::Conflict | Action::Rejected => false,
        };
        let Some(id) = decision.id.filter(|_| is_new && self.inner.policy.strategies.merge) else { return };
        if self.judges_in_background() {
            return self.note_due(scope, [id]);
        }
        let answered = idempotency_key.map(answered::name).map(|name| (name, decision.action, &decision.journal_ids));
        let outcome = self.merge_with(scope, id, answered, answers).await;
        decision.llm_calls += std::mem::take(&mut answers.calls);
        let Ok(Some(outcome)) = outcome.inspect_err(|err| self.warn(err, "the records of its topic stay separate"))
        else {
            return;
        };
        decision.journal_ids.push(outcome.entry);
        decision.id = Some(outcome.id);
        decision.record = self.with(scope, |state| state.stored(outcome.id).cloned());
        if decision.action == Action::Added {
            (decision.action, decision.strategy) = MERGED;
            decision.evidence = outcome.evidence;
        }
    }

    /// Merges what is due with one record, asking a model at most once.
    async fn merge_with(
        &self,
        scope: &Scope,
        seed: RecordId,
        answered: Option<(String, Action, &Vec<JournalId>)>,
        answers: &mut Answers,
    ) -> Result<Option<Outcome>, MemoryError> {
        let Some(due) = self.due_with(scope, seed).await? else { return Ok(None) };
        let prefix = self.with(scope, |state| state.prefix.clone());
        let (row, of) = due.refusal(&prefix);
        if self.is_refused(&row, of).await? {
            return Ok(None);
        }
        let answer = match self.ask_to_merge(scope, &due, answers).await {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(None),
            Err(err @ MemoryError::BadAnswer { .. }) => {
                self.warn(&err, "the records of its topic stay separate");
                self.transact(scope, |_| Vec::new(), |txn, _| txn.refuse_merge(&row, of)).await?;
                return Ok(None);
            }
            Err(err) => {
                self.note_due(scope, [seed]);
                self.warn(&err, "the records of its topic stay separate, until they are looked at again");
                return Ok(None);
            }
        };
        let merged = self
            .transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    let is_due = due.is_unchanged(txn.state)
                        && due.ids().filter_map(|id| txn.state.record(id)).all(|one| topic::may_merge(one, txn.now));
                    if !is_due {
                        return Ok(None);
                    }
                    let outcome = txn.merge(&due, &answer, Some(Strategy::Merge))?;
                    if let Some((name, action, entries)) = &answered {
                        let journal_ids = entries.iter().copied().chain([outcome.entry]).collect();
                        let is_added = *action == Action::Added;
                        let (action, strategy) = if is_added {
                            MERGED
                        } else {
                            let known = txn.state.answers.find(name);
                            (*action, known.map_or(Strategy::Merge, |known| known.strategy))
                        };
                        let answer = Answered { action, id: outcome.id, strategy, journal_ids };
                        txn.state.answers.stage(name.clone(), answer);
                    }
                    Ok(Some(outcome))
                },
            )
            .await?;
        if merged.is_none() {
            // Another write was first; what it left is looked at again.
            self.note_due(scope, [seed]);
        }
        Ok(merged)
    }

    async fn due_with(&self, scope: &Scope, seed: RecordId) -> Result<Option<Due>, MemoryError> {
        let (policy, now) = (&self.inner.policy.merge, self.inner.clock.now());
        let thresholds = self.rules().thresholds;
        self.with_vectors(scope, |state| Finder { state, policy, thresholds, now }.due_with(seed)).await
    }

    async fn is_refused(&self, row: &str, of: [u8; 16]) -> Result<bool, MemoryError> {
        let request = ReadRequest { collection: Collection::Cache, rows: Rows::Keys(vec![row.to_owned()]) };
        let snapshot = self.read(vec![request]).await?;
        let kept = snapshot.rows.first().and_then(|rows| rows.first());
        let kept = kept.and_then(|(_, bytes)| codec::decode::<Kept>(RowKind::Cached, bytes).ok());
        Ok(kept.is_some_and(|kept| kept.of == of))
    }

    /// What a model says that records are together; that rules do, where none was given. `None` where there is too much to show.
    pub(super) async fn ask_to_merge(
        &self,
        scope: &Scope,
        due: &Due,
        answers: &mut Answers,
    ) -> Result<Option<Answer>, MemoryError> {
        let Some(llm) = &self.inner.llm else { return Ok(Some(Answer::ByRule)) };
        let shown = self.with(scope, |state| {
            let names = due.into.and_then(|id| state.record(id)).map(|whole| whole.facts.keys().cloned().collect());
            due.shown(state).map(|lines| (lines, names.unwrap_or_default()))
        });
        let Some((lines, names)): Option<(Vec<Record>, Vec<String>)> = shown else { return Ok(None) };
        let language = language_of(lines.last().map(|line| line.text.as_str()).unwrap_or_default());
        let request = LlmRequest {
            task: Task::Merge,
            system: merge::system(language, names.iter().map(String::as_str)),
            prompt: merge::prompt(&lines),
            schema: merge::schema(),
        };
        answers.calls += 1;
        answers.spent.llm_calls += 1;
        let start = self.inner.clock.monotonic();
        let answer = self.ask(llm.as_ref(), &request).await;
        answers.spent.callbacks_ms += self.inner.clock.monotonic() - start;
        let answer = answer?;
        answers.pay(answer.usage);
        match merge::parse(&answer.text, &lines) {
            Ok(said) => Ok(Some(Answer::Said(said))),
            Err(err) => Err(MemoryError::BadAnswer { task: "merge", cause: err.to_string() }),
        }
    }

    /// Remembers that the topics of records may be due.
    pub(super) fn note_due(&self, scope: &Scope, ids: impl IntoIterator<Item = RecordId>) {
        let mut due = self.inner.due.borrow_mut();
        due.extend(ids.into_iter().map(|id| (id, scope.clone())));
        while REMEMBERED < due.len() {
            due.pop_first();
        }
    }

    /// Merges what was left: what recalls found, what writes deferred, and what could not be merged when it was due. Answers how many records
    /// went into others. A model that does not answer is not asked again.
    ///
    /// # Errors
    /// What the store answers; what was not looked at is remembered.
    pub async fn merge_due(&self, scope: &Scope) -> Result<usize, MemoryError> {
        self.ready(scope).await?;
        let mut n_merged = 0;
        let taken = self.take_due(scope);
        if !self.inner.policy.strategies.merge {
            return Ok(0);
        }
        let mut left: Vec<RecordId> = taken.iter().copied().collect();
        while let Some(id) = left.pop() {
            let mut answers = Answers::new(self.has_model(), false);
            let merged = self.merge_with(scope, id, None, &mut answers).await;
            if merged.is_err() {
                self.note_due(scope, left);
                return merged.map(|_| 0);
            }
            if let Ok(Some(outcome)) = merged {
                n_merged += outcome.evidence.candidates.len();
                self.emit(&Event::Decision(Box::new(self.told_of(scope, MERGED, outcome, answers.calls))));
            } else if self.inner.due.borrow().contains(&(id, scope.clone())) {
                // It is still due: the model did not answer, or another handle is at it.
                self.note_due(scope, left);
                break;
            }
        }
        self.put_found_away(scope, &taken).await?;
        Ok(n_merged)
    }

    /// What is told of a change that no write made: what was done, and by what.
    pub(super) fn told_of(
        &self,
        scope: &Scope,
        (action, strategy): (Action, Strategy),
        outcome: Outcome,
        llm_calls: u32,
    ) -> Decision {
        Decision {
            action,
            id: Some(outcome.id),
            record: self.with(scope, |state| state.stored(outcome.id).cloned()),
            scope: scope.clone(),
            strategy,
            evidence: outcome.evidence,
            pending: false,
            embed_calls: 0,
            llm_calls,
            journal_ids: vec![outcome.entry],
            reason: None,
        }
    }
}
