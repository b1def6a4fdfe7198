//! What one scope holds in memory: its records, and the indexes over them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::iter::from_fn;
use std::ops::Bound;

use crate::record::{Horizon, Record, RecordId, Reflection, Status, Timestamp};
use crate::retrieve::tiered::TieredIndex;
use crate::sorted::{SortedMap, SortedSet, sort_by};
use crate::text::key::careful_key;
use crate::text::similarity::Letters;

use super::answered::Answers;
use super::chains::Chains;
use super::exact::Before;
use super::fold::Folded;
use super::heads::HeadPages;
use super::held::Marks;
use super::letter_table::LetterTable;
use super::roll::Roll;
use super::same_wording::Wordings;
use super::topics::Topics;
use super::turns::Carried;
use super::wordings::{Found, is_hot, is_indexed_alike};

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
    /// Counts the records that were removed: what was found or asked before a removal may say what is gone.
    pub(super) removals: u64,
    pub(super) roll: Roll,
    pub(super) index: TieredIndex,
    /// The letters of known records' folded texts.
    pub(super) letters: LetterTable,
    wordings: Wordings,
    waiting: SortedSet<RecordId>,
    /// Superseded records of which a model is still to say what they are, so that their history has their values.
    outlived: SortedSet<RecordId>,
    /// Which records hold values of a key, and which ones they followed.
    pub(super) chains: Chains,
    /// Which records are of one topic, and which went into which.
    pub(super) topics: Topics,
    /// Records whose vectors have to be read before what was looked at holds.
    pub(super) wanted: RefCell<SortedSet<RecordId>>,
    /// Which vectors stand in pages.
    pub(super) folded: Folded,
    /// Which records stand in pages with what they are found by.
    pub(super) heads: HeadPages,
    pub(super) staged: Staged,
}

/// What a commit under way changes, as it was before; readers see this, and a failed commit goes back to it.
#[derive(Default)]
pub(super) struct Staged {
    pub(super) records: SortedMap<RecordId, Option<Record>>,
    pub(super) vectors: SortedMap<RecordId, Option<Before>>,
    horizon: Option<Horizon>,
    pub(super) folded: Option<Folded>,
    pub(super) heads: Option<HeadPages>,
    pub(super) reflection: Option<Reflection>,
    /// What of the turns and tokens that were gathered the commit takes along.
    pub(super) carried: Carried,
}

impl Staged {
    /// Whether a commit of it is under way.
    pub(super) fn is_under_way(&self) -> bool {
        !self.records.is_empty() || self.heads.is_some() || self.folded.is_some()
    }
}

/// Whether a record's place was taken before a model said what it is.
pub(super) fn is_outlived(record: &Record) -> bool {
    record.status == Status::Superseded && record.pending
}

impl ScopeState {
    /// The generation of the first state of a scope that was loaded as the `nth`: no other load has one of those that follow it.
    pub(super) fn first_generation(nth: u64) -> u64 {
        nth << CHANGES_BITS
    }

    pub(super) fn new(prefix: String, generation: u64) -> Self {
        Self { prefix, generation, removals: generation, ..Self::default() }
    }

    /// The record as a write sees it: with what is staged.
    pub(super) fn record(&self, id: RecordId) -> Option<&Record> {
        self.roll.get(id)
    }

