//! What covers a text, and what a text covers.

use super::{LEVEL, ROUNDING, WordIndex, single, unscaled, weight};
use crate::retrieve::nearest::Nearest;

/// What a word of a text counts, in percent: as much as one of a record.
const WHOLE: u16 = 100;

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
        // Slices, here and below: to index a list is a call where code is compiled to be small.
        let shared = &mut *vec![0; self.records.len()];
        let mut found = Vec::new();
        for word in &asked {
            for posting in word.postings {
                let slot = posting.slot();
                let shared: &mut u64 = &mut shared[slot as usize];
                if *shared == 0 {
                    found.push(slot);
                }
                *shared += word.weight;
            }
        }
        let (of_all, log_of_all) = (unscaled(of_all), self.log_of_all());
        let (n_distinct, levels) = (&*self.n_distinct, &*self.levels);
        let mut nearest = Nearest::new(k);
        let mut needed = f64::from(floor) * (1.0 - ROUNDING);
        for slot in found {
            let weight = unscaled(shared[slot as usize]);
            let is_of_text = needed * of_all <= weight;
            if !is_of_text && weight < needed * lightest(n_distinct[slot as usize], levels[slot as usize], log_of_all) {
                continue;
            }
            let of_text = weight / of_all;
            // What the record's words may weigh together, where it is to be among the best.
            let most = if is_of_text { f64::INFINITY } else { weight / needed };
            if let Some(own) = self.weigh(slot, most) {
                let of_record = weight / own;
                let scores = (single(of_text.max(of_record)), single(of_text.min(of_record)));
                if floor <= scores.0 {
                    nearest.offer(slot, scores, &mut accept);
                    needed = f64::from(nearest.least().map_or(floor, |least| floor.max(least))) * (1.0 - ROUNDING);
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

/// What so many distinct words weigh together at least that have their [`super::level`]s in sum.
#[inline(always)]
pub(super) fn lightest(n_distinct: u32, levels: u32, log_of_all: i32) -> f64 {
    let least = i64::from(n_distinct) * i64::from(log_of_all) - i64::from(levels) * i64::from(LEVEL);
    unscaled(least.max(0).unsigned_abs())
}
