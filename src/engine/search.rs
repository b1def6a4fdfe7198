//! Searching a scope: by vector and by words; a merged record by what its parts were told in too.

use crate::sorted::{SortedMap, sort_by};

use crate::embedding::Embedding;
use crate::record::{Record, RecordId};
use crate::retrieve::tiered::Reach;
use crate::text::asked::Asked;

use super::held::Marks;
use super::state::ScopeState;

/// A record that may answer a query.
pub(super) struct Near {
    pub(super) id: RecordId,
    pub(super) slot: u32,
    /// Cosine similarity, −1 to 1, where both have a vector; of a merged record, of the nearest of its parts.
    pub(super) cosine: Option<f64>,
    /// Its share of the query's words, 0 to 1.
    pub(super) words: f64,
}

impl ScopeState {
    /// The records nearest to a query by vector and those nearest by words that `wanted` admits, at most `limit` of each. What `known_wanted` says of an active
    /// record from its marks alone, `wanted` says of it too.
    pub(super) fn search(
        &self,
        query: &[Asked],
        vector: Option<&Embedding>,
        (limit, reach): (usize, Reach),
        wanted: &dyn Fn(&Record) -> bool,
        known_wanted: &dyn Fn(Marks) -> Option<bool>,
    ) -> Vec<Near> {
        // A merged record is found by the vectors of its parts too.
        let answers = |slot: u32| {
            let record = self.stored_at(slot)?;
            self.whole_of(record).and_then(|whole| self.stored(whole.id)).or(Some(record))
        };
        // What is active went into no other.
        let known = |slot: u32| self.marks_stored_at(slot).filter(|marks| marks.has(Marks::KNOWN));
        let admits = |slot: u32| match known(slot).and_then(known_wanted) {
            Some(is_wanted) => is_wanted,
            None => answers(slot).is_some_and(wanted),
        };
        let whole = |slot: u32| match known(slot) {
            Some(_) => Some(slot),
            None => answers(slot).and_then(|record| self.roll.slot(record.id)),
        };
        let mut found: SortedMap<u32, (Option<f64>, Option<f32>)> = SortedMap::new();
        if let Some(vector) = vector {
            for (slot, cosine) in self.nearest(vector, limit, reach, admits) {
                let Some(whole) = whole(slot) else { continue };
                // The nearest come first.
                found.entry(whole).or_insert((Some(f64::from(cosine)), None));
            }
        }
        for (slot, words) in self.index.search(query, limit, reach, admits) {
            found.entry(slot).or_default().1 = Some(words);
        }
        // What the words found has its score already.
        let slots: Vec<u32> = found.iter().filter(|(_, (_, words))| words.is_none()).map(|(slot, _)| *slot).collect();
        let mut others = self.index.scores_of(query, reach, &slots).into_iter();
        let near = found.into_iter().map(|(slot, (cosine, words))| {
            let own = || vector.and_then(|vector| self.cosine_at(vector, slot));
            let words = words.or_else(|| others.next()).unwrap_or_default();
            Near { id: self.id(slot), slot, cosine: cosine.or_else(own), words: f64::from(words) }
        });
        let mut near: Vec<Near> = near.collect();
        // Slots are given out anew when a scope is opened, and what is summed over all of them must not depend on that.
        sort_by(&mut near, |one, other| one.id.cmp(&other.id));
        near
    }
}
