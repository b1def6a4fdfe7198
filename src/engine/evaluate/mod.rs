//! Evaluating a scope of a live store. It reads and never writes: no touch, no journal entry, no new revision.

mod judge;
mod questions;

use crate::sorted::SortedMap;

use crate::annotate::{Language, language_of_most};
use crate::error::MemoryError;
use crate::evaluate::diagnosis::{self, Findings};
use crate::evaluate::look::{Candidate, Look};
use crate::evaluate::pair::{Told, standing};
use crate::evaluate::{Counts, EvaluateInput, JudgedBy, Pair, Rate, Report, Sample, sample};
use crate::record::{Record, RecordId, Scope, Timestamp};

use super::Engine;
use super::held::Marks;
use super::probe::Probe;
use super::state::ScopeState;

/// Records that are looked at before the host may do something else.
///
/// Source: measured; in a store of 10,000 records one takes some 23 ms in wasm, and what holds a page up for more than 50 ms is felt.
const AT_A_TIME: usize = 2;

/// Older records with the same wording, key or fingerprint that a record is held against, of each the oldest.
///
/// Source: as many as are looked at by words, and by vector.
const MOST_AKIN: usize = 16;

impl Engine {
    /// How well a scope stands: how much of it is said twice, how much contradicts, what is found again, and what a write costs.
    ///
    /// The sample's records are each held against every older record of the scope, by the rules that judge a write; where these can't
    /// tell, the language model is asked, if there is one. A record counts where an older one makes it needless or stands
    /// against it, so a pair counts once.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`] for a question that is blank or has no answer, and what the store answers. A callback that fails is
    /// no error.
    pub async fn evaluate(&self, scope: &Scope, input: &EvaluateInput) -> Result<Report, MemoryError> {
        questions::check(&input.questions)?;
        self.ready(scope).await?;
        let at = self.inner.clock.now();
        let (records, drawn, akin) = self.with(scope, |state| {
            let marks = state.marks_stored(None).filter(|(_, marks)| marks.has(Marks::KNOWN));
            let (ids, marks): (Vec<RecordId>, Vec<Marks>) = marks.unzip();
            let drawn = sample::draw(ids, input.sample, input.seed);
            let akin = akin(state, &drawn);
            (count(&marks), drawn, akin)
        });
        let mut looks = Vec::with_capacity(drawn.len());
        for some in drawn.chunks(AT_A_TIME) {
            let look = |state: &ScopeState| {
                some.iter().filter_map(|id| self.look_at(state, *id, &akin, at)).collect::<Vec<_>>()
            };
            looks.extend(self.with_vectors(scope, look).await?);
            self.inner.clock.pause().await;
        }
        let judging = if input.judge { self.ask_about(&mut looks, input).await } else { None };
        let is_judged = judging.is_some_and(|judging| judging.not_judged < judging.calls);
        let judged_by = if is_judged { JudgedBy::RulesAndModel } else { JudgedBy::Rules };
        let language = language(&looks);
        let sample = Sample { n: looks.len(), of: records.active, seed: input.seed };
        let (duplicates, contradictions) = rates(&looks, records);
        let (duplicate_pairs, contradiction_pairs) = pairs(looks);
        let thresholds = self.rules().thresholds;
        let diagnosis = diagnosis::diagnose(&Findings {
            duplicates: &duplicate_pairs,
            contradictions: &contradiction_pairs,
            records,
            strategies: self.inner.policy.strategies,
            cosines: (thresholds.related, thresholds.duplicate),
            language,
        });
        Ok(Report {
            at,
            scope: scope.clone(),
            records,
            sample,
            duplicates,
            duplicate_pairs,
            contradictions,
            contradiction_pairs,
            pending_conflicts: records.in_conflict,
            recall: self.answered_among_the_first(scope, &input.questions).await?,
            writes: self.inner.writes.borrow().summary(),
            judging,
            diagnosis,
            judged_by,
            note: diagnosis::note(judged_by, language).to_owned(),
        })
    }

