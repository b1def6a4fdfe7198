//! Which records hold values of a key, and which ones they followed.

use crate::sorted::SortedSet;

use rustc_hash::FxHashMap;

use crate::annotate::{canonical_key, canonical_subject};
use crate::record::{Record, RecordId, Status, Version};
use crate::version::{self, subject_of};

use super::state::ScopeState;

/// Which records hold values of a key, and which ones they followed.
#[derive(Default)]
pub(super) struct Chains {
    // Both are read by key alone, so their order can't be seen.
    holding: FxHashMap<String, SortedSet<RecordId>>,
    followed: FxHashMap<RecordId, SortedSet<RecordId>>,
}

impl Chains {
    /// Known records with a key of a subject, whatever their kind, and those that went into another, in order of creation.
    fn holding(&self, subject: &str, key: &str) -> impl Iterator<Item = RecordId> {
        self.holding.get(&name(subject, key)).into_iter().flatten().copied()
    }

    /// Every record that stands before another in its history, near and far, in order of creation.
    pub(super) fn before(&self, id: RecordId) -> SortedSet<RecordId> {
        let mut found = SortedSet::new();
        let mut next = vec![id];
        while let Some(id) = next.pop() {
            for earlier in self.followed.get(&id).into_iter().flatten() {
                // Records never follow in a circle, but a damaged store might say so.
                if found.insert(*earlier) {
                    next.push(*earlier);
                }
            }
        }
        found
    }

    pub(super) fn insert(&mut self, record: &Record) {
        if let Some(key) = record.key.as_deref().filter(|_| is_held(record)) {
            self.holding.entry(name(subject_of(record), key)).or_default().insert(record.id);
        }
        if let Some(by) = follower(record) {
            self.followed.entry(by).or_default().insert(record.id);
        }
    }

    pub(super) fn remove(&mut self, record: &Record) {
        if let Some(key) = record.key.as_deref().filter(|_| is_held(record)) {
            take(&mut self.holding, &name(subject_of(record), key), record.id);
        }
        if let Some(by) = follower(record) {
            take(&mut self.followed, &by, record.id);
        }
    }
}

impl ScopeState {
    /// Records with a key of a subject, whatever their kind, in order of creation: known ones, and parts of merged ones.
    pub(super) fn holding(&self, subject: &str, key: &str) -> impl Iterator<Item = &Record> {
        self.chains.holding(subject, key).filter_map(|id| self.record(id)).filter(|record| self.holds_value(record))
    }

    /// What a record says and said, and what the records said whose place it took, oldest first: see [`version::history`].
    pub(super) fn history(&self, record: &Record) -> Vec<Version> {
        let earlier = self.chains.before(record.id).into_iter().filter_map(|id| self.stored(id));
        version::history(earlier.chain(std::iter::once(record)).flat_map(version::versions_of).collect())
    }

    /// The record that took a record's place, or the one that took that one's; itself where its place was not taken.
    pub(super) fn successor<'a>(&'a self, record: &'a Record) -> &'a Record {
        let mut last = record;
        let mut seen = vec![record.id];
        while let Some(next) =
            last.superseded_by.filter(|_| last.status == Status::Superseded).and_then(|id| self.stored(id))
            && !seen.contains(&next.id)
        {
            seen.push(next.id);
            last = next;
        }
        last
    }

    /// The record in a record's history that says a version.
    pub(super) fn sayer(&self, record: &Record, version: &Version) -> Option<&Record> {
        let mut earlier = self.chains.before(record.id).into_iter().filter_map(|id| self.stored(id));
        earlier.find(|earlier| earlier.text == version.text)
    }

    /// [`Self::history`] without what the record says now.
    pub(super) fn earlier(&self, record: &Record) -> Vec<Version> {
        let mut history = self.history(record);
        let now = record.value.as_ref().unwrap_or(&record.text);
        if history.last().is_some_and(|last| version::is_same_value(&last.value, now)) {
            history.pop();
        }
        history
    }
}

/// The record that took a record's place. What was forgotten or undone since is nobody's history.
fn follower(record: &Record) -> Option<RecordId> {
    record.superseded_by.filter(|_| record.status == Status::Superseded)
}

fn is_held(record: &Record) -> bool {
    matches!(record.status, Status::Active | Status::Merged)
}

/// Subject and key as one name; a folded subject has no line end.
fn name(subject: &str, key: &str) -> String {
    [canonical_subject(subject), canonical_key(key)].join("\n")
}

/// Takes a record out of the list under a name; a list that is then empty goes.
pub(super) fn take<K: std::hash::Hash + Eq>(lists: &mut FxHashMap<K, SortedSet<RecordId>>, name: &K, id: RecordId) {
    if let Some(ids) = lists.get_mut(name) {
        ids.remove(&id);
        if ids.is_empty() {
            lists.remove(name);
        }
    }
}
