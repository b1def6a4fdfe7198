//! Parts of merged records: what is told of one, outlives it, takes it out, or changes it, and what then becomes of the whole.

use crate::sorted::SortedSet;

use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::record::{Action, Detail, Record, RecordId, Source, Status, Tier, note_detail};
use crate::topic;

use super::place::{Told, note_telling};
use super::state::ScopeState;
use super::txn::{Txn, VectorChange};
use super::write::take_in;

impl ScopeState {
    /// The merged record that a record is part of, or that it is itself.
    pub(super) fn whole_or_self(&self, id: RecordId) -> Option<RecordId> {
        let record = self.record(id)?;
        if record.merged && record.is_known() {
            return Some(id);
        }
        self.whole_of(record).map(|whole| whole.id)
    }

    /// Whether a record, or the merged one that it is part of, is pinned.
    pub(super) fn is_pinned(&self, record: &Record) -> bool {
        record.pinned || self.whole_of(record).is_some_and(|whole| whole.pinned)
    }

    /// The parts of a merged record but one, and but what went into that one.
    fn others(&self, whole: RecordId, but: RecordId) -> Vec<&Record> {
        let inner: Vec<RecordId> = self.parts_of(but).into_iter().map(|part| part.id).collect();
        self.parts_of(whole).into_iter().filter(|part| part.id != but && !inner.contains(&part.id)).collect()
    }

    /// The merged records that say what a part says, the nearest first: the active one and those in between, which may be brought back.
    fn sayers(&self, part: &Record) -> Vec<Record> {
        self.wholes_around(part).into_iter().filter(|whole| whole.merged).cloned().collect()
    }
}

impl Txn<'_> {
    /// Stages that a text says what a merged record says, by one of its parts (`known`) or by itself; one that says more becomes a part.
    pub(super) fn place_in_whole(
        &mut self,
        whole: RecordId,
        known: RecordId,
        told: Record,
        vector: Option<&Embedding>,
        is_refined: bool,
    ) -> Result<(Action, RecordId), MemoryError> {
        let was_there = self.state.record(told.id).is_some();
        let used = if was_there { told.last_accessed_at } else { self.now };
        if let Some(mut part) = self.state.record(known).filter(|part| part.id != whole && !is_refined).cloned() {
            take_in(&mut part, &told, used);
            note_telling(&mut part, &told);
            self.put(part, VectorChange::Keep)?;
        }
        let Some(mut record) = self.state.record(whole).cloned() else { return Ok((Action::Duplicate, known)) };
        // A part's key and end are its own.
        let bare = Record { key: None, value: None, valid_until: record.valid_until, ..told.clone() };
        take_in(&mut record, &bare, used);
        note_telling(&mut record, &bare);
        note_detail(&mut record.details, told.as_detail());
        self.put(record, VectorChange::Keep)?;
        if told.key.is_some() {
            self.order_rivals(known, Told::of(&told))?;
        }
        if is_refined || was_there {
            let (status, merged_into) = (Status::Merged, Some(whole));
            let change = vector.map_or(VectorChange::Keep, VectorChange::Set);
            self.put(Record { status, merged_into, pending: false, ..told }, change)?;
        }
        Ok((if is_refined { Action::Updated } else { Action::Duplicate }, whole))
    }

    /// Stages that a part's place was taken by another record, where it was part of a merged one: that one no longer says it.
    pub(super) fn outlive_part(&mut self, part: &Record, by: RecordId) -> Result<(), MemoryError> {
        let Some(by) = self.state.record(by).cloned() else { return Ok(()) };
        for mut whole in self.state.sayers(part) {
            let others = self.state.others(whole.id, part.id);
            topic::outlive(&mut whole, part, &others, &by);
            let near = ids_of(&others);
            // One that went into another is nobody's history: what it went into is.
            let (empty, by) =
                if whole.is_known() { (Status::Superseded, Some(by.id)) } else { (Status::Deleted, None) };
            self.put_rest(whole, &near, empty, by)?;
        }
        Ok(())
    }

    /// Stages that merged records no longer say what a part said; which of them is the active one.
    pub(super) fn shed(&mut self, part: &Record) -> Result<Option<RecordId>, MemoryError> {
        let mut last = None;
        for mut whole in self.state.sayers(part) {
            last = Some(whole.id);
            let others = self.state.others(whole.id, part.id);
            topic::part_with(&mut whole, part, &others);
            let near = ids_of(&others);
            self.put_rest(whole, &near, Status::Deleted, None)?;
        }
        Ok(last)
    }

    /// Takes a part out of a merged record: it is active again. Where a person `asked`, the two stay apart.
    pub(super) fn release(&mut self, part: RecordId, asked: bool) -> Result<(), MemoryError> {
        let Some(record) = self.state.record(part).filter(|part| !part.is_known()).cloned() else { return Ok(()) };
        let opponents = self.state.whole_of(&record).map(|whole| whole.opponents.clone()).unwrap_or_default();
        let Some(whole) = self.shed(&record)? else { return Ok(()) };
        // It still names what it went into: a hard `forget` finds there what it left. What is spoken of again is recalled, also where its merged record was cold.
        let last_accessed_at = record.last_accessed_at.max(self.now);
        let mut free = Record { status: Status::Active, tier: Tier::Hot, last_accessed_at, ..record };
        if asked && let Some(mut whole) = self.state.record(whole).cloned() {
            free.confirmed = true;
            free.settled.insert(whole.id);
            whole.settled.insert(part);
            self.put(whole, VectorChange::Keep)?;
        }
        self.put(free, VectorChange::Keep)?;
        // What the whole stands against, it stood against too.
        for opponent in opponents {
            self.oppose(part, opponent)?;
        }
        Ok(())
    }

    /// Stages what is left of a merged record, `near` the parts that stay; where it would say nothing any more, it is hidden as it is, so that it says
    /// something when it is brought back.
    fn put_rest(
        &mut self,
        mut whole: Record,
        near: &[RecordId],
        empty: Status,
        by: Option<RecordId>,
    ) -> Result<(), MemoryError> {
        if !topic::reword(&mut whole) {
            self.make_peace(whole.id)?;
            let Some(said) = self.state.record(whole.id).cloned() else { return Ok(()) };
            return self.put(Record { status: empty, superseded_by: by, ..said }, VectorChange::Keep);
        }
        self.put_whole(whole, near)
    }

    /// Follows a person's change of a record into the merged record that it is part of, or that it is.
    pub(super) fn follow_edit(&mut self, before: &Record, id: RecordId) -> Result<(), MemoryError> {
        let Some(after) = self.state.record(id).filter(|after| after.text != before.text).cloned() else {
            return Ok(());
        };
        if after.merged {
            // What a person wrote was told, and stays when the text is written anew.
            let mut whole = after.clone();
            let source = Source { quote: Some(after.text.clone()), at: Some(self.now), ..Source::default() };
            whole.details.push(Detail { text: after.text.clone(), observed_at: after.observed_at, source });
            return self.put(whole, VectorChange::Keep);
        }
        for mut whole in self.state.sayers(&after) {
            let others = self.state.others(whole.id, id);
            topic::part_with(&mut whole, before, &others);
            for detail in std::iter::once(&after.as_detail()).chain(&after.details) {
                note_detail(&mut whole.details, detail.clone());
            }
            let near: Vec<RecordId> = ids_of(&others).into_iter().chain([id]).collect();
            self.put_rest(whole, &near, Status::Deleted, None)?;
        }
        Ok(())
    }
}