    /// Holds one record against every older one; `None` when it is gone since it was drawn.
    fn look_at(
        &self,
        state: &ScopeState,
        id: RecordId,
        akin: &SortedMap<RecordId, Vec<RecordId>>,
        now: Timestamp,
    ) -> Option<Look> {
        let record = state.stored(id).filter(|record| record.is_known())?;
        let (later, probe) = (Told::of(record), Probe::of(&record.text));
        let vector = state.embedding(id);
        let thresholds = self.rules().thresholds;
        let mut ids = state.near_before(id, &probe, vector.as_ref(), self.inner.policy.gate.char, thresholds.related);
        let is_older = |other: &&Record| other.is_known() && other.id < id;
        ids.extend(state.with_wording(&probe.key).filter(is_older).take(MOST_AKIN).map(|other| other.id));
        let akin = akin.get(&id).into_iter().flatten();
        ids.extend(akin.filter_map(|other| state.record(*other)).filter(is_older).map(|other| other.id));
        let candidates = ids.into_iter().filter_map(|id| {
            let earlier = state.record(id)?;
            let cosine = vector.as_ref().and_then(|vector| state.cosine_of(vector, id));
            let standing = standing(&later, &Told::of(earlier), cosine, thresholds.duplicate, now);
            Some(Candidate { earlier, cosine, standing })
        });
        Some(Look::of(record, candidates.collect()))
    }
}

/// Of some records those that are older, known and have the same key, and those with the same fingerprint. All are gone through once, since each
/// may have to be unpacked.
fn akin(state: &ScopeState, drawn: &[RecordId]) -> SortedMap<RecordId, Vec<RecordId>> {
    let drawn = drawn.iter().filter_map(|id| state.record(*id));
    let mut later: Vec<(&Record, [Vec<RecordId>; 2])> = drawn.map(|record| (record, Default::default())).collect();
    for other in state.records_marked(Marks::KNOWN) {
        for (record, [keyed, alike]) in later.iter_mut().filter(|(record, _)| other.id < record.id) {
            if other.key.is_some() && other.key == record.key && keyed.len() < MOST_AKIN {
                keyed.push(other.id);
            }
            if !other.fingerprint.is_empty() && other.fingerprint == record.fingerprint && alike.len() < MOST_AKIN {
                alike.push(other.id);
            }
        }
    }
    later.into_iter().map(|(record, [keyed, alike])| (record.id, [keyed, alike].concat())).collect()
}

fn count(known: &[Marks]) -> Counts {
    let n = |mark| known.iter().filter(|marks| marks.has(mark)).count();
    Counts { active: known.len(), cold: n(Marks::COLD), pending: n(Marks::PENDING), in_conflict: n(Marks::DISPUTED) }
}

/// The language of most of the texts.
fn language(looks: &[Look]) -> Language {
    language_of_most(&mut looks.iter().map(|look| look.later.text.as_str()))
}

/// The rates of duplicates and of contradictions; those in a pending conflict are no part of the latter.
fn rates(looks: &[Look], records: Counts) -> (Rate, Rate) {
    let n_duplicates = looks.iter().filter(|look| look.duplicate.is_some()).count();
    let n_contradictions = looks.iter().filter(|look| look.contradiction.is_some()).count();
    let n_apart = looks.iter().filter(|look| !look.later.conflict_pending()).count();
    let n_others = records.active.saturating_sub(records.in_conflict);
    (Rate::of_store(n_duplicates, looks.len(), records.active), Rate::of_store(n_contradictions, n_apart, n_others))
}

fn pairs(looks: Vec<Look>) -> (Vec<Pair>, Vec<Pair>) {
    let (duplicates, contradictions): (Vec<Option<Pair>>, Vec<Option<Pair>>) =
        looks.into_iter().map(|look| (look.duplicate, look.contradiction)).unzip();
    (duplicates.into_iter().flatten().collect(), contradictions.into_iter().flatten().collect())
}
