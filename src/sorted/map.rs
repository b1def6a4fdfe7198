//! A map as a list of pairs, ascending by key.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ops::{Bound, Index, RangeBounds};

use super::order::sort_by;

/// A map whose pairs stand in a list, ascending by key.
#[derive(Clone, Eq, Ord, PartialEq, PartialOrd)]
pub struct SortedMap<K, V> {
    pairs: Vec<(K, V)>,
}

/// A key's place in a map: where it stands, or where it would.
pub struct Entry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    key: Option<K>,
    at: usize,
}

impl<K, V> SortedMap<K, V> {
    /// A map without pairs.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// How many pairs it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Takes every pair away.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// The pairs, ascending by key.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(key, value)| (key, value))
    }

    /// The keys, ascending.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(key, _)| key)
    }

    /// The values, ascending by their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.pairs.iter_mut().map(|(_, value)| value)
    }

    /// The keys, ascending, and no map any more.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> {
        self.pairs.into_iter().map(|(key, _)| key)
    }

    /// The values, ascending by their keys, and no map any more.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.pairs.into_iter().map(|(_, value)| value)
    }

    /// The pair of the greatest key.
    #[must_use]
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.pairs.last().map(|(key, value)| (key, value))
    }

    /// Takes the pair of the least key out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.pairs.is_empty()).then(|| self.pairs.remove(0))
    }

    /// Keeps the pairs that `keep` holds of.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.pairs.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        // What grows at its end is found there at once.
        match self.pairs.last() {
            Some((last, _)) if last.borrow() < key => Err(self.pairs.len()),
            Some(_) => self.pairs.binary_search_by(|(held, _)| held.borrow().cmp(key)),
            None => Err(0),
        }
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.pairs[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &mut self.pairs[at].1)
    }

    /// Whether it has a value for the key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key; the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.pairs[at].1, value)),
            Err(at) => {
                self.pairs.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key and its value out; the value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.pairs.remove(at).1)
    }

    /// A key's place, to be filled where it is empty.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        match self.find(&key) {
            Ok(at) => Entry { map: self, key: None, at },
            Err(at) => Entry { map: self, key: Some(key), at },
        }
    }

    /// The pairs whose keys lie in a span, ascending; none where the span is turned round.
    pub fn range<Q: Ord + ?Sized, R: RangeBounds<Q>>(
        &self,
        span: R,
    ) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone
    where
        K: Borrow<Q>,
    {
        let from = match span.start_bound() {
            Bound::Included(key) => self.find(key).unwrap_or_else(|at| at),
            Bound::Excluded(key) => self.find(key).map_or_else(|at| at, |at| at + 1),
            Bound::Unbounded => 0,
        };
        let to = match span.end_bound() {
            Bound::Included(key) => self.find(key).map_or_else(|at| at, |at| at + 1),
            Bound::Excluded(key) => self.find(key).unwrap_or_else(|at| at),
            Bound::Unbounded => self.pairs.len(),
        };
        self.pairs[from.min(to)..to].iter().map(|(key, value)| (key, value))
    }
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The key's value; where it has none yet, the one that `make` makes.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        if let Some(key) = self.key {
            self.map.pairs.insert(self.at, (key, make()));
        }
        &mut self.map.pairs[self.at].1
    }

    /// The key's value; where it has none yet, this one.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The key's value; where it has none yet, the default.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: std::fmt::Debug, V: std::fmt::Debug> std::fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    /// Of several values for one key the last holds.
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        self.pairs.extend(pairs);
        sort_by(&mut self.pairs, |one, other| one.0.cmp(&other.0));
        self.pairs.dedup_by(|later, earlier| {
            let same = later.0.cmp(&earlier.0) == Ordering::Equal;
            if same {
                std::mem::swap(&mut later.1, &mut earlier.1);
            }
            same
        });
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.pairs.into_iter()
    }
}

/// Gives what the pairs of a map are to a loop over it.
type Apart<'a, K, V> = fn(&'a (K, V)) -> (&'a K, &'a V);

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, Apart<'a, K, V>>;

    fn into_iter(self) -> Self::IntoIter {
        let apart: Apart<'a, K, V> = |(key, value)| (key, value);
        self.pairs.iter().map(apart)
    }
}

impl<K: Borrow<Q> + Ord, Q: Ord + ?Sized, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        &self.pairs[self.find(key).unwrap_or(usize::MAX)].1
    }
}
