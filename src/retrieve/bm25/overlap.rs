//! What covers a text, and what a text covers.

use super::{ROUNDING, WordIndex, single, unscaled, weight};
use crate::retrieve::nearest::Nearest;

impl WordIndex {
    /// The `k` records that share most with a text, in either direction, among those that `accept` admits: those that the text covers
    /// and those that cover the text. `accept` is asked only about records that share enough to be among the answer, at most once each.
    ///
    /// The score, 0 to 1, is the larger of two shares by weight: of the text's words that the record has, and of the record's words that
    /// the text has. Of equals the one with the larger other share comes first, so that what covers and is covered stands before
    /// all; then the smaller slot.
    #[must_use]
    pub fn overlapping(&self, terms: &[String], k: usize, mut accept: impl FnMut(u32) -> bool) -> Vec<(u32, f32)> {
        if k == 0 {
            return Vec::new();
        }
        let asked = self.ask(terms);
        let of_all: u64 = asked.iter().map(|word| word.weight).sum();
        let mut shared = vec![0_u64; self.records.len()];
        let mut found = Vec::new();
        for word in &asked {
            for posting in word.postings {
                let shared = &mut shared[posting.slot as usize];
                if *shared == 0 {
                    found.push(posting.slot);
                }
                *shared += word.weight;
            }
        }
        let mut nearest = Nearest::new(k);
        for slot in found {
            let shared = unscaled(shared[slot as usize]);
            let of_text = shared / unscaled(of_all);
            let needed = nearest.least().map_or(0.0, |least| f64::from(least) * (1.0 - ROUNDING));
            // What the record's words may weigh together, where it is to be among the best.
            let most = if needed <= of_text { f64::INFINITY } else { shared / needed };
            if let Some(own) = self.weigh(slot, most) {
                let of_record = shared / own;
                let scores = (single(of_text.max(of_record)), single(of_text.min(of_record)));
                nearest.offer(slot, scores, &mut accept);
            }
        }
        nearest.into_sorted()
    }

    /// The weight of all of a record's distinct words; `None` as soon as it is more than `most`.
    fn weigh(&self, slot: u32, most: f64) -> Option<f64> {
        let all = self.log_of_all();
        let mut sum = 0;
        // Later numbers are mostly rarer words, so what is too heavy shows soon.
        for number in self.records[slot as usize].iter().rev() {
            sum += weight(all, self.logs[*number as usize]);
            if most < unscaled(sum) {
                return None;
            }
        }
        Some(unscaled(sum))
    }
}
