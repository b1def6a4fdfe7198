//! Carrying a reflection out: one commit, one journal entry, and how far all is looked at.

use crate::error::MemoryError;
use crate::llm::merge::Merged;
use crate::record::{
    Action, DAY_MS, Event, Evidence, JournalEntry, JournalId, Operation, Record, RecordId, Reflected, Refusal, Scope,
    Status, StepKind, Strategy, Timestamp,
};
use crate::reflect::{self, Change};
use crate::sorted::SortedMap;
use crate::text::key::careful_key;

use super::Engine;
use super::conflicts::question_of;
use super::merge_due::Due;
use super::merge_stage::{Answer, Outcome};
use super::reflect::Run;
use super::state::ScopeState;
use super::txn::{Txn, VectorChange};
use super::write::rewrite;

/// Why a change is refused that another handle was faster than.
const STALE: &str = "a record of it changed while the model was asked, or another one says the text word for word";

/// Entries of reflections themselves that are kept apart from what is due.
///
/// Source: a judgement; so many runs follow each other only where thousands of records are due.
const MOST_OWN: usize = 64;

/// What a commit did of a run.
struct Applied {
    /// The changes, each with the record that has the text then.
    changes: Vec<(Change, RecordId)>,
    /// Those that were not made: another handle was faster.
    stale: Vec<Change>,
    /// The journal entry of all changes, where there is one.
    entry: Option<JournalId>,
}

fn refusal(change: Change, reason: &str) -> Refusal {
    Refusal { op: change.raw, reason: reason.to_owned() }
}

impl Reflected {
    /// Counts a change.
    pub(super) fn count(&mut self, kind: StepKind) {
        match kind {
            StepKind::Merge => self.merged += 1,
            StepKind::Update => self.updated += 1,
            StepKind::Delete => self.deleted += 1,
            StepKind::Conflict => self.conflicts += 1,
        }
    }
}

impl Engine {
    /// Does what is to be done of a run, and notes that it was.
    pub(super) async fn carry_out(&self, scope: &Scope, run: Run) -> Result<Reflected, MemoryError> {
        let applied = self.transact(scope, |_| Vec::new(), |txn, _| txn.apply(&run)).await?;
        self.all_is_written();
        let mut done = run.done;
        done.journal_id = applied.entry;
        done.refusals.extend(applied.stale.into_iter().map(|change| refusal(change, STALE)));
        for (change, id) in applied.changes {
            done.count(change.kind);
            let action = match change.kind {
                StepKind::Merge => Action::Merged,
                StepKind::Update => Action::Updated,
                StepKind::Conflict => Action::Conflict,
                StepKind::Delete => continue,
            };
            let Some(entry) = applied.entry else { continue };
            let question = self.with(scope, |state| state.stored(id).and_then(|record| question_of(state, record)));
            let evidence = Evidence { question, ..Evidence::naming(&change.ids) };
            let outcome = Outcome { id, entry, evidence };
            // What the model's calls cost is told of the whole run.
            let decision = self.told_of(scope, (action, Strategy::Reflect), outcome, 0);
            self.emit(&Event::Decision(Box::new(decision.clone())));
            self.tell_of_conflict(scope, &decision);
        }
        Ok(done)
    }
}

