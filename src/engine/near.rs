//! What is near a text or a record in its scope: by vector, by words, by letters.

use crate::embedding::Embedding;
use crate::record::{Record, RecordId};
use crate::retrieve::tiered::Reach;
use crate::sorted::{SortedMap, SortedSet, sort_by};
use crate::text::asked::asked;
use crate::text::normalize::fold;
use crate::text::similarity::ratio_at_least;

use super::held::Marks;
use super::probe::Probe;
use super::search::Near;
use super::state::ScopeState;

/// How many of the records nearest by vector a write is compared with word by word. Every record of the scope is searched; this bounds only how many of
/// the nearest are looked at closely.
const NEAREST: usize = 16;

/// How many of those that share most words, and of those with nearly the same letters: what says the same is among the first of these.
///
/// Source: with 8 and with 16 the golden stream's decisions without a model are the same.
const ALIKE: usize = 8;

/// Letters of the longest text whose share of matching characters is measured: the time grows with the product of the lengths, and
/// in long texts nine letters of ten are alike by chance. Longer ones are found by their words and vectors.
const MEASURED_LETTERS: u32 = 1024;

/// Share of a text's words by weight, in the better of the two directions, from which a record is looked at closely. Of two texts
/// that are one memory at least one is covered by the other but for tone, so its share is near 1; below this nothing is covered.
const SHARED_WORDS: f32 = 0.4;

/// A record that is near a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearby {
    /// The record.
    pub(super) id: RecordId,
    /// Cosine similarity, −1 to 1, where both have a vector.
    pub(super) cosine: Option<f64>,
    /// The share of matching characters, 0 to 1, where it was measured and reaches the gate's floor.
    pub(super) char: Option<f64>,
}

/// Whether a text is held against a record: not against its own (`except`), where it has one and waits, and not against one that was told after it and
/// waits too, so that what waits is decided in the order in which it was told.
pub(super) fn is_held_against(other: &Record, except: Option<RecordId>) -> bool {
    except.is_none_or(|id| other.id != id && !(other.pending && id < other.id))
}

impl ScopeState {
    /// The known records that share most words with a text, and those with nearly the same letters.
    pub(super) fn near_by_words(&self, probe: &Probe, char_floor: f64, except: Option<RecordId>) -> Vec<Nearby> {
        self.words_among(probe, char_floor, |slot| self.is_known(slot, except) && self.is_told_before(slot, except))
    }

    /// The known records whose vector is nearest to a vector, from a cosine (−1 to 1) on, but for those that a text is not held against.
    pub(super) fn told_by_vector(&self, vector: &Embedding, floor: f64, except: Option<RecordId>) -> Vec<RecordId> {
        let admits = |slot| self.is_known(slot, except) && self.is_told_before(slot, except);
        self.vectors_among(vector, floor, admits)
    }

    /// The known records whose vector is nearest to a vector, from a cosine (−1 to 1) on, and parts of merged records beside.
    pub(super) fn near_told(&self, vector: &Embedding, floor: f64, except: RecordId) -> Vec<RecordId> {
        let is_told = |id: RecordId| {
            id != except && self.roll.marks(id).is_some_and(|marks| marks.has(Marks::KNOWN.or(Marks::MERGED)))
        };
        self.vectors_among(vector, floor, |slot| is_told(self.id(slot)))
    }

    /// The known records that are older than `id` and near to a text: by words, by letters, and by its vector from a cosine on.
    pub(super) fn near_before(
        &self,
        id: RecordId,
        probe: &Probe,
        vector: Option<&Embedding>,
        char_floor: f64,
        cosine_floor: f64,
    ) -> SortedSet<RecordId> {
        let is_older = |slot: u32| self.is_known(slot, None) && self.id(slot) < id;
        let by_words = self.words_among(probe, char_floor, is_older).into_iter().map(|near| near.id);
        let by_vector = vector.map(|vector| self.vectors_among(vector, cosine_floor, is_older)).unwrap_or_default();
        by_words.chain(by_vector).collect()
    }

