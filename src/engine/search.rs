//! Searching a scope: by vector and by words; a merged record by what its parts were told in too.

use crate::sorted::SortedMap;

use crate::embedding::Embedding;
use crate::record::{Record, RecordId};
use crate::retrieve::tiered::Reach;

use super::state::ScopeState;

impl ScopeState {
    /// Records by vector and by words, each with its cosine (−1 to 1) and its share of the query's words (0 to 1), that
    /// `wanted` admits; at most `limit` of each.
    pub(super) fn search(
        &self,
        query_terms: &[String],
        vector: Option<&Embedding>,
        (limit, reach): (usize, Reach),
        wanted: impl Fn(&Record) -> bool,
    ) -> Vec<(RecordId, Option<f64>, f64)> {
        // A merged record is found by the vectors of its parts too.
        let answers = |slot: u32| {
            let record = self.stored(self.id(slot))?;
            self.whole_of(record).and_then(|whole| self.stored(whole.id)).or(Some(record))
        };
        let admits = |slot: u32| answers(slot).is_some_and(&wanted);
        let mut found: SortedMap<u32, f64> = SortedMap::new();
        let mut by_part: SortedMap<u32, f64> = SortedMap::new();
        if let Some(vector) = vector {
            for (slot, cosine) in self.nearest(vector, limit, reach, admits) {
                let Some(whole) = answers(slot).and_then(|record| self.slots.get(&record.id)) else { continue };
                found.insert(*whole, 0.0);
                let best = by_part.entry(*whole).or_insert(f64::from(cosine));
                *best = best.max(f64::from(cosine));
            }
        }
        // Words are searched further than vectors, so that what the vectors found has its words counted too.
        let n_words = limit.saturating_mul(4);
        for (slot, words) in self.index.search(query_terms, n_words, reach, admits) {
            if found.contains_key(&slot) || found.len() < n_words {
                found.insert(slot, f64::from(words));
            }
        }
        found
            .into_iter()
            .map(|(slot, words)| {
                let own = || vector.and_then(|vector| self.cosine_of(vector, self.id(slot)));
                (self.id(slot), by_part.get(&slot).copied().or_else(own), words)
            })
            .collect()
    }
}
