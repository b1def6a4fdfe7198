//! How much of two texts is the same letters, or the same words.

mod stored;

use std::num::NonZeroU32;

use rustc_hash::FxHashSet;

use crate::sorted::sort_by;

/// Buckets of a [`Letters`].
const N_BUCKETS: usize = 64;

/// Pairs of letters that [`ratio_at_least`] looks at before it gives up: enough for two texts of 2,000 letters each.
///
/// Source: about 20 ms at worst; two repetitive texts of 4,400 letters took 1.4 s without it.
const MAX_STEPS: u64 = 1 << 23;

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
        let mut common = 0;
        for (mine, theirs) in self.halves.iter().zip(&other.halves) {
            common += u32::from((mine & 15).min(theirs & 15)) + u32::from((mine >> 4).min(theirs >> 4));
        }
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

/// The share of matching letters, 0 to 1: twice the letters in the longest matching blocks, found recursively, over the letters of both.
///
/// This is the figure that Python's `difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()` gives. It may differ a little when
/// the two texts change places. Its time grows with the product of the lengths.
///
/// ```
/// use palimpsest::text::similarity::ratio;
/// assert_eq!(ratio("abcd", "bcde"), 0.75);
/// ```
#[must_use]
pub fn ratio(a: &str, b: &str) -> f64 {
    matched(a, b, 0.0, u64::MAX).unwrap_or(0.0)
}

/// [`ratio`] of two texts, if it is at least `floor`. [`Letters::bound_at_least`] mostly tells that it is not, without reading them.
///
/// Of two texts of some thousand letters that repeat themselves, `None` may only say that it would take too long to tell.
#[must_use]
pub fn ratio_at_least(a: &str, b: &str, floor: f64) -> Option<f64> {
    matched(a, b, floor, MAX_STEPS)
}

/// The share of the different `terms` that are among `others`, 0 to 1; 0 where there are none.
#[must_use]
pub fn containment(terms: &[String], others: &[String]) -> f64 {
    // FxHash: looked up by term only, never walked.
    let (terms, others): (FxHashSet<&str>, FxHashSet<&str>) =
        (terms.iter().map(String::as_str).collect(), others.iter().map(String::as_str).collect());
    let n_common = terms.iter().filter(|term| others.contains(*term)).count();
    if terms.is_empty() { 0.0 } else { share(n_common as u64, terms.len() as u64 * 2) }
}

/// Twice `part` over `both`; 1 of nothing.
#[expect(clippy::cast_precision_loss, reason = "counts of letters are far below 2^53")]
fn share(part: u64, both: u64) -> f64 {
    if both == 0 { 1.0 } else { 2.0 * part as f64 / both as f64 }
}

/// [`ratio`], unless it is seen to stay below `floor`, or takes more than `n_steps` pairs of letters.
fn matched(a: &str, b: &str, floor: f64, mut n_steps: u64) -> Option<f64> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let n_both = (a.len() + b.len()) as u64;
    let places = Places::of(&b);
    let mut rows = (vec![0; b.len() + 1], vec![0; b.len() + 1]);
    let mut open = vec![((0, a.len()), (0, b.len()))];
    let (mut n_matched, mut n_open) = (0, a.len().min(b.len()));
    while let Some((a_part, b_part)) = open.pop() {
        let (n_mine, n_theirs) = (a_part.1 - a_part.0, b_part.1 - b_part.0);
        n_steps = n_steps.checked_sub(n_mine as u64 * n_theirs as u64)?;
        let (a_start, b_start, length) = longest_match(&a, a_part, b_part, &places, &mut rows);
        n_open -= n_mine.min(n_theirs);
        if length != 0 {
            n_matched += length;
            let before = ((a_part.0, a_start), (b_part.0, b_start));
            let after = ((a_start + length, a_part.1), (b_start + length, b_part.1));
            for part in [before, after] {
                n_open += (part.0.1 - part.0.0).min(part.1.1 - part.1.0);
                open.push(part);
            }
        }
        if share((n_matched + n_open) as u64, n_both) < floor {
            return None;
        }
    }
    Some(share(n_matched as u64, n_both)).filter(|ratio| floor <= *ratio)
}

/// Where each letter of a text stands: the letter's code above its place, in 32 bits each, in order.
struct Places(Vec<u64>);

impl Places {
    fn of(text: &[char]) -> Self {
        let mut places: Vec<u64> = (0..).zip(text).map(|(at, letter)| place(*letter, at)).collect();
        sort_by(&mut places, Ord::cmp);
        Self(places)
    }

    /// The places of `letter` in `part`, ascending.
    fn of_letter(&self, letter: char, part: (usize, usize)) -> &[u64] {
        let (from, to) = (place(letter, part.0), place(letter, part.1));
        let start = self.0.partition_point(|place| *place < from);
        let n_places = self.0[start..].iter().take_while(|place| **place < to).count();
        &self.0[start..start + n_places]
    }
}

fn place(letter: char, at: usize) -> u64 {
    u64::from(u32::from(letter)) << 32 | at as u64
}

/// The lower half of a place.
fn index(place: u64) -> usize {
    (place & 0xffff_ffff) as usize
}

