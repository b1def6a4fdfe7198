//! Carrying a decision out: what becomes of the text's record, and of those that it touches.

use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::record::{Action, Record, RecordId, Status, Timestamp};
use crate::sorted::sort_by;
use crate::version::{self, Standing};

use super::decide::Outcome;
use super::txn::{Txn, VectorChange};
use super::write::{rewrite, take_in};

/// Tellings of a record that are kept; beyond them the oldest but the first go, which changes a history only where another value is told
/// between two of them later.
///
/// Source: a judgement; a value that is told every day for two months.
const TELLINGS: usize = 64;

/// When a text was told to hold, where that was given, and how sure it is (0 to 1).
#[derive(Clone, Copy)]
pub(super) struct Told {
    at: Option<Timestamp>,
    confidence: f64,
}

impl Told {
    pub(super) fn of(told: &Record) -> Self {
        Self { at: told.observed_given.then_some(told.observed_at), confidence: told.confidence }
    }
}

impl Txn<'_> {
    /// Stages what an outcome says. `told` is the text's record; where the store has it already, it was waiting for this.
    pub(super) fn place(
        &mut self,
        told: Record,
        vector: Option<&Embedding>,
        outcome: &Outcome,
    ) -> Result<(Action, RecordId), MemoryError> {
        let was_there = self.state.record(told.id).is_some();
        let set = |vector: Option<_>| vector.map_or(VectorChange::Keep, VectorChange::Set);
        match outcome {
            Outcome::Insert => {
                let id = told.id;
                self.put(told, set(vector))?;
                Ok((Action::Added, id))
            }
            Outcome::Touch { known } | Outcome::Refine { known } => {
                let is_refined = matches!(outcome, Outcome::Refine { .. });
                if let Some(whole) = self.state.whole_or_self(*known) {
                    return self.place_in_whole(whole, *known, told, vector, is_refined);
                }
                let Some(mut other) = self.state.record(*known).cloned() else {
                    return self.place(told, vector, &Outcome::Insert);
                };
                let used = if was_there { other.last_accessed_at.max(told.last_accessed_at) } else { self.now };
                take_in(&mut other, &told, used);
                note_telling(&mut other, &told);
                let change = if is_refined {
                    rewrite(&mut other, &told);
                    other.reembed = vector.is_none();
                    set(vector)
                } else {
                    VectorChange::Keep
                };
                let (key, said) = (other.key.clone(), Told::of(&told));
                self.put(other, change)?;
                if was_there {
                    let (status, merged_into) = (Status::Merged, Some(*known));
                    self.put(Record { status, merged_into, pending: false, ..told }, set(vector))?;
                }
                if key.is_some() {
                    self.settle_by_time(*known)?;
                    self.order_rivals(*known, said)?;
                }
                Ok((if is_refined { Action::Updated } else { Action::Duplicate }, *known))
            }
            Outcome::Follow { known } => self.follow(told, vector, known),
            Outcome::Dispute { known } => {
                let id = told.id;
                self.put(told, set(vector))?;
                self.oppose(id, *known)?;
                Ok((Action::Conflict, id))
            }
        }
    }

    /// Lets time order a value among others of the same thing.
    fn follow(
        &mut self,
        told: Record,
        vector: Option<&Embedding>,
        known: &[RecordId],
    ) -> Result<(Action, RecordId), MemoryError> {
        let id = told.id;
        let others: Vec<Record> = known.iter().filter_map(|known| self.state.record(*known).cloned()).collect();
        let change = vector.map_or(VectorChange::Keep, VectorChange::Set);
        // What one of the others outlived is history.
        let later = others.iter().filter(|other| version::standing(&told, other) == Standing::Older);
        if let Some(later) = later.max_by_key(|other| (other.last_observed(), other.id)) {
            let (status, superseded_by) = (Status::Superseded, Some(later.id));
            self.put(Record { status, superseded_by, ..told }, change)?;
            // It rests on the later one now, so that one can't be taken back before it.
            self.put(later.clone(), VectorChange::Keep)?;
            return Ok((Action::Superseded, id));
        }
        let standings: Vec<(RecordId, bool)> = others
            .iter()
            .map(|other| (other.id, version::standing(&told, other) == Standing::Newer && !self.state.is_pinned(other)))
            .collect();
        self.put(told, change)?;
        let mut is_disputed = false;
        for (other, is_newer) in standings {
            if is_newer {
                self.supersede(other, id)?;
            } else {
                self.oppose(id, other)?;
                is_disputed = true;
            }
        }
        Ok((if is_disputed { Action::Conflict } else { Action::Superseded }, id))
    }

    /// One record's place is taken by another's; whatever stood against it no longer does.
    pub(super) fn supersede(&mut self, old: RecordId, by: RecordId) -> Result<(), MemoryError> {
        self.make_peace(old)?;
        let Some(record) = self.state.record(old).cloned() else { return Ok(()) };
        self.outlive_part(&record, by)?;
        let (status, superseded_by) = (Status::Superseded, Some(by));
        // What waits for a model still does: its value is history, and belongs to a key. What lacks a vector needs none any more.
        let pending = record.pending && self.state.has_vector(old);
        self.put(Record { status, superseded_by, pending, ..record }, VectorChange::Keep)
    }

    /// The user is to be asked which of two records holds.
    pub(super) fn oppose(&mut self, one: RecordId, other: RecordId) -> Result<(), MemoryError> {
        for (id, opponent) in [(one, other), (other, one)] {
            // What is disputed must not be hidden in a merged record.
            self.release(id, false)?;
            if let Some(mut record) = self.state.record(id).cloned() {
                record.opponents.insert(opponent);
                self.put(record, VectorChange::Keep)?;
            }
        }
        Ok(())
    }

    /// Ends every conflict that a record is part of.
    pub(super) fn make_peace(&mut self, id: RecordId) -> Result<(), MemoryError> {
        let Some(mut record) = self.state.record(id).cloned() else { return Ok(()) };
        let opponents = std::mem::take(&mut record.opponents);
        if opponents.is_empty() {
            return Ok(());
        }
        self.put(record, VectorChange::Keep)?;
        for opponent in opponents {
            if let Some(mut other) = self.state.record(opponent).cloned()
                && other.opponents.remove(&id)
            {
                self.put(other, VectorChange::Keep)?;
            }
        }
        Ok(())
    }

    /// A known record with another value of the same key, kind and subject, that is not in an open conflict with it.
    pub(super) fn rival(&self, id: RecordId) -> Option<Record> {
        let record = self.state.record(id).filter(|record| self.state.holds_value(record))?;
        let (key, value) = (record.key.as_deref()?, record.value.as_deref()?);
        let is_rival = |other: &&Record| {
            other.id != id
                && other.kind() == record.kind()
                && other.value.as_deref().is_some_and(|said| !version::is_same_value(said, value))
                && !self.state.are_opposed(record, other)
                && !record.is_apart_from(other)
        };
        self.state.holding(version::subject_of(record), key).find(is_rival).cloned()
    }

    /// What a person says outranks other values of the key; who brings a merged record back says what its parts say.
    pub(super) fn take_over(&mut self, id: RecordId) -> Result<(), MemoryError> {
        for id in self.state.with_parts(id) {
            while let Some(rival) = self.rival(id) {
                self.supersede(rival.id, id)?;
            }
        }
        Ok(())
    }

    /// Lets time order a record that a duplicate gave a key among the records that hold other values of it. Where no time was given, what was told
    /// just now is the newer one, however old its record is.
    pub(super) fn order_rivals(&mut self, id: RecordId, told: Told) -> Result<(), MemoryError> {
        while let Some(rival) = self.rival(id) {
            let Some(record) = self.state.record(id).cloned() else { return Ok(()) };
            let is_newer = told.at.is_none_or(|at| rival.last_observed() <= at);
            let is_one_time = rival.observed_given && told.at == Some(rival.last_observed());
            let is_less_sure = version::LESS_SURE + 1e-9 < rival.confidence - told.confidence;
            match is_newer {
                true if is_one_time || is_less_sure || self.state.is_pinned(&rival) => self.oppose(id, rival.id)?,
                true => self.supersede(rival.id, id)?,
                false if self.state.is_pinned(&record) => self.oppose(id, rival.id)?,
                false => return self.supersede(id, rival.id),
            }
        }
        Ok(())
    }

    /// What to ask the user about a record, where it stands against others.
    pub(super) fn question(&self, action: Action, id: RecordId) -> Option<String> {
        let record = self.state.record(id).filter(|_| action == Action::Conflict)?;
        let other = record.opponents.iter().find_map(|id| self.state.record(*id))?;
        Some(version::question(other, record))
    }

    /// A value that was told again may now be the later one of a conflict about its key.
    fn settle_by_time(&mut self, id: RecordId) -> Result<(), MemoryError> {
        let Some(record) = self.state.record(id).cloned() else { return Ok(()) };
        for opponent in &record.opponents {
            let Some(other) = self.state.record(*opponent).cloned() else { continue };
            let is_of_key = other.key.is_some() && other.key == record.key;
            if is_of_key && !other.pinned && version::standing(&record, &other) == Standing::Newer {
                self.supersede(*opponent, id)?;
            }
        }
        Ok(())
    }
}

/// Notes when a record was told again, so that another value that is told late finds its place.
pub(super) fn note_telling(known: &mut Record, told: &Record) {
    let at: Timestamp = told.observed_at;
    if at == known.observed_at || known.tellings.contains(&at) {
        return;
    }
    // News of an earlier time: it held since then.
    if at < known.observed_at && (told.observed_given || known.observed_given) {
        known.tellings.push(std::mem::replace(&mut known.observed_at, at));
    } else {
        known.tellings.push(at);
    }
    sort_by(&mut known.tellings, Ord::cmp);
    if TELLINGS < known.tellings.len() {
        known.tellings.remove(1);
    }
    known.observed_given |= told.observed_given;
}
