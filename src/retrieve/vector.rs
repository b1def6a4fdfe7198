//! Exact search by vector.

use thiserror::Error;

use super::nearest::Nearest;
use super::simd::dot;
use crate::embedding::Embedding;

/// A vector is of another dimension than those that are there.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the vector has {found} numbers; those that are stored have {known}")]
pub struct OtherDimension {
    /// Numbers of the vector.
    pub found: usize,
    /// Numbers of those that are there.
    pub known: usize,
}

/// Vectors under slots: small numbers that the caller gives out and uses again. A table as long as the largest is kept.
///
/// All vectors have one dimension, that of the first; an empty index has none.
#[derive(Clone, Debug, Default)]
pub struct VectorIndex {
    dimension: usize,
    /// The vectors, one after the other.
    values: Vec<f32>,
    /// Whose vector stands in each row.
    slots: Vec<u32>,
    /// In which row a slot's vector stands.
    rows: Vec<Option<u32>>,
}

impl VectorIndex {
    /// An empty index.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a slot's vector, in place of the one that it had.
    ///
    /// # Errors
    /// [`OtherDimension`]; the slot keeps what it had.
    pub fn insert(&mut self, slot: u32, embedding: &Embedding) -> Result<(), OtherDimension> {
        let values = embedding.values();
        if self.slots.is_empty() {
            self.dimension = values.len();
        } else if self.dimension != values.len() {
            return Err(OtherDimension { found: values.len(), known: self.dimension });
        }
        if let Some(row) = self.row(slot) {
            self.values[row * self.dimension..][..self.dimension].copy_from_slice(values);
            return Ok(());
        }
        if self.rows.len() <= slot as usize {
            self.rows.resize(slot as usize + 1, None);
        }
        self.rows[slot as usize] = u32::try_from(self.slots.len()).ok();
        self.slots.push(slot);
        self.values.extend_from_slice(values);
        Ok(())
    }

    /// Forgets a slot's vector; whether it had one.
    pub fn remove(&mut self, slot: u32) -> bool {
        let Some(row) = self.row(slot) else { return false };
        self.rows[slot as usize] = None;
        // The last row takes the place of the one that goes.
        let last = self.slots.len() - 1;
        self.slots.swap_remove(row);
        if let Some(moved) = self.slots.get(row) {
            self.rows[*moved as usize] = u32::try_from(row).ok();
            self.values.copy_within(last * self.dimension.., row * self.dimension);
        }
        self.values.truncate(last * self.dimension);
        true
    }

    /// A slot's vector, of length 1.
    #[must_use]
    pub fn get(&self, slot: u32) -> Option<&[f32]> {
        self.row(slot).map(|row| &self.values[row * self.dimension..][..self.dimension])
    }

    /// How many vectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Numbers of each vector; `None` while there are none.
    #[must_use]
    pub fn dimension(&self) -> Option<usize> {
        (!self.is_empty()).then_some(self.dimension)
    }

    /// The `k` slots nearest to `query` among those that `accept` admits, each with its cosine (−1 to 1), nearest first; of equals
    /// the smaller slot first. None, where `query` is of another dimension: there is no cosine then.
    ///
    /// `accept` is asked only about slots that are near enough to be among the answer, at most once each.
    #[must_use]
    pub fn top_k(&self, query: &Embedding, k: usize, mut accept: impl FnMut(u32) -> bool) -> Vec<(u32, f32)> {
        if k == 0 || query.dimension() != self.dimension {
            return Vec::new();
        }
        let mut nearest = Nearest::new(k);
        for (slot, values) in self.slots.iter().zip(self.values.chunks_exact(self.dimension)) {
            nearest.offer(*slot, (dot(query.values(), values), 0.0), &mut accept);
        }
        nearest.into_sorted()
    }

    fn row(&self, slot: u32) -> Option<usize> {
        self.rows.get(slot as usize).copied().flatten().map(|row| row as usize)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use crate::sorted::SortedMap;

    use super::*;
    use proptest::prelude::*;

    fn vector(values: &[f32]) -> Embedding {
        Embedding::new(values.to_vec()).unwrap()
    }

    #[test]
    fn a_vector_of_another_dimension_is_refused_and_changes_nothing() {
        let mut index = VectorIndex::new();
        assert_eq!(index.dimension(), None);
        index.insert(3, &vector(&[1.0, 0.0])).unwrap();
        assert_eq!(index.insert(3, &vector(&[1.0])), Err(OtherDimension { found: 1, known: 2 }));
        assert_eq!((index.get(3), index.dimension(), index.len()), (Some(&[1.0, 0.0][..]), Some(2), 1));
        assert_eq!(index.top_k(&vector(&[1.0]), 5, |_| true), []);
        assert!(index.remove(3) && !index.remove(3) && !index.remove(9));
        index.insert(3, &vector(&[1.0])).unwrap();
        assert_eq!(index.dimension(), Some(1), "an empty index takes any dimension");
    }

    #[test]
    fn equals_are_ordered_by_slot() {
        let mut index = VectorIndex::new();
        for slot in [5, 2, 9, 4] {
            index.insert(slot, &vector(&[0.0, 1.0])).unwrap();
        }
        let slots = |k| index.top_k(&vector(&[0.0, 1.0]), k, |slot| slot != 4).into_iter().map(|(slot, _)| slot);
        assert_eq!(slots(2).collect::<Vec<_>>(), [2, 5]);
        assert_eq!(slots(9).collect::<Vec<_>>(), [2, 5, 9]);
        assert_eq!(slots(0).count(), 0);
    }

    proptest! {
        #[test]
        fn it_finds_what_looking_at_each_finds(
            // Few numbers of few values, so that equals are common.
            steps in prop::collection::vec((0_u32..12, prop::option::of(prop::array::uniform3(-2_i8..3))), 0..60),
            query in prop::array::uniform3(1_i8..4),
            k in 0_usize..8,
            refused in 0_u32..12,
        ) {
            let numbers = |values: [i8; 3]| Embedding::new(values.map(f32::from).to_vec());
            let mut index = VectorIndex::new();
            let mut all: SortedMap<u32, Embedding> = SortedMap::new();
            for (slot, values) in steps {
                if let Some(Ok(embedding)) = values.map(numbers) {
                    index.insert(slot, &embedding).unwrap();
                    all.insert(slot, embedding);
                } else {
                    prop_assert_eq!(index.remove(slot), all.remove(&slot).is_some());
                }
            }
            let query = numbers(query).unwrap();
            let mut naive: Vec<(u32, f32)> = all
                .iter()
                .filter(|(slot, _)| **slot != refused)
                .map(|(slot, embedding)| (*slot, dot(query.values(), embedding.values()) + 0.0))
                .collect();
            naive.sort_by(|left, right| right.1.total_cmp(&left.1));
            naive.truncate(k);
            prop_assert_eq!(index.top_k(&query, k, |slot| slot != refused), naive);
            prop_assert_eq!(index.len(), all.len());
            for slot in 0..12 {
                prop_assert_eq!(index.get(slot), all.get(&slot).map(Embedding::values));
            }
        }
    }
}