    /// All records as a write sees them, in order of creation.
    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = Cow<'_, Record>> {
        self.roll.names(None).filter_map(|(id, _)| self.roll.look(id))
    }

    /// As [`Self::records`], of those alone that have one of some marks.
    pub(super) fn records_marked(&self, marks: Marks) -> impl DoubleEndedIterator<Item = Cow<'_, Record>> {
        let marked = self.roll.names(None).filter(move |(_, found)| found.has(marks));
        marked.filter_map(|(id, _)| self.roll.look(id))
    }

    /// The record as a reader sees it: as it is stored.
    pub(super) fn stored(&self, id: RecordId) -> Option<&Record> {
        self.staged.records.get(&id).map_or_else(|| self.record(id), Option::as_ref)
    }

    /// As [`Self::stored`], by slot, which saves looking for the name.
    pub(super) fn stored_at(&self, slot: u32) -> Option<&Record> {
        if self.staged.records.is_empty() { self.roll.get_at(slot) } else { self.stored(self.id(slot)) }
    }

    /// What is known of the record in a slot without unpacking it, where nothing is staged.
    pub(super) fn marks_stored_at(&self, slot: u32) -> Option<Marks> {
        if self.staged.records.is_empty() { self.roll.marks_at(slot) } else { None }
    }

    /// All records as a reader sees them, in order of creation, after `after`.
    pub(super) fn all_stored(&self, after: Option<RecordId>) -> impl Iterator<Item = Cow<'_, Record>> {
        self.marks_stored(after).filter_map(|(id, _)| self.look_stored(id))
    }

    /// As [`Self::all_stored`], of those alone that have one of some marks.
    pub(super) fn stored_marked(&self, marks: Marks) -> impl Iterator<Item = Cow<'_, Record>> {
        let marked = self.marks_stored(None).filter(move |(_, found)| found.has(marks));
        marked.filter_map(|(id, _)| self.look_stored(id))
    }

    fn look_stored(&self, id: RecordId) -> Option<Cow<'_, Record>> {
        match self.staged.records.get(&id) {
            Some(before) => before.as_ref().map(Cow::Borrowed),
            None => self.roll.look(id),
        }
    }

    /// The names of all records that a reader sees after one, in order, and what is known of each.
    pub(super) fn marks_stored(&self, after: Option<RecordId>) -> impl Iterator<Item = (RecordId, Marks)> {
        let span = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        // What is staged to go is still there for a reader; it stands in no list but that of what is staged.
        let is_gone = |id: &RecordId| self.roll.marks(*id).is_none();
        let mut gone = self.staged.records.range(span).map(|(id, _)| *id).filter(move |id| is_gone(id)).peekable();
        let mut there = self.roll.names(after).peekable();
        let next = move || {
            let is_gone_first = match (there.peek(), gone.peek()) {
                (Some((id, _)), Some(other)) => other < id,
                (there, _) => there.is_none(),
            };
            let (id, now) = if is_gone_first { (gone.next()?, Marks::default()) } else { there.next()? };
            let before = self.staged.records.get(&id).map(|before| before.as_ref().map(Marks::of));
            Some(before.unwrap_or(Some(now)).map(|marks| (id, marks)))
        };
        from_fn(next).flatten()
    }

    /// The names of all records after one, in order.
    pub(super) fn ids_after(&self, after: Option<RecordId>) -> impl Iterator<Item = RecordId> {
        self.roll.names(after).map(|(id, _)| id)
    }

    /// The newest name; names that are made later must sort after it.
    pub(super) fn newest(&self) -> Option<RecordId> {
        self.roll.names(None).next_back().map(|(id, _)| id)
    }

    /// Known records that wait for a vector, in order of creation.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Cow<'_, Record>> {
        self.waiting.iter().filter_map(|id| self.roll.look(*id))
    }

    /// How many known records wait for a vector.
    pub(super) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Superseded records that wait for a model, in order of creation.
    pub(super) fn outlived(&self) -> &SortedSet<RecordId> {
        &self.outlived
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
        self.roll.id(slot)
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
        if self.record(id).is_some_and(|record| record.last_accessed_at < at)
            && let Some(record) = self.roll.get_mut(id)
        {
            self.staged.records.entry(id).or_insert_with(|| Some(record.clone()));
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
        self.heads.settle();
        self.answers.settle();
    }

    /// The commit failed: everything goes back to how it was.
    pub(super) fn revert(&mut self) {
        let Staged { records, vectors, horizon, folded, heads, reflection, carried: _ } =
            std::mem::take(&mut self.staged);
        if let Some(folded) = folded {
            self.folded = folded;
        }
        if let Some(heads) = heads {
            self.heads = heads;
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
        self.roll.let_go();
    }

    pub(super) fn slot(&mut self, id: RecordId) -> u32 {
        self.roll.slot_or_new(id)
    }

    fn replace(&mut self, id: RecordId, after: Option<Record>) -> Option<Record> {
        self.generation += 1;
        self.removals += u64::from(after.is_none());
        let before = self.roll.take(id);
        let after = after.map(Box::new);
        self.reindex(id, before.as_ref(), after.as_deref());
        if let Some(mut after) = after {
            after.compact();
            self.roll.put(after);
        }
        before
    }

    /// Follows a record's change into what other records are found by, and what waits.
    pub(super) fn tie(&mut self, id: RecordId, before: Option<&Record>, after: Option<&Record>) {
        if let Some(before) = before {
            self.chains.remove(before);
            self.topics.remove(before);
        }
        if let Some(after) = after {
            self.chains.insert(after);
            self.topics.insert(after);
        }
        if after.is_some_and(|after| after.is_known() && (after.pending || after.reembed)) {
            self.waiting.insert(id);
        } else {
            self.waiting.remove(&id);
        }
        if after.is_some_and(is_outlived) {
            self.outlived.insert(id);
        } else {
            self.outlived.remove(&id);
        }
    }

    /// Follows a record's change into everything that records are found by.
    fn reindex(&mut self, id: RecordId, before: Option<&Record>, after: Option<&Record>) {
        self.tie(id, before, after);
        if !before.zip(after).is_some_and(|(before, after)| is_indexed_alike(before, after)) {
            if let Some(before) = before {
                self.unindex(before);
            }
            if let Some(after) = after {
                self.index(after);
            }
        }
        if after.is_none()
            && let Some(slot) = self.roll.free(id)
        {
            self.index.remove_vector(slot);
        }
    }

    fn index(&mut self, record: &Record) {
        let slot = self.slot(record.id);
        self.index.move_vector(slot, is_hot(record));
        let Found { terms, wordings, letters } = Found::of(record);
        self.keep_wordings(slot, &wordings, letters);
        if !terms.is_empty() {
            self.index.set_words(slot, is_hot(record), &terms);
        }
    }

    /// Notes by the [hashes](Found::wordings) of which wordings a known record is found, and the letters of its text.
    pub(super) fn keep_wordings(&mut self, slot: u32, hashes: &[u8], letters: Option<Letters>) {
        for hash in hashes.as_chunks::<4>().0 {
            self.wordings.insert(u32::from_le_bytes(*hash), slot);
        }
        if let Some(letters) = letters {
            self.letters.set(slot, letters);
        }
    }

    fn unindex(&mut self, record: &Record) {
        let Some(slot) = self.roll.slot(record.id) else { return };
        self.index.remove_words(slot);
        if self.letters.take(slot).is_none() {
            return;
        }
        for wording in record.wordings() {
            self.wordings.remove(&careful_key(wording), slot);
        }
    }
}
