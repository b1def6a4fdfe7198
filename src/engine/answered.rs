//! Idempotency keys that were answered: a second write with the same key gets the first one's decision.

use crate::sorted::SortedMap;

use minicbor::Encode;
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::Hasher;

use crate::record::stored::decoded;
use crate::record::{Action, JournalId, RecordId, Strategy};

/// How many answered keys a scope remembers; the oldest go first. A caller retries within minutes, not after thousands of
/// writes.
pub(super) const MOST: usize = 4096;

/// What a write with an idempotency key did.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub(super) struct Answered {
    /// What it did.
    #[n(0)]
    pub(super) action: Action,
    /// To which record.
    #[n(1)]
    pub(super) id: RecordId,
    /// Which part of the library decided.
    #[n(2)]
    pub(super) strategy: Strategy,
    /// The journal entries that it made.
    #[n(3)]
    pub(super) journal_ids: Vec<JournalId>,
}

decoded!(Answered:
    0 action: required,
    1 id: required,
    2 strategy: required,
    3 journal_ids: required,
);

/// The answered keys of a scope, by [`name`].
#[derive(Default)]
pub(super) struct Answers {
    known: SortedMap<String, Answered>,
    staged: SortedMap<String, Option<Answered>>,
}

/// A key's name in the store: a 128-bit hash, so that no user data stands in a storage key.
pub(super) fn name(idempotency_key: &str) -> String {
    let mut hasher = SipHasher24::new();
    hasher.write(idempotency_key.as_bytes());
    format!("{:032x}", hasher.finish128().as_u128())
}

impl Answers {
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Answered> {
        self.known.get(name)
    }

    /// Takes over what the store says.
    pub(super) fn load(&mut self, name: String, answered: Option<Answered>) {
        match answered {
            Some(answered) => self.known.insert(name, answered),
            None => self.known.remove(&name),
        };
    }

    /// Stages an answer, and the removal of the oldest where there are too many.
    pub(super) fn stage(&mut self, name: String, answered: Answered) {
        self.put(name, Some(answered));
        if MOST < self.known.len() {
            let oldest = self.known.iter().min_by_key(|(_, answered)| answered.journal_ids.first().copied());
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                self.put(oldest, None);
            }
        }
    }

    /// Stages the removal of every answer that names a record.
    pub(super) fn erase(&mut self, id: RecordId) {
        let names: Vec<String> =
            self.known.iter().filter(|(_, answered)| answered.id == id).map(|(name, _)| name.clone()).collect();
        for name in names {
            self.put(name, None);
        }
    }

    /// What a commit has to write: each staged name with its answer, `None` where it goes.
    pub(super) fn changes(&self) -> impl Iterator<Item = (&str, Option<&Answered>)> {
        self.staged.keys().map(|name| (name.as_str(), self.known.get(name)))
    }

    pub(super) fn settle(&mut self) {
        self.staged.clear();
    }

    pub(super) fn revert(&mut self) {
        for (name, before) in std::mem::take(&mut self.staged) {
            self.load(name, before);
        }
    }

    fn put(&mut self, name: String, answered: Option<Answered>) {
        let before = match answered {
            Some(answered) => self.known.insert(name.clone(), answered),
            None => self.known.remove(&name),
        };
        self.staged.entry(name).or_insert(before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(revision: u64) -> Answered {
        Answered {
            action: Action::Added,
            id: RecordId::v7(1, 0, revision),
            strategy: Strategy::Gate,
            journal_ids: vec![JournalId::new(revision, 0)],
        }
    }

    #[test]
    fn a_failed_commit_takes_the_answers_back_and_a_full_list_drops_its_oldest() {
        let mut answers = Answers::default();
        for revision in 1..=MOST as u64 {
            answers.stage(name(&revision.to_string()), answer(revision));
        }
        answers.settle();
        answers.stage(name("新的"), answer(1_000_000));
        assert_eq!(answers.find(&name("1")), None, "the oldest went");
        assert_eq!(answers.changes().count(), 2);
        answers.revert();
        assert_eq!(answers.find(&name("1")), Some(&answer(1)));
        assert_eq!(answers.find(&name("新的")), None);
    }

    #[test]
    fn erasing_a_record_erases_its_answers() {
        let mut answers = Answers::default();
        answers.stage(name("a"), answer(1));
        answers.stage(name("b"), answer(2));
        answers.settle();
        answers.erase(answer(1).id);
        assert_eq!(answers.find(&name("a")), None);
        assert_eq!(answers.find(&name("b")), Some(&answer(2)));
    }
}
