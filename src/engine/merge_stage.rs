//! Staging a merge: what becomes of the merged record, of its parts, and of links to them.

use crate::calibrate::Thresholds;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::lexical;
use crate::llm::merge::Merged;
use crate::record::{Action, Evidence, JournalId, MergePolicy, Operation, Record, RecordId, Status, Strategy};
use crate::sorted::{SortedMap, SortedSet};
use crate::topic::{self, Members};

use super::answers::Kept;
use super::merge_due::{Due, Finder};
use super::probe::Probe;
use super::txn::{Txn, VectorChange};

/// What became of records that were to be merged, or rewritten.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The record that has the text now.
    pub(super) id: RecordId,
    /// The journal entry of it.
    pub(super) entry: JournalId,
    /// What it rests on.
    pub(super) evidence: Evidence,
}

/// What a model made of records, where one was asked.
pub(super) enum Answer {
    /// There is no model: rules say it.
    ByRule,
    /// This.
    Said(Merged),
}

impl Txn<'_> {
    /// Stages that records become one, as a journal entry of its own.
    pub(super) fn merge(
        &mut self,
        due: &Due,
        answer: &Answer,
        strategy: Option<Strategy>,
    ) -> Result<Outcome, MemoryError> {
        let id = self.unite(due, answer)?;
        let evidence = Evidence::naming(&due.parts);
        let entry = self.log(Operation::Write(Action::Merged), strategy, Some(evidence.clone()));
        Ok(Outcome { id, entry, evidence })
    }

    /// Stages that records become one: which.
    pub(super) fn unite(&mut self, due: &Due, answer: &Answer) -> Result<RecordId, MemoryError> {
        let gone = |id: RecordId| MemoryError::NotFound { what: "record", id: id.to_string() };
        let find = |id: &RecordId| self.state.record(*id).cloned().ok_or_else(|| gone(*id));
        let mut parts: Vec<Record> = due.parts.iter().map(find).collect::<Result<_, _>>()?;
        let into = due.into.as_ref().map(find).transpose()?;
        let mut opponents: SortedSet<RecordId> = SortedSet::new();
        for part in &mut parts {
            self.make_peace(part.id)?;
            opponents.extend(std::mem::take(&mut part.opponents));
        }
        let parts: Vec<&Record> = parts.iter().collect();
        let members = Members { parts: &parts, into: into.as_ref() };
        let (said, topic) = match answer {
            Answer::ByRule => ((topic::by_rule(members), SortedMap::new()), None),
            Answer::Said(Merged { topic, text, facts }) => ((text.clone(), facts.clone()), topic.clone()),
        };
        let id = into.as_ref().map_or_else(|| self.names.draw(self.now), |into| into.id);
        let whole = topic::merged(members, said, topic, (id, self.now)).ok_or_else(|| gone(id))?;
        self.put_whole(whole, due.ids().collect::<Vec<_>>().as_slice())?;
        self.move_links(&due.parts, id)?;
        for part in &parts {
            let (status, merged_into) = (Status::Merged, Some(id));
            self.put(Record { status, merged_into, pending: false, ..(*part).clone() }, VectorChange::Keep)?;
        }
        // It takes the place of all of them in what the user is asked.
        for opponent in opponents {
            self.oppose(id, opponent)?;
        }
        Ok(id)
    }

    /// Stages a merged record whose text may be a new one, with a vector for it: its own by the built-in embedder; else that of what `near` it until the
    /// embedding callback is next called.
    pub(super) fn put_whole(&mut self, mut whole: Record, near: &[RecordId]) -> Result<(), MemoryError> {
        if self.state.record(whole.id).is_some_and(|before| before.text == whole.text) {
            return self.put(whole, VectorChange::Keep);
        }
        let vector = self.reworded(&mut whole, near);
        self.put(whole, vector.as_ref().map_or(VectorChange::Remove, VectorChange::Set))
    }

    /// Stages, off the journal, a merged record that a hard `forget` left something of.
    pub(super) fn put_rebuilt(&mut self, mut whole: Record, near: &[RecordId]) -> Result<(), MemoryError> {
        let vector = self.reworded(&mut whole, near);
        self.put_unlogged(whole, vector.as_ref().map_or(VectorChange::Remove, VectorChange::Set))
    }

    fn reworded(&self, whole: &mut Record, near: &[RecordId]) -> Option<Embedding> {
        whole.fingerprint = Probe::of(&whole.text).fingerprint();
        let is_built_in = self.model() == lexical::MODEL;
        let vector = if is_built_in { Some(lexical::embed(&whole.text)) } else { self.middle(near) };
        whole.reembed = !is_built_in;
        vector.filter(|vector| self.state.dimension().is_none_or(|known| known == vector.dimension()))
    }

    /// What lies in the middle of records' vectors; `None` where they have none.
    fn middle(&self, ids: &[RecordId]) -> Option<Embedding> {
        let mut sums: Vec<f32> = Vec::new();
        for values in ids.iter().filter_map(|id| self.state.vector(*id)) {
            sums.resize(values.len(), 0.0);
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
        Embedding::new(sums).ok()
    }

    /// Stages that records, in the state that they are in, are not to be merged.
    pub(super) fn refuse_merge(&mut self, row: &str, of: [u8; 16]) -> Result<(), MemoryError> {
        self.note_in_cache(row.to_owned(), &Kept { of, answer: String::new() })
    }

    /// Stages that what an undo took apart stays apart while its records stay as they are.
    pub(super) fn keep_apart(
        &mut self,
        ids: &[RecordId],
        policy: &MergePolicy,
        thresholds: Thresholds,
    ) -> Result<(), MemoryError> {
        let finder = Finder { state: self.state, policy, thresholds, now: self.now };
        let found = ids.iter().find_map(|id| finder.due_with(*id));
        let Some(due) = found else { return Ok(()) };
        let (row, of) = due.refusal(&self.state.prefix);
        self.refuse_merge(&row, of)
    }
}