impl Txn<'_> {
    /// Stages a run's changes, those of them whose records are as they were shown, and how far all is looked at then.
    fn apply(&mut self, run: &Run) -> Result<Applied, MemoryError> {
        // Where another handle reflected meanwhile, all of this run is stale.
        let is_first = is_one_run(&self.state.reflection, &run.start);
        let is_fresh = |change: &&Change| {
            is_first
                && change.ids.iter().all(|id| is_as_shown(self.state, run, *id, change.kind))
                // A part was not shown by itself: it says what its record says.
                && change
                    .outlived()
                    .iter()
                    .all(|(_, by)| !run.shown.contains_key(by) || says_as_shown(self.state, run, *by))
                && !is_said_elsewhere(self.state, change)
        };
        let (fresh, mut stale): (Vec<&Change>, Vec<&Change>) = run.plan.changes.iter().partition(is_fresh);
        let mut changes = Vec::new();
        for change in fresh {
            if change.kind == StepKind::Merge && self.is_kept_apart(&change.ids) {
                stale.push(change);
                continue;
            }
            let id = self.make(change)?;
            changes.push((change.clone(), id));
        }
        // Who takes the entry back finds there what waits for another run.
        let waiting = Some(&run.plan.to_repeat).filter(|ids| !ids.is_empty()).map(|ids| Evidence::naming(ids));
        let entry = (!changes.is_empty()).then(|| self.log(Operation::Reflect, Some(Strategy::Reflect), waiting));
        if is_first {
            self.note_run(run, entry);
        }
        Ok(Applied { changes, stale: stale.into_iter().cloned().collect(), entry })
    }

    /// Whether a conflict keeps records from being merged, as they are by now.
    fn is_kept_apart(&self, ids: &[RecordId]) -> bool {
        let records: Vec<&Record> = ids.iter().filter_map(|id| self.state.record(*id)).collect();
        reflect::kept_apart(&records, &[]).is_some()
    }

    /// Stages one change; which record has the text then.
    fn make(&mut self, change: &Change) -> Result<RecordId, MemoryError> {
        let records: Vec<Record> = change.ids.iter().filter_map(|id| self.state.record(*id).cloned()).collect();
        let gone = || MemoryError::StoreUnavailable("a record that was there is gone".to_owned());
        let first = records.first().ok_or_else(gone)?.clone();
        match change.kind {
            StepKind::Merge => {
                let due = Due::of(records.iter().collect(), usize::MAX);
                let said = Merged { topic: None, text: change.text.clone(), facts: SortedMap::new() };
                self.unite(&due, &Answer::Said(said))
            }
            StepKind::Update => {
                let mut record = first;
                let id = record.id;
                for (part, by) in change.outlived() {
                    self.outlive(*part, *by)?;
                }
                if record.merged {
                    record = self.state.record(id).cloned().ok_or_else(gone)?;
                    // Its sentences stand among its details already; its text was told by nobody.
                    record.text.clone_from(&change.text);
                } else {
                    let told = Record { text: change.text.clone(), ..record.clone() };
                    rewrite(&mut record, &told);
                }
                self.put_whole(record, &[id])?;
                Ok(id)
            }
            StepKind::Conflict => {
                let (earlier, later) = *change.pairs.first().ok_or_else(gone)?;
                self.oppose(earlier, later)?;
                Ok(later)
            }
            StepKind::Delete => {
                let id = first.id;
                if !matches!(change.outlived(), [(_, by)] if self.outlive(id, *by)?) {
                    self.put(Record { status: Status::Deleted, ..first }, VectorChange::Keep)?;
                }
                Ok(id)
            }
        }
    }

    /// Stages that another record took a record's place; whether it did, for it may be hidden by now itself.
    fn outlive(&mut self, id: RecordId, by: RecordId) -> Result<bool, MemoryError> {
        let is_there = self.state.stored(by).is_some_and(|new| new.status != Status::Deleted);
        if is_there {
            self.supersede(id, by)?;
        }
        Ok(is_there)
    }

    /// Stages what reflections went through with this run.
    fn note_run(&mut self, run: &Run, entry: Option<JournalId>) {
        let mut after = self.state.reflection.clone();
        after.last = Some(self.now);
        after.turns = 0;
        (after.seen, after.seen_id) = run.seen;
        after.left.clone_from(&run.left);
        after.left.extend(run.plan.to_repeat.iter().copied());
        after.own.extend(entry);
        after.own.retain(|own| run.seen.0 <= *own);
        after.own.drain(..after.own.len().saturating_sub(MOST_OWN));
        after.failures = if 0 < run.done.failed { after.failures.saturating_add(1) } else { 0 };
        after.retry_at = reflect::retry_after(after.failures, self.now);
        if run.is_out_of_tokens {
            after.retry_at = Some(Timestamp((self.now.utc_day() + 1).saturating_mul(DAY_MS)));
        }
        reflect::remember(&mut after.refused, run.plan.to_remember.iter().copied());
        self.state.stage_reflection(after);
    }

    /// Stages that what an undo of a reflection took back is not to be proposed again while its records stay as they are, nor looked at again what the
    /// reflection, whose `entry` it was, had no room for. `undone` are records as it had left them.
    pub(super) fn refuse_undone(&mut self, undone: &[Record], entry: &JournalEntry, salt: &[u8; 16]) {
        let mut merged: SortedMap<RecordId, Vec<&Record>> = SortedMap::new();
        let mut keys = Vec::new();
        let now = |id: RecordId| self.state.record(id).filter(|record| record.is_known());
        for before in undone {
            let Some(record) = now(before.id) else { continue };
            for other in before.opponents.iter().filter(|id| before.id < **id && !record.opponents.contains(id)) {
                // One that was merged in the same run stood there by what it was merged of.
                let parts = undone.iter().filter(|part| part.merged_into == Some(*other)).map(|part| part.id);
                for other in parts.chain([*other]).filter(|id| !record.opponents.contains(id)).filter_map(now) {
                    keys.push(reflect::key(salt, StepKind::Conflict, &[record, other], None));
                }
            }
            match (before.status, before.merged_into) {
                (Status::Merged, Some(into)) => merged.entry(into).or_default().push(record),
                (Status::Deleted | Status::Superseded, _) => {
                    keys.push(reflect::key(salt, StepKind::Delete, &[record], None))
                }
                (Status::Active, _) if before.merged => merged.entry(before.id).or_default().push(record),
                (Status::Active, _) if before.text != record.text => {
                    keys.push(reflect::key(salt, StepKind::Update, &[record], None));
                }
                (_, _) => {}
            }
        }
        for records in merged.into_values() {
            let kind = if records.len() == 1 { StepKind::Update } else { StepKind::Merge };
            keys.push(reflect::key(salt, kind, &records, None));
        }
        let mut reflection = self.state.reflection.clone();
        for waiting in entry.evidence.iter().flat_map(|evidence| &evidence.candidates) {
            reflection.left.remove(&waiting.id);
        }
        reflect::remember(&mut reflection.refused, keys);
        self.state.stage_reflection(reflection);
    }
}

/// Whether nobody reflected in between.
fn is_one_run(one: &crate::record::Reflection, other: &crate::record::Reflection) -> bool {
    let mark = |state: &crate::record::Reflection| (state.last, state.seen, state.seen_id, state.failures);
    mark(one) == mark(other) && one.own == other.own && one.left == other.left
}

/// Whether another record than those of a change says its text word for word.
fn is_said_elsewhere(state: &ScopeState, change: &Change) -> bool {
    change.kind.writes() && state.with_wording(&careful_key(&change.text)).any(|other| !change.ids.contains(&other.id))
}

/// Whether a record says what it was shown to say, and may still be changed so.
fn is_as_shown(state: &ScopeState, run: &Run, id: RecordId, kind: StepKind) -> bool {
    says_as_shown(state, run, id) && state.record(id).is_some_and(|record| kind.refused_for(record).is_none())
}

/// Whether a record says what it was shown to say.
fn says_as_shown(state: &ScopeState, run: &Run, id: RecordId) -> bool {
    let shown = run.shown.get(&id);
    state
        .record(id)
        .zip(shown)
        .is_some_and(|(record, shown)| record.said_since() == shown.said_since() && record.says_as(shown))
}
