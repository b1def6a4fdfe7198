//! What one scope holds in memory: its records, and the indexes over them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter::from_fn;
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::record::{Horizon, Record, RecordId, Reflection, Status, Timestamp};
use crate::retrieve::tiered::TieredIndex;
use crate::sorted::{SortedMap, SortedSet, sort_by};
use crate::text::indexed::Indexed;
use crate::text::key::careful_key;
use crate::text::similarity::{LetterTable, Letters};

use super::answered::Answers;
use super::chains::Chains;
use super::exact::Before;
use super::fold::Folded;
use super::same_wording::Wordings;
use super::topics::Topics;
use super::turns::Carried;
use super::wordings::{is_hot, is_indexed_alike};

/// Bits of a scope's generation that count its changes since it was loaded: more than any handle lives to see.
const CHANGES_BITS: u32 = 40;

/// What one scope holds in memory.
#[derive(Default)]
pub(super) struct ScopeState {
    /// What every key of the scope begins with.
    pub(super) prefix: String,
    /// Whether the store knows the scope's name.
    pub(super) registered: bool,
    /// The idempotency keys that were answered.
    pub(super) answers: Answers,
    /// How far the journal was taken back.
    pub(super) horizon: Horizon,
    /// What the scope's reflections went through.
    pub(super) reflection: Reflection,
    /// Counts the changes of what is known, so that what was found before a change is not taken for what is there.
    pub(super) generation: u64,
    // A tree and no sorted list: there are many, and they change, come and go anywhere.
    // Each record apart: a tree's nodes are half empty, and one record takes as much as twenty names.
    pub(super) records: BTreeMap<RecordId, Box<Record>>,
    // Read by key alone, so its order can't be seen.
    pub(super) slots: FxHashMap<RecordId, u32>,
    ids: Vec<RecordId>,
    free: Vec<u32>,
    pub(super) index: TieredIndex,
    /// By slot: the letters of a known record's folded text.
    pub(super) letters: LetterTable,
    wordings: Wordings,
    waiting: SortedSet<RecordId>,
    /// Which records hold values of a key, and which ones they followed.
    pub(super) chains: Chains,
    /// Which records are of one topic, and which went into which.
    pub(super) topics: Topics,
    /// Records whose vectors have to be read before what was looked at holds.
    pub(super) wanted: RefCell<SortedSet<RecordId>>,
    /// Which vectors stand in pages.
    pub(super) folded: Folded,
    pub(super) staged: Staged,
}

/// What a commit under way changes, as it was before; readers see this, and a failed commit goes back to it.
#[derive(Default)]
pub(super) struct Staged {
    pub(super) records: SortedMap<RecordId, Option<Record>>,
    pub(super) vectors: SortedMap<RecordId, Option<Before>>,
    horizon: Option<Horizon>,
    pub(super) folded: Option<Folded>,
    pub(super) reflection: Option<Reflection>,
    /// What of the turns and tokens that were gathered the commit takes along.
    pub(super) carried: Carried,
}

impl ScopeState {
    /// The generation of the first state of a scope that was loaded as the `nth`: no other load has one of those that follow it.
    pub(super) fn first_generation(nth: u64) -> u64 {
        nth << CHANGES_BITS
    }

    pub(super) fn new(prefix: String, generation: u64) -> Self {
        Self { prefix, generation, ..Self::default() }
    }

    /// The record as a write sees it: with what is staged.
    pub(super) fn record(&self, id: RecordId) -> Option<&Record> {
        self.records.get(&id).map(Box::as_ref)
    }

