//! Merging by hand: records by their names, or a topic.

use crate::error::MemoryError;
use crate::record::{Decision, Event, MergeTarget, Record, Scope, Status, Timestamp};
use crate::topic::{self, Bond};

use super::Engine;
use super::answers::Answers;
use super::merge::MERGED;
use super::merge_due::Due;
use super::state::ScopeState;

impl Engine {
    /// Merges records as a person says: these, or the active ones of a topic, those of each subject and kind into one. Pinned ones too; what they
    /// go into is then pinned.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`] for a name or a topic that the scope does not have, [`MemoryError::InvalidInput`] where there are not two records
    /// of one kind that are active, run out at the same time if at all, and are in no open conflict, and what the model did wrong; nothing was merged then,
    /// unless it is a [`MemoryError::Partial`]: so many of a topic's groups are merged.
    pub async fn merge(&self, scope: &Scope, target: &MergeTarget) -> Result<Vec<Decision>, MemoryError> {
        self.ready(scope).await?;
        let now = self.inner.clock.now();
        let groups = self.with(scope, |state| wanted(state, target, now))?;
        let mut decisions = Vec::new();
        for due in groups {
            match self.merge_group(scope, &due).await {
                Ok(decision) => {
                    self.emit(&Event::Decision(Box::new(decision.clone())));
                    decisions.push(decision);
                }
                Err(cause) if decisions.is_empty() => return Err(cause),
                Err(cause) => {
                    return Err(MemoryError::Partial { written: decisions.len(), cause: Box::new(cause) });
                }
            }
        }
        Ok(decisions)
    }

    /// Merges one group of records.
    async fn merge_group(&self, scope: &Scope, due: &Due) -> Result<Decision, MemoryError> {
        let mut answers = Answers::new(self.has_model(), false);
        let Some(answer) = self.ask_to_merge(scope, due, &mut answers).await? else {
            let words = "the records are too long to be shown to the model at once";
            return Err(MemoryError::InvalidInput(words.to_owned()));
        };
        let outcome = self
            .transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    let no_conflict = |id| txn.state.record(id).is_some_and(|one| !one.conflict_pending());
                    if !due.is_unchanged(txn.state) || !due.ids().all(no_conflict) {
                        let words = "the records changed while they were merged, and stay separate";
                        return Err(MemoryError::InvalidInput(words.to_owned()));
                    }
                    txn.merge(due, &answer, None)
                },
            )
            .await?;
        Ok(self.told_of(scope, MERGED, outcome, answers.calls))
    }
}

/// The groups of records that a person wants merged.
fn wanted(state: &ScopeState, target: &MergeTarget, now: Timestamp) -> Result<Vec<Due>, MemoryError> {
    let invalid = |words: String| Err(MemoryError::InvalidInput(words));
    match target {
        MergeTarget::Ids(ids) => {
            let mut records: Vec<&Record> = Vec::new();
            for id in ids {
                let missing = || MemoryError::NotFound { what: "record", id: id.to_string() };
                let record = state.record(*id).ok_or_else(missing)?;
                let record = state.whole_of(record).unwrap_or(record);
                if record.status != Status::Active {
                    return invalid(format!("{id} is not active; only active records are merged"));
                }
                if !record.is_current(now) {
                    return invalid(format!("{id} has run out; only what holds is merged"));
                }
                if record.conflict_pending() {
                    return invalid(format!("{id} is in an open conflict; resolve that first"));
                }
                if records.iter().all(|known| known.id != record.id) {
                    records.push(record);
                }
            }
            if records.len() < 2 {
                return invalid("two or more separate records are needed".to_owned());
            }
            if records.iter().any(|record| record.kind() != records[0].kind()) {
                return invalid("a fact, a state and an inference are not merged into each other".to_owned());
            }
            if records.iter().any(|record| record.valid_until != records[0].valid_until) {
                return invalid("the records run out at different times".to_owned());
            }
            Ok(vec![Due::of(records, usize::MAX)])
        }
        MergeTarget::Topic(topic) => {
            let mut left: Vec<&Record> = state.of_topic(&topic::folded(topic)).collect();
            if left.is_empty() {
                return Err(MemoryError::NotFound { what: "topic", id: topic.clone() });
            }
            left.retain(|record| !record.conflict_pending() && record.valid_until.is_none());
            let mut groups = Vec::new();
            while let Some(first) = left.first() {
                let bond = topic::bonds(first).into_iter().find(|bond| matches!(bond, Bond::Topic { .. }));
                let is_held = |record: &&Record| bond.as_ref().is_some_and(|bond| bond.holds(record));
                let (held, others): (Vec<&Record>, Vec<&Record>) =
                    std::mem::take(&mut left).into_iter().partition(is_held);
                if 1 < held.len() {
                    groups.push(Due::of(held, usize::MAX));
                }
                left = others;
            }
            if groups.is_empty() {
                return invalid("the topic has no two records of one subject and kind that can be merged".to_owned());
            }
            Ok(groups)
        }
    }
}
