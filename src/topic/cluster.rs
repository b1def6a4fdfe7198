//! Clusters: records that are near by vector and by words, where `policy.merge.cluster` asks for them.

use crate::sorted::{SortedMap, SortedSet};

use crate::record::RecordId;

/// Two records that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linked {
    /// The one.
    pub one: RecordId,
    /// The other.
    pub other: RecordId,
    /// Cosine similarity, −1 to 1.
    pub cosine: f64,
    /// The share of words that the two have in common, in the better direction, 0 to 1.
    pub words: f64,
}

/// Share of words, 0 to 1, from which two records may be of one cluster: vectors alone find what is written alike, not what belongs together.
///
/// Source: a judgement; two sentences about one thing name it, and of a short sentence that is a third.
const SHARED_WORDS: f64 = 0.34;

/// The clusters of records, each in order of creation: what hangs together by links of at least `cosine` (−1 to 1) and a third of the words. The order
/// in which the links come does not matter.
#[must_use]
pub fn clusters(links: &[Linked], cosine: f64) -> Vec<SortedSet<RecordId>> {
    let mut beside: SortedMap<RecordId, SortedSet<RecordId>> = SortedMap::new();
    let near = links.iter().filter(|link| cosine <= link.cosine && SHARED_WORDS <= link.words);
    for link in near {
        beside.entry(link.one).or_default().insert(link.other);
        beside.entry(link.other).or_default().insert(link.one);
    }
    let mut clusters = Vec::new();
    while let Some((first, _)) = beside.first_key_value() {
        let mut found = SortedSet::new();
        let mut next = vec![*first];
        while let Some(id) = next.pop() {
            if found.insert(id) {
                next.extend(beside.remove(&id).unwrap_or_default());
            }
        }
        clusters.push(found);
    }
    clusters
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(number: u64) -> RecordId {
        RecordId::v7(1, 0, number)
    }

    #[test]
    fn what_is_near_by_vector_and_by_words_hangs_together() {
        let link = |one, other, cosine, words| Linked { one: id(one), other: id(other), cosine, words };
        let links = [link(1, 2, 0.9, 0.5), link(3, 2, 0.8, 0.5), link(3, 4, 0.9, 0.1), link(5, 4, 0.2, 0.9)];
        assert_eq!(clusters(&links, 0.75), [[1, 2, 3].map(id).into()]);
        assert_eq!(clusters(&links, 0.85), [[1, 2].map(id).into()]);
        assert_eq!(clusters(&links, f64::NAN), Vec::<SortedSet<RecordId>>::new());
    }

    proptest! {
        #[test]
        fn any_order_of_arrival_gives_the_same_clusters(
            pairs in prop::collection::vec((0_u64..9, 0_u64..9, 0.0..1.0), 0..20),
            turn in 0_usize..20,
        ) {
            let links: Vec<Linked> = pairs
                .iter()
                .map(|(one, other, cosine)| Linked { one: id(*one), other: id(*other), cosine: *cosine, words: 1.0 })
                .collect();
            let mut turned: Vec<Linked> =
                links.iter().map(|link| Linked { one: link.other, other: link.one, ..*link }).collect();
            turned.rotate_left(turn % links.len().max(1));
            turned.reverse();
            prop_assert_eq!(clusters(&links, 0.5), clusters(&turned, 0.5));
        }
    }
}
