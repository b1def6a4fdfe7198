//! Topics of a scope, and which records went into which: the index over them, and what is listed.

use crate::sorted::{SortedSet, sort_by};

use rustc_hash::FxHashMap;

use crate::annotate::canonical_key;
use crate::error::MemoryError;
use crate::record::{Record, RecordId, Scope, Status, Topic};
use crate::text::key::careful_key;
use crate::text::tokenize::terms;
use crate::topic;

use super::Engine;
use super::chains::take;
use super::held::Marks;
use super::state::ScopeState;

/// Which active records a topic has, and which records went into which.
#[derive(Default)]
pub(super) struct Topics {
    // Both are read by key alone, so their order can't be seen.
    named: FxHashMap<String, SortedSet<RecordId>>,
    parts: FxHashMap<RecordId, SortedSet<RecordId>>,
}

impl Topics {
    pub(super) fn insert(&mut self, record: &Record) {
        if let Some(name) = name_of(record) {
            self.named.entry(name).or_default().insert(record.id);
        }
        if let Some(into) = merged_into(record) {
            self.parts.entry(into).or_default().insert(record.id);
        }
    }

    pub(super) fn remove(&mut self, record: &Record) {
        if let Some(name) = name_of(record) {
            take(&mut self.named, &name, record.id);
        }
        if let Some(into) = merged_into(record) {
            take(&mut self.parts, &into, record.id);
        }
    }
}

fn name_of(record: &Record) -> Option<String> {
    if record.is_known() { topic::name_of(record) } else { None }
}

fn merged_into(record: &Record) -> Option<RecordId> {
    record.merged_into.filter(|_| record.status == Status::Merged)
}

impl ScopeState {
    /// The active records of a topic, by its folded name, in order of creation.
    pub(super) fn of_topic(&self, name: &str) -> impl Iterator<Item = &Record> {
        self.ids_of_topic(name).filter_map(|id| self.record(id))
    }

    /// Their names.
    pub(super) fn ids_of_topic(&self, name: &str) -> impl DoubleEndedIterator<Item = RecordId> {
        self.topics.named.get(name).map(SortedSet::iter).unwrap_or_default().copied()
    }

    /// The active merged record that a record went into, near or far; `None` where it went into none.
    pub(super) fn whole_of(&self, record: &Record) -> Option<&Record> {
        self.wholes_around(record).pop()
    }

    /// Whether two records, or the merged ones that they are part of, stand against each other.
    pub(super) fn are_opposed(&self, one: &Record, other: &Record) -> bool {
        let whole = |record| self.whole_of(record).unwrap_or(record);
        whole(one).opponents.contains(&whole(other).id)
    }

    /// The merged records that a record went into, the nearest first and the active one last; none where the last one is not active.
    pub(super) fn wholes_around(&self, record: &Record) -> Vec<&Record> {
        let mut wholes: Vec<&Record> = Vec::new();
        let mut next = merged_into(record);
        // Records never go into each other in a circle, but a damaged store might say so.
        while let Some(whole) = next.and_then(|id| self.record(id))
            && whole.id != record.id
            && wholes.iter().all(|inner| inner.id != whole.id)
        {
            wholes.push(whole);
            next = merged_into(whole);
        }
        let is_active = next.is_none() && wholes.last().is_some_and(|last| last.is_known() && last.merged);
        if is_active { wholes } else { Vec::new() }
    }

    /// The records that were told and went into a merged one, near and far, in order of creation.
    pub(super) fn parts_of(&self, whole: RecordId) -> Vec<&Record> {
        let mut parts = Vec::new();
        let mut seen = SortedSet::from([whole]);
        let mut next = vec![whole];
        while let Some(id) = next.pop() {
            for record in self.topics.parts.get(&id).into_iter().flatten().filter_map(|id| self.record(*id)) {
                if !seen.insert(record.id) {
                    continue;
                }
                if record.merged {
                    next.push(record.id);
                } else {
                    parts.push(record);
                }
            }
        }
        sort_by(&mut parts, |one, other| one.id.cmp(&other.id));
        parts
    }

    /// A record and the parts that it was merged of, the newest first.
    pub(super) fn with_parts(&self, id: RecordId) -> Vec<RecordId> {
        std::iter::once(id).chain(self.parts_of(id).into_iter().rev().map(|part| part.id)).collect()
    }

    /// The part of a merged record that has a wording, by its careful key; the record itself, where none has or it is no merged one.
    pub(super) fn saying(&self, record: &Record, key: &str) -> RecordId {
        if !record.merged {
            return record.id;
        }
        let says = |part: &&Record| part.wordings().any(|wording| careful_key(wording) == key);
        self.parts_of(record.id).into_iter().find(says).map_or(record.id, |part| part.id)
    }

    /// The parts of a merged record that have most of a text's words, at most `limit`, in order of creation.
    pub(super) fn parts_near(&self, whole: RecordId, words: &[String], limit: usize) -> Vec<RecordId> {
        let mut parts = self.parts_of(whole);
        if limit < parts.len() {
            let n_common = |part: &Record| terms(&part.text).iter().filter(|term| words.contains(term)).count();
            let mut counted: Vec<(usize, &Record)> = parts.into_iter().map(|part| (n_common(part), part)).collect();
            sort_by(&mut counted, |one, other| other.0.cmp(&one.0).then(one.1.id.cmp(&other.1.id)));
            parts = counted.into_iter().take(limit).map(|(_, part)| part).collect();
            sort_by(&mut parts, |one, other| one.id.cmp(&other.id));
        }
        parts.into_iter().map(|part| part.id).collect()
    }

    /// Whether a record counts: it is known, or it went into a merged record that is.
    pub(super) fn is_held(&self, record: &Record) -> bool {
        record.is_known() || self.whole_of(record).is_some()
    }

    /// Whether a record is one that holds a value of its key: it is known, or it is part of a merged record that has no value of the key itself.
    pub(super) fn holds_value(&self, record: &Record) -> bool {
        let key = |record: &Record| record.key.as_deref().map(canonical_key);
        record.is_known() || self.whole_of(record).is_some_and(|whole| key(whole) != key(record))
    }
}

impl Engine {
    /// The topics of the active records, by their names, each with its records in order of creation.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn topics(&self, scope: &Scope) -> Result<Vec<Topic>, MemoryError> {
        self.ready(scope).await?;
        Ok(self.with(scope, |state| topic::list(state.stored_marked(Marks::TOPICAL))))
    }
}
