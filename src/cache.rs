//! A bounded map that forgets what was used longest ago.

use crate::sorted::SortedMap;
use std::borrow::Borrow;

/// A map of at most so many entries. One more makes it forget the entry that was used longest ago.
///
/// Two ordered maps and a counter. A crate would save the logarithm and bring pointers of its own and a hasher to choose; what
/// is kept here costs a callback to get, so the look-up is not what counts.
#[derive(Clone, Debug)]
pub struct Bounded<K, V> {
    capacity: usize,
    entries: SortedMap<K, (u64, V)>,
    /// Keys by when they were last used.
    uses: SortedMap<u64, K>,
    /// How often anything was used.
    clock: u64,
}

impl<K: Clone + Ord, V> Bounded<K, V> {
    /// An empty map of at most `capacity` entries; with 0 it keeps nothing.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { capacity, entries: SortedMap::new(), uses: SortedMap::new(), clock: 0 }
    }

    /// The value under `key`, which counts as a use.
    pub fn get<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (used, value) = self.entries.get_mut(key)?;
        let key = self.uses.remove(used)?;
        self.clock += 1;
        *used = self.clock;
        self.uses.insert(self.clock, key);
        Some(value)
    }

    /// Keeps `value` under `key`, which counts as a use. Gives what is thereby no longer kept: the older value of the key,
    /// or the entry that was used longest ago.
    pub fn insert(&mut self, key: K, value: V) -> Option<(K, V)> {
        if self.capacity == 0 {
            return Some((key, value));
        }
        let gone = if let Some(older) = self.remove(&key) {
            Some((key.clone(), older))
        } else if self.entries.len() == self.capacity {
            self.forget_oldest()
        } else {
            None
        };
        self.clock += 1;
        self.uses.insert(self.clock, key.clone());
        self.entries.insert(key, (self.clock, value));
        gone
    }

    /// Takes the value out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (used, value) = self.entries.remove(key)?;
        self.uses.remove(&used);
        Some(value)
    }

    /// Keeps only the entries that `keep` admits. It is asked in order of the keys, and asking is no use.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        let uses = &mut self.uses;
        self.entries.retain(|key, (used, value)| {
            let kept = keep(key, value);
            if !kept {
                uses.remove(used);
            }
            kept
        });
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.uses.clear();
    }

    /// How many entries it keeps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it keeps nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn forget_oldest(&mut self) -> Option<(K, V)> {
        let (_, key) = self.uses.pop_first()?;
        let (_, value) = self.entries.remove(&key)?;
        Some((key, value))
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let mut cache = Bounded::new(2);
        assert_eq!(cache.insert("茶".to_owned(), 1), None);
        assert_eq!(cache.insert("tea".to_owned(), 2), None);
        assert_eq!(cache.get("茶"), Some(&1));
        assert_eq!(cache.insert("coffee".to_owned(), 3), Some(("tea".to_owned(), 2)));
        assert_eq!(cache.insert("茶".to_owned(), 4), Some(("茶".to_owned(), 1)), "an older value makes room");
        assert_eq!((cache.get("tea").copied(), cache.len()), (None, 2));
        cache.retain(|_, value| *value == 4);
        assert_eq!((cache.get("茶").copied(), cache.remove("茶"), cache.is_empty()), (Some(4), Some(4), true));
    }

    #[test]
    fn a_map_without_room_keeps_nothing() {
        let mut cache = Bounded::new(0);
        assert_eq!(cache.insert(1, 1), Some((1, 1)));
        assert!(cache.is_empty());
    }

    proptest! {
        /// Against a list in order of use.
        #[test]
        fn it_does_what_a_list_would(capacity in 0_usize..5, steps in prop::collection::vec((0..3, 0_u8..8), 0..60)) {
            let mut cache = Bounded::new(capacity);
            let mut list: Vec<(u8, usize)> = Vec::new();
            for (value, (step, key)) in steps.into_iter().enumerate() {
                let place = list.iter().position(|(known, _)| *known == key);
                let known = place.map(|place| list.remove(place));
                match step {
                    0 => {
                        prop_assert_eq!(cache.get(&key).copied(), known.map(|(_, value)| value));
                        list.extend(known);
                    }
                    1 => prop_assert_eq!(cache.remove(&key), known.map(|(_, value)| value)),
                    _ => {
                        list.push((key, value));
                        let gone = known.or_else(|| (capacity < list.len()).then(|| list.remove(0)));
                        prop_assert_eq!(cache.insert(key, value), gone);
                    }
                }
                let mut kept: Vec<_> = list.clone();
                kept.sort_unstable();
                prop_assert_eq!(cache.entries.iter().map(|(key, (_, value))| (*key, *value)).collect::<Vec<_>>(), kept);
                prop_assert_eq!(cache.uses.len(), cache.len());
            }
        }
    }
}
