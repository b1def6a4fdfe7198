//! What covers a text, and what a text covers.

use super::{Found, ROUNDING, WordIndex, log_of, single, unscaled, weight};
use crate::retrieve::nearest::Nearest;

/// Words of a record that a bound on its weight looks at. More would make the bound no worse and a text's look-up slower.
const BOUND_WORDS: usize = 32;

/// What a word of a text counts, in percent: as much as one of a record.
const WHOLE: u16 = 100;

/// What a record has of a text's words.
#[derive(Clone, Copy, Default)]
struct Shared {
    weight: u64,
    n_words: usize,
}

impl WordIndex {
    /// The `k` records that share most with a text, in either direction, from a score of `floor` on, among those that `accept` admits: those that the
    /// text covers and those that cover the text. `accept` is asked only about records that share enough to be among the answer, at most once each.
    ///
    /// The score, 0 to 1, is the larger of two shares by weight: of the text's words that the record has, and of the record's words that
    /// the text has. Of equals the one with the larger other share comes first, so that what covers and is covered stands before
    /// all; then the smaller slot.
    #[must_use]
    pub fn overlapping(
        &self,
        terms: &[String],
        (k, floor): (usize, f32),
        mut accept: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        if k == 0 {
            return Vec::new();
        }
        let words: Vec<(&str, u16)> = terms.iter().map(|term| (term.as_str(), WHOLE)).collect();
        let asked = self.look_up(&words, None);
        let of_all: u64 = asked.iter().map(|word| word.weight).sum();
        let mut shared = vec![Shared::default(); self.records.len()];
        let mut found = Vec::new();
        for word in &asked {
            for posting in word.postings {
                let slot = posting.slot();
                let shared = &mut shared[slot as usize];
                if shared.n_words == 0 {
                    found.push(slot);
                }
                shared.weight += word.weight;
                shared.n_words += 1;
            }
        }
        let lightest = self.lightest_others(&asked);
        let mut nearest = Nearest::new(k);
        for slot in found {
            let Shared { weight, n_words } = shared[slot as usize];
            let of_text = unscaled(weight) / unscaled(of_all);
            let needed = f64::from(nearest.least().map_or(floor, |least| floor.max(least))) * (1.0 - ROUNDING);
            // What the record's words may weigh together, where it is to be among the best.
            let most = if needed <= of_text { f64::INFINITY } else { unscaled(weight) / needed };
            let n_others = self.n_distinct[slot as usize] as usize - n_words;
            if most < unscaled(weight + lightest[n_others.min(BOUND_WORDS)]) {
                continue;
            }
            if let Some(own) = self.weigh(slot, most) {
                let of_record = unscaled(weight) / own;
                let scores = (single(of_text.max(of_record)), single(of_text.min(of_record)));
                if floor <= scores.0 {
                    nearest.offer(slot, scores, &mut accept);
                }
            }
        }
        nearest.into_sorted()
    }

    /// The share, 0 to 1, of the distinct words of the record that has fewer of them which the other has too.
    #[must_use]
    pub fn shared(&self, one: u32, other: u32) -> f64 {
        let (Some(words), Some(others)) = (self.records.get(one as usize), self.records.get(other as usize)) else {
            return 0.0;
        };
        let mut others = others.iter().peekable();
        // Both are descending.
        let is_shared = |number: &u32| {
            while others.next_if(|other| number < other).is_some() {}
            others.peek() == Some(number)
        };
        let n_shared = words.iter().filter(is_shared).count();
        let n_fewer = self.n_distinct[one as usize].min(self.n_distinct[other as usize]);
        n_shared as f64 / f64::from(n_fewer.max(1))
    }

    /// What so many words weigh at least that a text does not have: the most common ones, each of which a record has once; by how many
    /// they are.
    fn lightest_others(&self, asked: &[Found<'_>]) -> [u64; BOUND_WORDS + 1] {
        let all = self.log_of_all();
        let mut sums = [0; BOUND_WORDS + 1];
        let mut n_words = 0;
        // Rare words come first in what was asked, so the common ones are taken from its end.
        let mut asked = asked.iter().rev().peekable();
        for (n_records, n_such) in self.spread.iter().enumerate().rev().filter(|(_, n_such)| 0 < **n_such) {
            let mut n_such = *n_such as usize;
            while asked.next_if(|word| word.postings.len() == n_records).is_some() {
                n_such -= 1;
            }
            for _ in 0..n_such.min(BOUND_WORDS - n_words) {
                sums[n_words + 1] = sums[n_words] + weight(all, log_of(n_records));
                n_words += 1;
            }
            if n_words == BOUND_WORDS {
                return sums;
            }
        }
        // Fewer words than that are left in all, so no record has more.
        let last = sums[n_words];
        sums[n_words..].fill(last);
        sums
    }

    /// The weight of all of a record's distinct words; `None` as soon as it is more than `most`.
    fn weigh(&self, slot: u32, most: f64) -> Option<f64> {
        let all = self.log_of_all();
        let mut sum = 0;
        // Later numbers are mostly rarer words, so what is too heavy shows soon.
        for number in self.records[slot as usize].iter() {
            sum += weight(all, self.logs[number as usize]);
            if most < unscaled(sum) {
                return None;
            }
        }
        Some(unscaled(sum))
    }
}