    /// The slots whose records share most words with a text, at most `most`.
    fn sharing(&self, probe: &Probe, most: usize, admits: impl Fn(u32) -> bool) -> Vec<u32> {
        let sharing = self.index.overlapping(&probe.terms, (most, SHARED_WORDS), admits);
        sharing.into_iter().map(|(slot, _)| slot).collect()
    }

    fn words_among(&self, probe: &Probe, char_floor: f64, admits: impl Fn(u32) -> bool) -> Vec<Nearby> {
        let mut found: SortedMap<u32, Option<f64>> = SortedMap::new();
        found.extend(self.sharing(probe, ALIKE, &admits).into_iter().map(|slot| (slot, None)));
        found.extend(self.alike(probe, char_floor, admits).into_iter().map(|(slot, ratio)| (slot, Some(ratio))));
        found.into_iter().map(|(slot, char)| Nearby { id: self.id(slot), cosine: None, char }).collect()
    }

    fn vectors_among(&self, vector: &Embedding, floor: f64, admits: impl Fn(u32) -> bool) -> Vec<RecordId> {
        let nearest = self.nearest(vector, NEAREST, Reach::All, admits);
        let related = nearest.into_iter().filter(|(_, cosine)| floor <= f64::from(*cosine));
        related.map(|(slot, _)| self.id(slot)).collect()
    }

    fn is_told_before(&self, slot: u32, except: Option<RecordId>) -> bool {
        except.is_none() || self.record(self.id(slot)).is_some_and(|other| is_held_against(other, except))
    }

    fn is_known(&self, slot: u32, except: Option<RecordId>) -> bool {
        self.letters.has(slot) && Some(self.id(slot)) != except
    }

    /// The slots whose text has nearly the letters of another, each with the share of matching characters, 0 to 1. Measured are those
    /// of which a bound says that they may come nearest.
    fn alike(&self, probe: &Probe, floor: f64, admits: impl Fn(u32) -> bool) -> Vec<(u32, f64)> {
        if MEASURED_LETTERS < probe.letters.n_letters() {
            return Vec::new();
        }
        let mut bounded = self.letters.bounds(&probe.letters, floor, MEASURED_LETTERS);
        bounded.retain(|(slot, _)| admits(*slot));
        sort_by(&mut bounded, |one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        bounded.truncate(ALIKE);
        let measure = |(slot, _): (u32, f64)| {
            let folded = fold(&self.record(self.id(slot))?.text);
            Some((slot, ratio_at_least(&probe.folded, &folded, floor)?))
        };
        bounded.into_iter().filter_map(measure).collect()
    }

    /// The records of those that `wanted` admits that are nearest to another, by vector and by words, and whether they are close: by vector from a
    /// cosine (−1 to 1) on, by words from [`SHARED_WORDS`] on. What one of the two finds nearest comes before what both find middling: a value that
    /// changed is often told in other words, but for the thing that it is of.
    pub(super) fn nearest_to(
        &self,
        id: RecordId,
        probe: &Probe,
        vector: Option<&Embedding>,
        floor: f64,
        wanted: &dyn Fn(&Record) -> bool,
    ) -> Vec<(RecordId, bool)> {
        let is_other = |record: &Record| record.id != id && wanted(record);
        let near = self.search(&asked(&probe.text), vector, (NEAREST, Reach::All), &is_other, &|_| None);
        // Letters that are alike by chance say nothing of what belongs together.
        let sharing = self.sharing(probe, NEAREST, |slot| self.is_known(slot, Some(id)));
        let mut found: Vec<(RecordId, bool, f64)> = near
            .iter()
            .map(|one| {
                let before = |of: &dyn Fn(&Near) -> f64| near.iter().filter(|other| of(one) < of(other)).count() as f64;
                let ranks = [before(&|near| near.cosine.unwrap_or(-1.0)), before(&|near| near.words)];
                let is_close = one.cosine.is_some_and(|cosine| floor <= cosine) || sharing.contains(&one.slot);
                (one.id, is_close, ranks.map(|rank| 1.0 / (1.0 + rank)).iter().sum())
            })
            .collect();
        sort_by(&mut found, |one, other| other.2.total_cmp(&one.2).then(one.0.cmp(&other.0)));
        found.into_iter().map(|(id, is_close, _)| (id, is_close)).collect()
    }
}
