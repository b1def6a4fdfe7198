//! Which records are looked at.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::record::RecordId;
use crate::sorted::sort_by;

/// At most `n` of the records, each as likely as any other, in order of creation. One seed draws the same of the same records, and
/// of a store that grew mostly the same.
///
/// A record's place in the draw is the hash of its name under the seed, so no generator is needed, and the order of `ids` does not count.
#[must_use]
pub fn draw(ids: impl IntoIterator<Item = RecordId>, n: usize, seed: i64) -> Vec<RecordId> {
    let place = |id: RecordId| {
        let mut hasher = SipHasher13::new_with_keys(seed.cast_unsigned(), 0);
        hasher.write(id.to_key().as_bytes());
        (hasher.finish(), id)
    };
    let mut places: Vec<(u64, RecordId)> = ids.into_iter().map(place).collect();
    sort_by(&mut places, Ord::cmp);
    let mut drawn: Vec<RecordId> = places.into_iter().take(n).map(|(_, id)| id).collect();
    sort_by(&mut drawn, Ord::cmp);
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(n: u64) -> Vec<RecordId> {
        (0..n).map(|number| RecordId::v7(1_750_000_000_000, 0, number)).collect()
    }

    #[test]
    fn one_seed_draws_the_same_whatever_the_order() {
        let mut all = ids(1_000);
        let drawn = draw(all.clone(), 100, 7);
        all.reverse();
        assert_eq!(draw(all.clone(), 100, 7), drawn);
        assert_ne!(draw(all.clone(), 100, -7), drawn);
        assert!(drawn.len() == 100 && drawn.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn of_too_few_all_are_drawn_and_of_none_none() {
        assert_eq!(draw(ids(3), 100, 1), ids(3));
        assert_eq!(draw(ids(3), 0, 1), []);
        assert_eq!(draw([], 100, 1), []);
    }

    #[test]
    fn no_record_is_drawn_more_often_than_others() {
        let mut counts = [0_u32; 50];
        let all = ids(50);
        for seed in 0..2_000 {
            for id in draw(all.clone(), 10, seed) {
                counts[all.iter().position(|one| *one == id).unwrap()] += 1;
            }
        }
        // 400 are expected of each, with a standard deviation of 18; five of those are never seen by chance.
        assert!(counts.iter().all(|count| (310..490).contains(count)), "{counts:?}");
    }
}