    /// All records as a write sees them, in order of creation.
    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.values().map(Box::as_ref)
    }

    /// The record as a reader sees it: as it is stored.
    pub(super) fn stored(&self, id: RecordId) -> Option<&Record> {
        self.staged.records.get(&id).map_or_else(|| self.record(id), Option::as_ref)
    }

    /// All records as a reader sees them, in order of creation, after `after`.
    pub(super) fn all_stored(&self, after: Option<RecordId>) -> impl Iterator<Item = &Record> {
        let span = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        // What is staged to go is still there for a reader; it stands in no list but that of what is staged.
        let is_gone = |id: &RecordId| !self.records.contains_key(id);
        let mut gone = self.staged.records.range(span).map(|(id, _)| *id).filter(move |id| is_gone(id)).peekable();
        let mut there = self.records.range(span).peekable();
        let next = move || {
            let is_gone_first = match (there.peek(), gone.peek()) {
                (Some((id, _)), Some(other)) => other < *id,
                (there, _) => there.is_none(),
            };
            if is_gone_first {
                return gone.next().map(|id| self.stored(id));
            }
            there.next().map(|(id, record)| self.staged.records.get(id).map_or(Some(record.as_ref()), Option::as_ref))
        };
        from_fn(next).flatten()
    }

    /// The names of all records after one, in order.
    pub(super) fn ids_after(&self, after: Option<RecordId>) -> impl Iterator<Item = RecordId> {
        let span = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        self.records.range(span).map(|(id, _)| *id)
    }

    /// The newest name; names that are made later must sort after it.
    pub(super) fn newest(&self) -> Option<RecordId> {
        self.records.last_key_value().map(|(id, _)| *id)
    }

    /// Known records that wait for a vector, in order of creation.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Record> {
        self.waiting.iter().filter_map(|id| self.record(*id))
    }

    pub(super) fn n_vectors(&self) -> usize {
        self.index.n_vectors()
    }

    /// Numbers of a vector; `None` before the first one.
    pub(super) fn dimension(&self) -> Option<usize> {
        self.index.dimension()
    }

    /// Known records that hold exactly this wording, by its careful key, in order of creation.
    pub(super) fn with_wording<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Record> {
        let mut ids: Vec<RecordId> = self.wordings.slots(key).map(|slot| self.id(slot)).collect();
        sort_by(&mut ids, Ord::cmp);
        let holds = move |record: &&Record| record.wordings().any(|wording| careful_key(wording) == key);
        ids.into_iter().filter_map(|id| self.record(id)).filter(holds)
    }

    pub(super) fn id(&self, slot: u32) -> RecordId {
        self.ids[slot as usize]
    }

    /// Stages a record: `None` removes it. What it was is kept until the commit settles.
    pub(super) fn stage(&mut self, id: RecordId, after: Option<Record>) {
        if after.is_none() {
            self.erase_from_page(id);
        }
        let before = self.replace(id, after);
        self.staged.records.entry(id).or_insert(before);
    }

    /// Stages that a record was used: nothing that anything is found by.
    pub(super) fn stage_touch(&mut self, id: RecordId, at: Timestamp) {
        if let Some(record) = self.records.get_mut(&id).filter(|record| record.last_accessed_at < at) {
            self.staged.records.entry(id).or_insert_with(|| Some((**record).clone()));
            record.last_accessed_at = at;
        }
    }

    /// Stages how far the journal is taken back.
    pub(super) fn stage_horizon(&mut self, horizon: Horizon) {
        self.staged.horizon.get_or_insert(self.horizon);
        self.horizon = horizon;
    }

    /// Stages what the scope's reflections went through.
    pub(super) fn stage_reflection(&mut self, reflection: Reflection) {
        let before = std::mem::replace(&mut self.reflection, reflection);
        self.staged.reflection.get_or_insert(before);
    }

    /// Stages turns and tokens that were gathered.
    pub(super) fn stage_carried(&mut self, carried: Carried, now: Timestamp) {
        let mut reflection = self.reflection.clone();
        reflection.turns = reflection.turns.saturating_add(carried.turns);
        reflection.pay(carried.tokens, now);
        self.stage_reflection(reflection);
        self.staged.carried = carried;
    }

    /// What is staged, as it was before.
    pub(super) fn staged(&self) -> &Staged {
        &self.staged
    }

    /// The commit is durable: what was staged is how it is.
    pub(super) fn settle(&mut self) {
        self.staged = Staged::default();
        self.folded.dirty.clear();
        self.answers.settle();
    }

    /// The commit failed: everything goes back to how it was.
    pub(super) fn revert(&mut self) {
        let Staged { records, vectors, horizon, folded, reflection, carried: _ } = std::mem::take(&mut self.staged);
        if let Some(folded) = folded {
            self.folded = folded;
        }
        self.horizon = horizon.unwrap_or(self.horizon);
        if let Some(before) = reflection {
            self.reflection = before;
        }
        for (id, before) in vectors {
            self.restore_vector(id, before.as_ref());
        }
        for (id, before) in records {
            self.replace(id, before);
        }
        self.answers.revert();
    }

    /// Takes over what the store says of a record; its vector is loaded after it.
    pub(super) fn load(&mut self, id: RecordId, record: Option<Record>) {
        self.replace(id, record);
        let _ = self.replace_vector(id, None);
    }

    pub(super) fn slot(&mut self, id: RecordId) -> u32 {
        if let Some(slot) = self.slots.get(&id) {
            return *slot;
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.ids.push(id);
            u32::try_from(self.ids.len() - 1).unwrap_or(u32::MAX)
        });
        self.ids[slot as usize] = id;
        self.slots.insert(id, slot);
        slot
    }

    fn replace(&mut self, id: RecordId, after: Option<Record>) -> Option<Record> {
        self.generation += 1;
        let mut records = std::mem::take(&mut self.records);
        let before = match after {
            Some(mut after) => {
                after.compact();
                records.insert(id, Box::new(after))
            }
            None => records.remove(&id),
        };
        let before = before.map(|before| *before);
        self.reindex(id, before.as_ref(), records.get(&id).map(Box::as_ref));
        self.records = records;
        before
    }

    /// Follows a record's change into everything that records are found by.
    fn reindex(&mut self, id: RecordId, before: Option<&Record>, after: Option<&Record>) {
        if let Some(before) = before {
            self.chains.remove(before);
            self.topics.remove(before);
        }
        if let Some(after) = after {
            self.chains.insert(after);
            self.topics.insert(after);
        }
        if !before.zip(after).is_some_and(|(before, after)| is_indexed_alike(before, after)) {
            if let Some(before) = before {
                self.unindex(before);
            }
            if let Some(after) = after {
                self.index(after);
            }
        }
        if after.is_some_and(|after| after.is_known() && (after.pending || after.reembed)) {
            self.waiting.insert(id);
        } else {
            self.waiting.remove(&id);
        }
        if after.is_none()
            && let Some(slot) = self.slots.remove(&id)
        {
            self.index.remove_vector(slot);
            self.free.push(slot);
        }
    }

    fn index(&mut self, record: &Record) {
        let slot = self.slot(record.id);
        self.index.move_vector(slot, is_hot(record));
        // What was superseded is found again where history is asked for.
        if !matches!(record.status, Status::Active | Status::Superseded) {
            return;
        }
        let mut terms = Vec::new();
        for (place, wording) in record.wordings().enumerate() {
            let indexed = Indexed::of(wording);
            terms.extend(indexed.terms);
            if record.is_known() {
                self.wordings.insert(&indexed.key, slot);
                if place == 0 {
                    self.letters.set(slot, &Letters::of(&indexed.folded));
                }
            }
        }
        self.index.set_words(slot, is_hot(record), &terms);
    }

    fn unindex(&mut self, record: &Record) {
        let Some(slot) = self.slots.get(&record.id).copied() else { return };
        self.index.remove_words(slot);
        if !self.letters.remove(slot) {
            return;
        }
        for wording in record.wordings() {
            self.wordings.remove(&careful_key(wording), slot);
        }
    }
}
