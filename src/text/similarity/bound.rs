//! How alike the letters of texts may be at most, told without reading them.

use super::share;

/// Buckets that letters are counted in.
const N_BUCKETS: usize = 64;

/// Letters of one bucket that a count holds: it stands for so many or more.
const FULL: u8 = u8::MAX;

/// Room for rounding where a length is held against a floor before the exact reckoning.
const ROUNDING: f64 = 1e-9;

/// How often a text has letters of each bucket.
type Counts = [u8; N_BUCKETS];

/// What is kept of a text so that [`super::ratio`] can be bounded without reading it: its length and its letters, hashed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Letters {
    n_letters: u32,
    /// Which buckets have a letter, one bit each: mostly enough to tell two texts apart.
    filled: u64,
    counts: Counts,
}

impl Letters {
    /// The letters of `text`, best a folded one.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut letters = Self { n_letters: 0, filled: 0, counts: [0; N_BUCKETS] };
        for letter in text.chars() {
            // One is left for [`LetterTable`].
            letters.n_letters = letters.n_letters.saturating_add(1).min(u32::MAX - 1);
            let number = u32::from(letter).wrapping_mul(0x9e37_79b1) >> 26;
            letters.filled |= 1 << number;
            let bucket = &mut letters.counts[number as usize];
            *bucket = bucket.saturating_add(1);
        }
        letters
    }

    /// How many letters the text has.
    #[must_use]
    pub fn n_letters(&self) -> u32 {
        self.n_letters
    }
}

/// The [`Letters`] of many texts, under slots: 76 bytes for each up to the largest. Each part of them stands in a table of its own, since most texts are
/// told apart by the first or the second.
#[derive(Clone, Debug, Default)]
pub struct LetterTable {
    /// One more than the text has letters; 0 where the slot has none.
    sizes: Vec<u32>,
    filled: Vec<u64>,
    counts: Vec<Counts>,
}

impl LetterTable {
    /// Keeps a slot's letters, in place of those that it had.
    pub fn set(&mut self, slot: u32, letters: &Letters) {
        let place = slot as usize;
        let n_slots = self.sizes.len().max(place + 1);
        if self.sizes.capacity() < n_slots {
            // An eighth more, and not as much again.
            let more = n_slots + n_slots / 8 - self.sizes.len();
            self.sizes.reserve_exact(more);
            self.filled.reserve_exact(more);
            self.counts.reserve_exact(more);
        }
        self.sizes.resize(n_slots, 0);
        self.filled.resize(n_slots, 0);
        self.counts.resize(n_slots, [0; N_BUCKETS]);
        self.sizes[place] = letters.n_letters + 1;
        self.filled[place] = letters.filled;
        self.counts[place] = letters.counts;
    }

    /// Forgets a slot's letters; whether it had any.
    pub fn remove(&mut self, slot: u32) -> bool {
        self.sizes.get_mut(slot as usize).is_some_and(|size| std::mem::take(size) != 0)
    }

    /// Whether a slot has letters, be they none.
    #[must_use]
    pub fn has(&self, slot: u32) -> bool {
        self.sizes.get(slot as usize).is_some_and(|size| *size != 0)
    }

    /// What [`super::ratio`] of a text and each slot's is at most, 0 to 1, of those slots where that is at least `floor` and whose texts have at most
    /// `most_letters`; ascending by slot.
    #[must_use]
    pub fn bounds(&self, letters: &Letters, floor: f64, most_letters: u32) -> Vec<(u32, f64)> {
        let mut found = Vec::new();
        let n_mine = letters.n_letters;
        let (filled, counts) = (&*self.filled, &*self.counts);
        for (slot, size) in (0..).zip(&self.sizes) {
            let Some(n_theirs) = size.checked_sub(1).filter(|n_theirs| *n_theirs <= most_letters) else { continue };
            let both = u64::from(n_mine) + u64::from(n_theirs);
            if f64::from(n_mine.min(n_theirs)) * 2.0 < floor * (1.0 - ROUNDING) * both as f64 {
                continue;
            }
            let place = slot as usize;
            let theirs = filled[place];
            // The shorter text's letters, but for one at least of each bucket that the other lacks.
            let missing = |n_letters: u32, lacking: u64| n_letters.saturating_sub(lacking.count_ones());
            let mut common = missing(n_mine, letters.filled & !theirs).min(missing(n_theirs, theirs & !letters.filled));
            if share(u64::from(common), both) < floor {
                continue;
            }
            // A full bucket may have lost letters, so it says nothing; only a long text has one.
            let is_full = |n_letters: u32, counts: &Counts| u32::from(FULL) <= n_letters && counts.contains(&FULL);
            let counts = &counts[place];
            if !is_full(n_mine, &letters.counts) && !is_full(n_theirs, counts) {
                common = n_common(&letters.counts, counts);
            }
            let bound = share(u64::from(common), both);
            if floor <= bound {
                found.push((slot, bound));
            }
        }
        found
    }
}

