//! Which records may hold a wording: found by a hash of its careful key, so that the key itself is kept nowhere.

use std::hash::Hasher;

use rustc_hash::FxHashMap;
use siphasher::sip::SipHasher24;

/// Slots of records by a hash of the careful key of each of their wordings. Keys of one hash stand together, so what is found is still to be
/// held against the text.
#[derive(Default)]
pub(super) struct Wordings {
    // Both are read by key alone, so their order can't be seen. Nearly every wording has one record: it takes eight bytes.
    firsts: FxHashMap<u32, u32>,
    others: FxHashMap<u32, Vec<u32>>,
}

impl Wordings {
    /// The slots of records that may hold a wording of this key, in no order.
    pub(super) fn slots(&self, key: &str) -> impl Iterator<Item = u32> {
        self.of_hash(hash(key))
    }

    fn of_hash(&self, hash: u32) -> impl Iterator<Item = u32> {
        let others = self.others.get(&hash).into_iter().flatten();
        self.firsts.get(&hash).into_iter().chain(others).copied()
    }

    /// Notes that a record holds a wording, by the [`hash`] of its key.
    pub(super) fn insert(&mut self, hash: u32, slot: u32) {
        if self.of_hash(hash).any(|known| known == slot) {
            return;
        }
        if let Some(first) = self.firsts.insert(hash, slot) {
            self.others.entry(hash).or_default().push(first);
        }
    }

    /// Forgets a wording of a record, all of whose wordings are forgotten together.
    pub(super) fn remove(&mut self, key: &str, slot: u32) {
        let hash = hash(key);
        let mut next = None;
        if let Some(others) = self.others.get_mut(&hash) {
            others.retain(|known| *known != slot);
            next = others.last().copied();
        }
        if self.firsts.get(&hash) == Some(&slot) {
            if let Some(next) = next {
                self.firsts.insert(hash, next);
                self.others.entry(hash).or_default().pop();
            } else {
                self.firsts.remove(&hash);
            }
        }
        if self.others.get(&hash).is_some_and(Vec::is_empty) {
            self.others.remove(&hash);
        }
    }
}

/// A fixed hash, the same on every machine: it stands in pages of heads.
#[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
pub(super) fn hash(key: &str) -> u32 {
    let mut hasher = SipHasher24::new_with_key(&[0; 16]);
    hasher.write(key.as_bytes());
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorted::SortedSet;

    #[track_caller]
    fn check(wordings: &Wordings, key: &str, expected: &[u32]) {
        let found: SortedSet<u32> = wordings.slots(key).collect();
        assert_eq!(found.iter().copied().collect::<Vec<_>>(), expected, "{key}");
    }

    #[test]
    fn a_wording_knows_its_records_and_forgets_them_in_any_order() {
        let mut wordings = Wordings::default();
        for slot in [3, 1, 2, 1] {
            wordings.insert(hash("green tea"), slot);
        }
        wordings.insert(hash("绿茶"), 1);
        check(&wordings, "green tea", &[1, 2, 3]);
        wordings.remove("green tea", 3);
        check(&wordings, "green tea", &[1, 2]);
        wordings.remove("green tea", 9);
        wordings.remove("green tea", 2);
        wordings.remove("green tea", 1);
        check(&wordings, "green tea", &[]);
        check(&wordings, "绿茶", &[1]);
        assert!(wordings.others.is_empty());
    }
}
