//! Evaluating a scope of a live store. It reads and never writes: no touch, no journal entry, no new revision.

mod judge;
mod questions;

use crate::sorted::SortedSet;

use crate::annotate::{Language, language_of_most};
use crate::error::MemoryError;
use crate::evaluate::diagnosis::{self, Findings};
use crate::evaluate::look::{Candidate, Look};
use crate::evaluate::pair::{Told, standing};
use crate::evaluate::{Counts, EvaluateInput, JudgedBy, Pair, Rate, Report, Sample, sample};
use crate::record::{Record, RecordId, Scope, Tier, Timestamp};

use super::Engine;
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
        let (records, drawn) = self.with(scope, |state| {
            let known = || state.all_stored(None).filter(|record| record.is_known());
            (count(known()), sample::draw(known().map(|record| record.id), input.sample, input.seed))
        });
        let mut looks = Vec::with_capacity(drawn.len());
        for some in drawn.chunks(AT_A_TIME) {
            let look =
                |state: &ScopeState| some.iter().filter_map(|id| self.look_at(state, *id, at)).collect::<Vec<_>>();
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
    fn look_at(&self, state: &ScopeState, id: RecordId, now: Timestamp) -> Option<Look> {
        let record = state.stored(id).filter(|record| record.is_known())?;
        let (later, probe) = (Told::of(record), Probe::of(&record.text));
        let vector = state.embedding(id);
        let thresholds = self.rules().thresholds;
        let mut ids = state.near_before(id, &probe, vector.as_ref(), self.inner.policy.gate.char, thresholds.related);
        ids.extend(akin(state, record, &probe));
        let candidates = ids.into_iter().filter_map(|id| {
            let earlier = state.record(id)?;
            let cosine = vector.as_ref().and_then(|vector| state.cosine_of(vector, id));
            let standing = standing(&later, &Told::of(earlier), cosine, thresholds.duplicate, now);
            Some(Candidate { earlier, cosine, standing })
        });
        Some(Look::of(record, candidates.collect()))
    }
}

/// Older known records with the same wording, the same key or the same fingerprint.
fn akin(state: &ScopeState, record: &Record, probe: &Probe) -> SortedSet<RecordId> {
    let is_older = |other: &&Record| other.is_known() && other.id < record.id;
    let older = || state.records().filter(is_older);
    let told = state.with_wording(&probe.key).filter(is_older).take(MOST_AKIN);
    let keyed = older().filter(|other| other.key.is_some() && other.key == record.key).take(MOST_AKIN);
    let alike = older()
        .filter(|other| !other.fingerprint.is_empty() && other.fingerprint == record.fingerprint)
        .take(MOST_AKIN);
    told.chain(keyed).chain(alike).map(|other| other.id).collect()
}

fn count<'a>(known: impl Iterator<Item = &'a Record>) -> Counts {
    let mut counts = Counts::default();
    for record in known {
        counts.active += 1;
        counts.cold += usize::from(record.tier == Tier::Cold);
        counts.pending += usize::from(record.pending);
        counts.in_conflict += usize::from(record.conflict_pending());
    }
    counts
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