/// The longest run of letters that both parts have; of equals the one that begins first in `a`, then first in `b`.
fn longest_match(
    a: &[char],
    a_part: (usize, usize),
    b_part: (usize, usize),
    places: &Places,
    (above, row): &mut (Vec<usize>, Vec<usize>),
) -> (usize, usize, usize) {
    let mut best = (a_part.0, b_part.0, 0);
    // `above[at + 1]`: how long the run is that ends at the letter of `a` before and at `at` in `b`.
    above[b_part.0..=b_part.1].fill(0);
    row[b_part.0..=b_part.1].fill(0);
    let (mut written_above, mut written): (&[u64], &[u64]) = (&[], &[]);
    for (at, letter) in (a_part.0..a_part.1).zip(&a[a_part.0..a_part.1]) {
        for place in written_above {
            row[index(*place) + 1] = 0;
        }
        let here = places.of_letter(*letter, b_part);
        for other in here.iter().map(|place| index(*place)) {
            // A run that ends just before the part does not count.
            let length = if other == b_part.0 { 1 } else { above[other] + 1 };
            row[other + 1] = length;
            if best.2 < length {
                best = (at + 1 - length, other + 1 - length, length);
            }
        }
        std::mem::swap(above, row);
        written_above = written;
        written = here;
    }
    best
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same division gives the same float")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As recorded from Python 3's `difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()`.
    const RECORDED: [(&str, &str, f64); 16] = [
        ("abcd", "bcde", 0.75),
        ("", "", 1.0),
        ("abc", "", 0.0),
        ("用户喜欢简洁的界面", "用户非常喜欢简洁的界面", 0.9),
        ("the backend runs on port 8090", "backend is running at port 8090", 0.733_333_333_333_333_3),
        ("用户的左膝做过手术", "用户的右膝做过手术", 0.888_888_888_888_888_8),
        ("private Thread currentThread;", "private volatile Thread currentThread;", 0.865_671_641_791_044_7),
        ("qabxcd", "abycdf", 0.666_666_666_666_666_6),
        ("abxcd", "abcd", 0.888_888_888_888_888_8),
        ("ana manages ben", "ben manages ana", 0.733_333_333_333_333_3),
        ("北京到上海", "上海到北京", 0.4),
        ("aaaaab", "baaaa", 0.727_272_727_272_727_3),
        ("take 5 mg of the tablet at night", "take 5 g of the tablet at night", 0.984_126_984_126_984_1),
        ("naïve café", "naive cafe", 0.8),
        ("🍵 tea", "tea 🍵", 0.6),
        (
            "the user's team ships every second thursday, after the design review",
            "the user's team ships every second thursday",
            0.774_774_774_774_774_7,
        ),
    ];

    #[test]
    fn the_ratio_is_that_of_difflib() {
        for (a, b, expected) in RECORDED {
            assert_eq!(ratio(a, b), expected, "{a} | {b}");
        }
    }

    #[test]
    fn containment_is_the_share_of_the_first() {
        let words = |text: &str| text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(containment(&words("a b b c"), &words("b c d")), 2.0 / 3.0);
        assert_eq!(containment(&words("a"), &words("")), 0.0);
        assert_eq!(containment(&words(""), &words("a")), 0.0);
        assert_eq!(containment(&words("a b"), &words("b a c")), 1.0);
    }

    #[test]
    fn letters_beyond_half_a_byte_are_counted() {
        for (mine, theirs, common) in [(20_u32, 18, 18), (20, 15, 15), (15, 15, 15), (16, 3, 3), (254, 254, 254)] {
            let of = |n: usize| Letters::of(&format!("{}用", "a".repeat(n)));
            let expected = 2.0 * f64::from(common + 1) / f64::from(mine + theirs + 2);
            let (mine, theirs) = (of(mine as usize), of(theirs as usize));
            assert_eq!(mine.bound_at_least(&theirs, 0.0), Some(expected));
            assert_eq!(theirs.bound_at_least(&mine, 0.0), Some(expected));
        }
    }

    #[test]
    fn a_bucket_that_is_full_prunes_nothing() {
        let long = "a".repeat(400);
        let letters = Letters::of(&long);
        assert_eq!(letters.bound_at_least(&letters, 1.0), Some(1.0));
        assert_eq!(ratio_at_least(&long, &long, 1.0), Some(1.0));
    }

    /// The plain reading of the definition.
    fn naive(a: &[char], b: &[char]) -> usize {
        let mut best = (0, 0, 0);
        for i in 0..a.len() {
            for j in 0..b.len() {
                let length = a[i..].iter().zip(&b[j..]).take_while(|(mine, theirs)| mine == theirs).count();
                if best.2 < length {
                    best = (i, j, length);
                }
            }
        }
        let (i, j, length) = best;
        if length == 0 { 0 } else { length + naive(&a[..i], &b[..j]) + naive(&a[i + length..], &b[j + length..]) }
    }

    proptest! {
        #[test]
        fn the_ratio_is_that_of_the_plain_reading(a in "[ab用户 ]{0,24}", b in "[ab用户 ]{0,24}", floor in 0.0..1.0) {
            let (a_letters, b_letters): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            let expected = share(naive(&a_letters, &b_letters) as u64, (a_letters.len() + b_letters.len()) as u64);
            prop_assert_eq!(ratio(&a, &b), expected);
            prop_assert_eq!(ratio_at_least(&a, &b, floor), Some(expected).filter(|ratio| floor <= *ratio));
        }

        #[test]
        fn no_ratio_is_above_its_bound(a in "(\\PC|[ab用户 ]){0,40}", b in "(\\PC|[ab用户 ]){0,40}", floor in 0.0..1.0) {
            let (ratio, bound) = (ratio(&a, &b), Letters::of(&a).bound_at_least(&Letters::of(&b), floor));
            prop_assert!(bound.is_some_and(|bound| ratio <= bound) || ratio < floor);
            prop_assert!(bound.is_none_or(|bound| floor <= bound));
        }
    }
}
