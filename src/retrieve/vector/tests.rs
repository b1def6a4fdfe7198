//! The index against looking at each vector.

use crate::sorted::{SortedMap, SortedSet};

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
    assert_eq!(index.top_k(&vector(&[1.0]), 5, |_| true), Found::default());
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
    let slots = |k| index.top_k(&vector(&[0.0, 1.0]), k, |slot| slot != 4).best.into_iter().map(|(slot, _)| slot);
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
        let mut asked = Vec::new();
        let found = index.top_k(&query, k, |slot| {
            asked.push(slot);
            slot != refused
        });
        prop_assert_eq!(found, Found { best: naive, missing: Vec::new() });
        let n_asked = asked.len();
        prop_assert_eq!(asked.into_iter().collect::<SortedSet<u32>>().len(), n_asked, "each is asked about once");
        prop_assert_eq!(index.len(), all.len());
        for slot in 0..12 {
            prop_assert_eq!(index.get(slot), all.get(&slot).map(Embedding::values));
        }
    }

    #[test]
    fn what_is_not_in_memory_is_named_and_then_found(
        seed in any::<u64>(),
        n_slots in 1_u32..700,
        dimension in 1_usize..70,
        k in 1_usize..20,
        near in prop::bool::ANY,
    ) {
        // A congruence by Knuth: numbers without a pattern that a search would see.
        let mut state = seed;
        let mut numbers = |spread: f32| -> Vec<f32> {
            let next = |_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                spread * ((state >> 40) as f32 / (1 << 24) as f32 - 0.5)
            };
            (0..dimension).map(next).collect()
        };
        let centre = numbers(1.0);
        // Vectors that lie close together are told apart by their last bits alone.
        let mut make = || {
            let own = numbers(if near { 1e-3 } else { 1.0 });
            Embedding::new(centre.iter().zip(own).map(|(centre, own)| if near { centre + own } else { own }).collect())
        };
        let mut whole = VectorIndex::new();
        let mut lean = VectorIndex::new();
        let mut all = Vec::new();
        for slot in 0..n_slots {
            let Ok(embedding) = make() else { continue };
            whole.insert(slot, &embedding).unwrap();
            lean.insert_code(slot, &Code::of(embedding.values())).unwrap();
            all.push((slot, embedding));
        }
        let Ok(query) = make() else { return Ok(()) };
        let mut naive: Vec<(u32, f32)> =
            all.iter().map(|(slot, embedding)| (*slot, dot(query.values(), embedding.values()) + 0.0)).collect();
        naive.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        naive.truncate(k);
        let expected = Found { best: naive, missing: Vec::new() };
        prop_assert_eq!(&whole.top_k(&query, k, |_| true), &expected);
        let first = lean.top_k(&query, k, |_| true);
        for (slot, _) in &first.missing {
            let values = whole.get(*slot).unwrap().to_vec();
            lean.keep(*slot, &values);
        }
        prop_assert_eq!(lean.n_exact(), first.missing.len());
        prop_assert_eq!(lean.top_k(&query, k, |_| true), expected, "one look at what is missing is enough");
    }
}