fn ids_of(records: &[&Record]) -> Vec<RecordId> {
    records.iter().map(|record| record.id).collect()
}

/// The merged records, near and far, that records went into; also those that they were part of when their place was taken, or that they were
/// taken out of.
pub(super) fn wholes_of(txn: &Txn<'_>, ids: &SortedSet<RecordId>) -> SortedSet<RecordId> {
    let mut wholes = SortedSet::new();
    let mut next: Vec<RecordId> = ids.iter().copied().collect();
    while let Some(into) = next.pop().map(|id| txn.state.record(id).and_then(|record| record.merged_into)) {
        if let Some(into) = into.filter(|into| !ids.contains(into))
            && wholes.insert(into)
        {
            next.push(into);
        }
    }
    wholes
}

/// Takes everything out of a merged record that only removed records gave: what is left is said by rule. `removed` are those records, `others` the
/// parts that stay.
pub(super) fn rebuild(whole: &mut Record, removed: &[Record], others: &[Record], sentences: &SortedSet<String>) {
    let told = |text: &str| whole.details.iter().any(|detail| detail.text == text);
    // A writing of a model's may repeat what was removed.
    let history = std::mem::take(&mut whole.history).into_iter().filter(|version| told(&version.text)).collect();
    whole.history = history;
    whole.facts.clear();
    for (key, one) in others.iter().filter_map(|one| Some((one.key.clone()?, one))) {
        if one.value.is_some() {
            whole.facts.entry(key).or_default().push(crate::version::as_version(one));
        }
    }
    if !others.iter().any(|other| other.topic == whole.topic) {
        whole.topic = others.iter().find_map(|other| other.topic.clone());
    }
    for one in removed {
        whole.tags.retain(|tag| !one.tags.contains(tag) || others.iter().any(|other| other.tags.contains(tag)));
        whole.metadata.retain(|field, value| {
            one.metadata.get(field) != Some(value)
                || others.iter().any(|other| other.metadata.get(field) == Some(value))
        });
    }
    if sentences.contains(&whole.text) || !whole.details.iter().any(|detail| detail.text == whole.text) {
        whole.text.clear();
    }
    topic::reword(whole);
}
