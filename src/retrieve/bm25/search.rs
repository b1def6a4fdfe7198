//! Search by words: which records have most of the query's.
//!
//! Source of the formula: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).

use super::{Asked, Found, Posting, ROUNDING, WordIndex, single, unscaled, whole};
use crate::retrieve::nearest::Nearest;
use crate::sorted::sort_by;

/// How soon saying a word again counts for nothing more.
///
/// Source: the usual value, at the lower end of the cited paper's 1.2 to 2.
const K1: f64 = 1.2;

/// How much a long record's words count for less, 0 to 1.
///
/// Source: the usual value, within the cited paper's 0.5 to 0.8.
const B: f64 = 0.75;

/// Records that have a word from which it is worth finding out whether it can still bring in new ones.
///
/// Source: a judgement; going through so many takes about as long as finding out.
const LONG_LIST: usize = 512;

/// Words of the longest record whose parts are reckoned beforehand: most records are of a sentence or two.
const SHORT: usize = 64;

/// What words count by the lengths of records.
struct Parts<'a> {
    /// Of a word that is there once, by the record's length.
    of_one: [f64; SHORT],
    /// By slot.
    lengths: &'a [u32],
}

/// What a search has found so far.
struct Scores {
    /// Scores of records, not yet divided; by slot.
    of_slots: Vec<f64>,
    /// Slots that have a score and may still be among the best.
    slots: Vec<u32>,
}

/// Whether the caller admits a slot, asked once each.
struct Verdicts<F> {
    known: Vec<Option<bool>>,
    accept: F,
}

impl<F: FnMut(u32) -> bool> Verdicts<F> {
    fn ask(&mut self, slot: u32) -> bool {
        *self.known[slot as usize].get_or_insert_with(|| (self.accept)(slot))
    }
}

impl WordIndex {
    /// The `k` records that have most of the query's words, among those that `accept` admits, best first; of equals the smaller slot
    /// first. `accept` is asked at most once about each.
    ///
    /// The score, 0 to 1, is BM25's, divided by that of a record that says each of the query's words once and nothing else: the share of
    /// the words that the record has, rare ones counting more, and each a little less in a long record. A word that no record has
    /// counts as one that is missing. Words that say little count as little, and such a record need not say them.
    #[must_use]
    pub fn search(&self, query: &[Asked], k: usize, accept: impl FnMut(u32) -> bool) -> Vec<(u32, f32)> {
        self.search_weighed(query, k, None, accept)
    }

    /// As [`Self::search`], but that words weigh by the records of another index too, so that what both find can be held against each other.
    #[must_use]
    pub fn search_beside(
        &self,
        beside: &Self,
        query: &[Asked],
        k: usize,
        accept: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        self.search_weighed(query, k, Some(beside), accept)
    }

    /// The scores, 0 to 1, that [`Self::search`] gives to these slots, or [`Self::search_beside`] where there is another index; 0 to one that has
    /// none of the words.
    #[must_use]
    pub fn scores_of(&self, beside: Option<&Self>, query: &[Asked], slots: &[u32]) -> Vec<f32> {
        let asked = self.look_up(&pairs(query), beside);
        if asked.is_empty() || self.is_empty() {
            return vec![0.0; slots.len()];
        }
        let perfect = self.perfect(&asked, query);
        let parts = self.parts();
        let score = |slot: &u32| {
            let mut score = 0.0;
            for word in &asked {
                if let Ok(place) = word.postings.binary_search_by_key(slot, |posting| posting.slot()) {
                    score += unscaled(word.weight) * self.part_of(word, word.postings[place], &parts);
                }
            }
            single((score / perfect).min(1.0))
        };
        slots.iter().map(score).collect()
    }

    fn search_weighed(
        &self,
        query: &[Asked],
        k: usize,
        beside: Option<&Self>,
        accept: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let asked = self.look_up(&pairs(query), beside);
        if k == 0 || asked.is_empty() || self.is_empty() {
            return Vec::new();
        }
        let weights: u64 = asked.iter().map(|word| word.weight).sum();
        let perfect = self.perfect(&asked, query);
        let mut verdicts = Verdicts { known: vec![None; self.records.len()], accept };
        let found = self.gather(&asked, weights, perfect, k, &mut verdicts);
        let mut nearest = Nearest::new(k);
        for slot in found.slots {
            let score = single((found.of_slots[slot as usize] / perfect).min(1.0));
            nearest.offer(slot, (score, 0.0), &mut |slot| verdicts.ask(slot));
        }
        nearest.into_sorted()
    }

