//! Holding a text against everything known in its scope: the gate's rule, carried out on the store.

use crate::embedding::Embedding;
use crate::gate::{self, Claim, Comparison, Verdict};
use crate::record::{Candidate, Evidence, Policy, RecordId};
use crate::text::align::words;

use super::probe::Probe;
use super::state::{Floors, Nearby, ScopeState, wordings};

/// How many of the nearest records a decision names in its evidence.
const NAMED: usize = 5;

/// How many of a record's newest details a text is aligned with; word for word it is compared with all of them.
const ALIGNED_DETAILS: usize = 16;

/// What a text is, against everything known.
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    /// The record that it duplicates or updates.
    pub(super) known: Option<RecordId>,
    pub(super) evidence: Evidence,
}

/// How a text is held against what is known.
pub(super) struct Rules<'a> {
    pub(super) policy: &'a Policy,
    /// The embedding model's cosines, −1 to 1.
    pub(super) thresholds: crate::calibrate::Thresholds,
}

/// A record with what the comparison found.
struct Compared {
    near: Nearby,
    comparison: Comparison,
    /// Whether one of the record's details says it already.
    by_detail: bool,
    allowed: bool,
}

impl Rules<'_> {
    /// Holds a text against everything known in the scope but `except`.
    pub(super) fn judge(
        &self,
        state: &ScopeState,
        probe: &Probe,
        claim: &Claim<'_>,
        vector: Option<&Embedding>,
        except: Option<RecordId>,
    ) -> Judged {
        if !self.policy.strategies.gate {
            return Judged { verdict: Verdict::Apart, known: None, evidence: Evidence::default() };
        }
        let same = state
            .with_wording(&probe.key)
            .find(|record| Some(record.id) != except && claim.allows(&Claim::from(*record)));
        if let Some(record) = same {
            let candidates = vec![Candidate { id: record.id, char: Some(1.0), cosine: None, guards: Vec::new() }];
            let evidence = Evidence { exact: Some(true), char: Some(1.0), candidates, ..Evidence::default() };
            return Judged { verdict: Verdict::Duplicate, known: Some(record.id), evidence };
        }
        let floors = Floors { related: self.thresholds.related, char: self.policy.gate.char };
        let compared: Vec<Compared> = state
            .nearby(probe, vector, floors, except)
            .into_iter()
            .filter_map(|near| compare(state, probe, claim, near))
            .collect();
        let duplicate = self.thresholds.duplicate;
        let says = |wanted: Verdict, cosine: fn(&Nearby) -> Option<f64>| {
            compared.iter().find(|one| {
                one.allowed
                    && (one.comparison.verdict(cosine(&one.near), duplicate) == wanted
                        || (one.by_detail && wanted == Verdict::Duplicate))
            })
        };
        let by_words: fn(&Nearby) -> Option<f64> = |_| None;
        let by_vector: fn(&Nearby) -> Option<f64> = |near| near.cosine;
        let orders = [
            (Verdict::Duplicate, by_words),
            (Verdict::Updated, by_words),
            (Verdict::Duplicate, by_vector),
            (Verdict::Updated, by_vector),
        ];
        let found = orders.into_iter().find_map(|(wanted, cosine)| Some((wanted, says(wanted, cosine)?)));
        let (verdict, known) = found.map_or((Verdict::Apart, None), |(verdict, one)| (verdict, Some(one.near.id)));
        Judged { verdict, known, evidence: evidence(&compared, known) }
    }
}

fn compare(state: &ScopeState, probe: &Probe, claim: &Claim<'_>, near: Nearby) -> Option<Compared> {
    let record = state.record(near.id)?;
    let comparison = gate::compare_words(&probe.words, &words(&record.text));
    let by_detail = comparison.by_words != Verdict::Duplicate
        && wordings(record)
            .skip(1)
            .take(record.details.len())
            .skip(record.details.len().saturating_sub(ALIGNED_DETAILS))
            .any(|detail| gate::compare_words(&probe.words, &words(detail)).by_words == Verdict::Duplicate);
    Some(Compared { near, comparison, by_detail, allowed: claim.allows(&Claim::from(record)) })
}

/// The figures of the record that decided, else of the nearest.
fn evidence(compared: &[Compared], known: Option<RecordId>) -> Evidence {
    let decisive = compared.iter().find(|one| Some(one.near.id) == known);
    let shown = decisive.or(compared.first());
    Evidence {
        exact: Some(false),
        char: shown.and_then(|one| one.near.char),
        cosine: shown.and_then(|one| one.near.cosine),
        guards: shown.map(|one| one.comparison.guards.clone()).unwrap_or_default(),
        candidates: compared.iter().take(NAMED).map(candidate).collect(),
        ..Evidence::default()
    }
}

fn candidate(compared: &Compared) -> Candidate {
    let Nearby { id, cosine, char } = compared.near;
    Candidate { id, char, cosine, guards: compared.comparison.guards.clone() }
}
