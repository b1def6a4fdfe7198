//! Held to std's tree on random steps.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{SortedMap, SortedSet, sort_by};

#[derive(Clone, Debug)]
enum Step {
    Insert(u8, u16),
    Remove(u8),
    Entry(u8, u16),
    Extend(Vec<(u8, u16)>),
    Retain(u16),
    PopFirst,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let one = prop_oneof![
        (any::<u8>(), any::<u16>()).prop_map(|(key, value)| Step::Insert(key, value)),
        any::<u8>().prop_map(Step::Remove),
        (any::<u8>(), any::<u16>()).prop_map(|(key, value)| Step::Entry(key, value)),
        prop::collection::vec((any::<u8>(), any::<u16>()), 0..20).prop_map(Step::Extend),
        any::<u16>().prop_map(Step::Retain),
        Just(Step::PopFirst),
    ];
    prop::collection::vec(one, 0..40)
}

proptest! {
    #[test]
    fn a_map_does_what_stds_does(steps in steps(), from: u8, to: u8) {
        let (mut map, mut std) = (SortedMap::new(), BTreeMap::new());
        for step in steps {
            match step {
                Step::Insert(key, value) => prop_assert_eq!(map.insert(key, value), std.insert(key, value)),
                Step::Remove(key) => prop_assert_eq!(map.remove(&key), std.remove(&key)),
                Step::Entry(key, value) => {
                    *map.entry(key).or_insert(value) ^= 1;
                    *std.entry(key).or_insert(value) ^= 1;
                }
                Step::Extend(pairs) => {
                    map.extend(pairs.clone());
                    std.extend(pairs);
                }
                Step::Retain(bound) => {
                    map.retain(|_, value| *value < bound);
                    std.retain(|_, value| *value < bound);
                }
                Step::PopFirst => prop_assert_eq!(map.pop_first(), std.pop_first()),
            }
            prop_assert!(map.iter().eq(std.iter()));
        }
        prop_assert_eq!(map.get(&from), std.get(&from));
        prop_assert_eq!(map.contains_key(&to), std.contains_key(&to));
        let (from, to) = (from.min(to), from.max(to));
        prop_assert!(map.range(from..to).eq(std.range(from..to)));
        prop_assert!(map.range(from..=to).eq(std.range(from..=to)));
        prop_assert!(map.range(from..).rev().eq(std.range(from..).rev()));
        prop_assert_eq!(map.last_key_value(), std.last_key_value());
        let bytes = minicbor::to_vec(&map).unwrap();
        prop_assert_eq!(&bytes, &minicbor::to_vec(&std).unwrap());
        prop_assert_eq!(minicbor::decode::<SortedMap<u8, u16>>(&bytes).unwrap(), map);
    }

    #[test]
    fn a_set_does_what_stds_does(one: Vec<u8>, other: Vec<u8>, item: u8, bound: u8) {
        let (mut set, mut std): (SortedSet<u8>, BTreeSet<u8>) = (one.iter().copied().collect(), one.into_iter().collect());
        prop_assert_eq!(set.insert(item), std.insert(item));
        prop_assert!(set.iter().eq(std.iter()));
        set.extend(other.iter().copied());
        std.extend(other);
        prop_assert!(set.iter().eq(std.iter()));
        prop_assert_eq!(set.contains(&bound), std.contains(&bound));
        prop_assert_eq!(set.remove(&item), std.remove(&item));
        set.retain(|item| *item < bound);
        std.retain(|item| *item < bound);
        prop_assert_eq!(set.pop_first(), std.pop_first());
        prop_assert!(set.iter().eq(std.iter()));
        prop_assert_eq!(minicbor::to_vec(&set).unwrap(), minicbor::to_vec(&std).unwrap());
    }

    #[test]
    fn sorting_keeps_equals_in_their_order(items: Vec<(u8, u16)>) {
        let mut sorted = items.clone();
        sort_by(&mut sorted, |one, other| one.0.cmp(&other.0));
        let mut std = items;
        std.sort_by_key(|item| item.0);
        prop_assert_eq!(sorted, std);
    }
}