    /// The score of a record that says each of the query's words once, and is as long as those that say something; not divided.
    fn perfect(&self, asked: &[Found<'_>], query: &[Asked]) -> f64 {
        let weights: u64 = asked.iter().map(|word| word.weight).sum();
        let mut light: Vec<&str> = query.iter().filter(|word| !word.is_content()).map(|word| &*word.term).collect();
        sort_by(&mut light, Ord::cmp);
        light.dedup();
        let n_content = asked.len() - light.len();
        let length = if n_content == 0 { asked.len() } else { n_content };
        // Where every word counts for nothing, there is nothing to divide by, and every score is 0.
        (unscaled(weights) * self.part(1, whole(length))).max(f64::MIN_POSITIVE)
    }

    /// Adds up the scores of all records that may be among the best `k`, each in the order of the words.
    fn gather<F: FnMut(u32) -> bool>(
        &self,
        asked: &[Found<'_>],
        weights: u64,
        perfect: f64,
        k: usize,
        verdicts: &mut Verdicts<F>,
    ) -> Scores {
        let mut found = Scores { of_slots: vec![0.0; self.records.len()], slots: Vec::new() };
        let parts = self.parts();
        let mut weights_to_come = weights;
        let mut is_closed = false;
        for word in asked {
            // Rare words come first, so the words from here on are the common ones: what they can add may be too little to bring
            // a record that has none of the others among the best. Above a perfect score all are equal.
            // No record scores more than its words weigh, so before half of the weight was gone through there is nothing to find out.
            let may_close = !is_closed && weights_to_come < weights - weights_to_come;
            if may_close && LONG_LIST.max(found.slots.len()) < word.postings.len() {
                let most_to_come = unscaled(weights_to_come) * (K1 + 1.0);
                let least = found.least(k, verdicts).map(|least| least.min(perfect) * (1.0 - ROUNDING));
                if let Some(least) = least.filter(|least| most_to_come < *least) {
                    found.slots.retain(|slot| least <= found.of_slots[*slot as usize] + most_to_come);
                    is_closed = true;
                }
            }
            if is_closed {
                self.add_to_known(word, &parts, &mut found)
            } else {
                self.add(word, &parts, &mut found)
            }
            weights_to_come -= word.weight;
        }
        found
    }

    fn add(&self, word: &Found<'_>, parts: &Parts<'_>, found: &mut Scores) {
        let weight = unscaled(word.weight);
        // A slice: to index a list is a call where code is compiled to be small.
        let Scores { of_slots, slots } = found;
        let of_slots = &mut **of_slots;
        for posting in word.postings {
            let slot = posting.slot();
            let score = &mut of_slots[slot as usize];
            if *score <= 0.0 {
                slots.push(slot);
            }
            *score += weight * self.part_of(word, *posting, parts);
        }
    }

    fn add_to_known(&self, word: &Found<'_>, parts: &Parts<'_>, found: &mut Scores) {
        let weight = unscaled(word.weight);
        // To look up a slot among the postings takes about as many steps as their number has bits.
        if word.postings.len() < found.slots.len() * word.postings.len().max(2).ilog2() as usize {
            // What was passed over has a score too, which nobody reads any more.
            let of_slots = &mut *found.of_slots;
            for posting in word.postings {
                let score = &mut of_slots[posting.slot() as usize];
                if 0.0 < *score {
                    *score += weight * self.part_of(word, *posting, parts);
                }
            }
            return;
        }
        for slot in &found.slots {
            if let Ok(place) = word.postings.binary_search_by_key(slot, |posting| posting.slot()) {
                found.of_slots[*slot as usize] += weight * self.part_of(word, word.postings[place], parts);
            }
        }
    }

    /// [`Self::part`] of a word that a record has.
    #[inline(always)]
    fn part_of(&self, word: &Found<'_>, posting: Posting, parts: &Parts<'_>) -> f64 {
        let length = parts.lengths[posting.slot() as usize];
        match parts.of_one.get(length as usize).filter(|_| posting.count() == 1) {
            Some(part) => *part,
            None => self.part(self.times(word, posting), length),
        }
    }

    /// [`Self::part`] of a word that is there once, for short records: mostly it is looked up and not reckoned.
    fn parts(&self) -> Parts<'_> {
        let mut of_one = [0.0; SHORT];
        for (length, part) in (0..).zip(&mut of_one) {
            *part = self.part(1, length);
        }
        Parts { of_one, lengths: &self.lengths }
    }

    /// What a word counts that a record of `length` words has `count` times, as a multiple of its weight; below `K1 + 1`.
    fn part(&self, count: u32, length: u32) -> f64 {
        let average = self.n_words as f64 / self.n_records as f64;
        let count = f64::from(count);
        count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * f64::from(length) / average))
    }
}

/// The words of a query, each with what it counts.
fn pairs(query: &[Asked]) -> Vec<(&str, u16)> {
    query.iter().map(|word| (word.term.as_str(), word.percent)).collect()
}

impl Scores {
    /// The score of the `k`-th best admitted record so far.
    fn least<F: FnMut(u32) -> bool>(&self, k: usize, verdicts: &mut Verdicts<F>) -> Option<f64> {
        if self.slots.len() < k {
            return None;
        }
        let mut nearest = Nearest::new(k);
        for slot in &self.slots {
            nearest.offer(*slot, (single(self.of_slots[*slot as usize]), 0.0), &mut |slot| verdicts.ask(slot));
        }
        nearest.least().map(f64::from)
    }
}