/// How many letters two texts have in common at most: the smaller counts, added up.
#[cfg(not(target_arch = "wasm32"))]
fn n_common(one: &Counts, other: &Counts) -> u32 {
    one.iter().zip(other).map(|(mine, theirs)| u32::from(*mine.min(theirs))).sum()
}

/// The same in registers: at `opt-level = "z"` the compiler does not find them by itself.
#[cfg(target_arch = "wasm32")]
fn n_common(one: &Counts, other: &Counts) -> u32 {
    use core::arch::wasm32::{
        i16x8_add, i16x8_extadd_pairwise_u8x16, i16x8_splat, i32x4_add, i32x4_extadd_pairwise_u16x8,
        i32x4_extract_lane, i32x4_shuffle, u8x16, u8x16_min, v128,
    };
    #[inline(always)]
    fn register(part: &[u8; 16]) -> v128 {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *part;
        u8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    }
    let mut sums = i16x8_splat(0);
    for (mine, theirs) in one.as_chunks().0.iter().zip(other.as_chunks().0) {
        sums = i16x8_add(sums, i16x8_extadd_pairwise_u8x16(u8x16_min(register(mine), register(theirs))));
    }
    let sums = i32x4_extadd_pairwise_u16x8(sums);
    let halves = i32x4_add(sums, i32x4_shuffle::<2, 3, 0, 1>(sums, sums));
    let sum = i32x4_add(halves, i32x4_shuffle::<1, 0, 3, 2>(halves, halves));
    i32x4_extract_lane::<0>(sum).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::super::{ratio, ratio_at_least};
    use super::*;
    use proptest::prelude::*;

    fn table(texts: &[&str]) -> LetterTable {
        let mut table = LetterTable::default();
        for (slot, text) in (0..).zip(texts) {
            table.set(slot, &Letters::of(text));
        }
        table
    }

    #[test]
    fn a_bucket_that_is_full_prunes_nothing() {
        let long = "a".repeat(400);
        assert_eq!(table(&[&long]).bounds(&Letters::of(&long), 1.0, 1024), [(0, 1.0)]);
        assert_eq!(ratio_at_least(&long, &long, 1.0), Some(1.0));
        // Of 300 letters each they share 260; the counts hold 255, so that only what is not counted may bound them.
        let (one, other) =
            (format!("{}{}", "a".repeat(260), "b".repeat(40)), format!("{}{}", "a".repeat(260), "c".repeat(40)));
        assert_eq!(table(&[&one]).bounds(&Letters::of(&other), 0.0, 1024), [(0, 299.0 / 300.0)]);
    }

    #[test]
    fn a_slot_has_letters_until_they_are_taken_and_long_texts_are_left_out() {
        let mut table = table(&["tea", "", "teas and more"]);
        let tea = Letters::of("tea");
        assert_eq!(table.bounds(&tea, 0.5, 1024), [(0, 1.0)]);
        assert_eq!(table.bounds(&Letters::of(""), 0.5, 1024), [(1, 1.0)]);
        assert_eq!(table.bounds(&tea, 0.0, 3), [(0, 1.0), (1, 0.0)]);
        assert!(
            table.has(1) && table.remove(1) && !table.has(1) && !table.remove(1) && !table.remove(9) && !table.has(9)
        );
        assert_eq!(table.bounds(&Letters::of(""), 0.5, 1024), []);
        table.set(7, &tea);
        assert_eq!(table.bounds(&tea, 0.5, 1024), [(0, 1.0), (7, 1.0)]);
    }

    proptest! {
        #[test]
        fn no_ratio_is_above_its_bound(a in "(\\PC|[ab用户 ]){0,40}", b in "(\\PC|[ab用户 ]){0,40}", floor in 0.0..1.0) {
            let ratio = ratio(&a, &b);
            let bound = table(&[&b]).bounds(&Letters::of(&a), floor, 1024).pop().map(|(_, bound)| bound);
            prop_assert!(bound.is_some_and(|bound| ratio <= bound) || ratio < floor);
            prop_assert!(bound.is_none_or(|bound| floor <= bound));
        }

        #[test]
        fn the_bound_is_the_letters_that_both_have_bucket_by_bucket(a in "[a-z用户 ]{0,40}", b in "[a-z用户 ]{0,40}", floor in 0.0..1.0) {
            let (mine, theirs) = (Letters::of(&a), Letters::of(&b));
            let common: u32 = mine.counts.iter().zip(&theirs.counts).map(|(mine, theirs)| u32::from(*mine.min(theirs))).sum();
            let expected = share(u64::from(common), u64::from(mine.n_letters) + u64::from(theirs.n_letters));
            let expected = Some((0, expected)).filter(|(_, bound)| floor <= *bound);
            prop_assert_eq!(table(&[&b]).bounds(&mine, floor, 1024).pop(), expected);
        }
    }
}
