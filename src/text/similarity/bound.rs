//! How alike the letters of texts may be at most, told without reading them.

mod stored;

use std::num::NonZeroU32;

#[cfg(doc)]
use super::ratio;
use super::share;

/// Buckets of a [`Letters`].
const N_BUCKETS: usize = 64;

/// The largest count that stands in half a byte.
const MOST_IN_HALF: u8 = 15;

/// What is kept of a text so that a ratio can be bounded without reading it: its length and its letters, hashed. 44 bytes for most texts, also where
/// there may be none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Letters {
    /// One more than the text has letters, so that a list of these that may be missing needs no room to say so.
    n_letters_and_one: NonZeroU32,
    /// How many letters each bucket has, up to [`MOST_IN_HALF`], two buckets to a byte.
    halves: [u8; N_BUCKETS / 2],
    /// Buckets that have more, each with how many; ascending.
    larger: Box<[(u8, u8)]>,
}

impl Letters {
    /// The letters of `text`, best a folded one.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut n_letters_and_one = NonZeroU32::MIN;
        let mut counts = [0_u8; N_BUCKETS];
        for letter in text.chars() {
            n_letters_and_one = n_letters_and_one.saturating_add(1);
            let bucket = &mut counts[(u32::from(letter).wrapping_mul(0x9e37_79b1) >> 26) as usize];
            *bucket = bucket.saturating_add(1);
        }
        let mut halves = [0; N_BUCKETS / 2];
        for (half, [low, high]) in halves.iter_mut().zip(counts.as_chunks::<2>().0) {
            *half = (*low).min(MOST_IN_HALF) | (*high).min(MOST_IN_HALF) << 4;
        }
        let larger = (0..).zip(counts).filter(|(_, count)| MOST_IN_HALF < *count).collect();
        Self { n_letters_and_one, halves, larger }
    }

    /// How many letters the text has.
    #[must_use]
    pub fn n_letters(&self) -> u32 {
        self.n_letters_and_one.get() - 1
    }

    /// How many letters another text has at least and at most, where [`ratio`] of the two may be `floor`, by how many letters both have; perhaps a few less
    /// and more.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "beyond its range it is the range's end"
    )]
    pub fn lengths(&self, floor: f64) -> (u32, u32) {
        if floor <= 0.0 {
            return (0, u32::MAX);
        }
        // Twice the shorter over both is the floor: of the shorter other text, and of the longer one.
        let own = f64::from(self.n_letters());
        let (least, most) = (own * floor / (2.0 - floor), own * (2.0 - floor) / floor);
        ((least as u32).saturating_sub(1), (most as u32).saturating_add(2))
    }

    /// What [`ratio`] of the two texts is at most, 0 to 1, if that is at least `floor`.
    #[must_use]
    pub fn bound_at_least(&self, other: &Self, floor: f64) -> Option<f64> {
        let of = |common: u32| {
            let bound = share(u64::from(common), u64::from(self.n_letters()) + u64::from(other.n_letters()));
            (floor <= bound).then_some(bound)
        };
        of(self.n_letters().min(other.n_letters()))?;
        if self.is_full() || other.is_full() {
            // A full bucket may have lost letters, so it says nothing: then it is the shorter text's letters, but for one at least of each bucket
            // that the other lacks.
            return of(self.but_for(other).min(other.but_for(self)));
        }
        let mut common = n_common(&self.halves, &other.halves);
        for (bucket, count) in &self.larger {
            if let Some((_, others)) = other.larger.iter().find(|(other, _)| other == bucket) {
                common += u32::from(*count.min(others) - MOST_IN_HALF);
            }
        }
        of(common)
    }

    /// How many letters it has at most of the buckets that another has letters of too.
    fn but_for(&self, other: &Self) -> u32 {
        let buckets = |letters: &Self| letters.halves.map(|half| [half & 15, half >> 4]);
        let both = buckets(self).into_iter().flatten().zip(buckets(other).into_iter().flatten());
        let alone = both.filter(|(mine, theirs)| *mine != 0 && *theirs == 0).count();
        self.n_letters().saturating_sub(u32::try_from(alone).unwrap_or(u32::MAX))
    }

    /// Whether a bucket has as many as can be counted.
    fn is_full(&self) -> bool {
        self.larger.iter().any(|(_, count)| *count == u8::MAX)
    }
}

/// The smaller counts of the buckets, added up: eight bytes at a time, since most records are looked at for each write.
fn n_common(one: &[u8; N_BUCKETS / 2], other: &[u8; N_BUCKETS / 2]) -> u32 {
    // Of each byte the lowest bit, the highest one, and the lower half; and each second byte whole.
    const LOWEST: u64 = u64::MAX / 255;
    const TOP: u64 = LOWEST << 7;
    const HALF: u64 = LOWEST * 15;
    const SECOND: u64 = u64::MAX / 65_535 * 255;
    let mut sums = 0_u64;
    for (mine, theirs) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
        let (mine, theirs) = (u64::from_le_bytes(*mine), u64::from_le_bytes(*theirs));
        for (mine, theirs) in [(mine & HALF, theirs & HALF), (mine >> 4 & HALF, theirs >> 4 & HALF)] {
            // The top bit of a byte stays where mine is not the smaller one: no byte borrows from the next.
            let is_larger = (((mine | TOP) - theirs) & TOP) >> 7;
            let of_theirs = is_larger * 255;
            // Eight counts of at most 15 fit a byte.
            sums += theirs & of_theirs | mine & !of_theirs;
        }
    }
    let pairs = (sums & SECOND) + (sums >> 8 & SECOND);
    u32::from((pairs.wrapping_mul(u64::MAX / 65_535) >> 48) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::similarity::ratio;
    use proptest::prelude::*;

    #[test]
    fn lengths_are_those_that_may_reach_the_floor() {
        let ten = Letters::of("abcdefghij");
        // 9 of 10 letters are 18 of 19, 10 of 12 are 20 of 22; one more letter is on the safe side at either end.
        assert_eq!(ten.lengths(0.9), (7, 14));
        assert_eq!(ten.lengths(0.0), (0, u32::MAX));
        assert_eq!(ten.lengths(1.0), (9, 12));
        assert_eq!(Letters::of("").lengths(0.9), (0, 2));
    }

    proptest! {
        #[test]
        fn counts_are_compared_as_one_by_one(one: [u8; N_BUCKETS / 2], other: [u8; N_BUCKETS / 2]) {
            let halves = |bytes: [u8; N_BUCKETS / 2]| bytes.into_iter().flat_map(|byte| [byte & 15, byte >> 4]);
            let expected: u32 = halves(one).zip(halves(other)).map(|(mine, theirs)| u32::from(mine.min(theirs))).sum();
            prop_assert_eq!(n_common(&one, &other), expected);
        }

        #[test]
        fn no_text_of_another_length_reaches_the_floor(a in "[ab用户]{0,30}", b in "[ab用户]{0,30}", floor in 0.0..1.0) {
            let (mine, theirs) = (Letters::of(&a), Letters::of(&b));
            let within = |(least, most): (u32, u32)| (least..=most).contains(&theirs.n_letters());
            prop_assert!(within(mine.lengths(floor)) || mine.bound_at_least(&theirs, floor).is_none());
            prop_assert!(within(mine.lengths(ratio(&a, &b))));
        }
    }
}
