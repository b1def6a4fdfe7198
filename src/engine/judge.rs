//! Holding a text against everything known in its scope: the gate's rule, carried out on the store.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::annotate::Told;
use crate::embedding::Embedding;
use crate::gate::{self, Claim, Comparison, Verdict};
use crate::record::{Candidate, Evidence, Policy, Record, RecordId};
use crate::sorted::sort_by;
use crate::text::align::{self, Parted, Words};

use super::near::{Nearby, is_held_against};
use super::probe::Probe;
use super::state::ScopeState;

/// How many of the nearest records a decision names in its evidence.
const NAMED: usize = 5;

/// How many of a record's newest details a text is aligned with; word for word it is compared with all of them.
const ALIGNED_DETAILS: usize = 16;

/// How many of a merged record's parts a text is compared with.
const COMPARED_PARTS: usize = 16;

/// What a text is, against everything known.
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    /// The record that it duplicates or updates.
    pub(super) known: Option<RecordId>,
    pub(super) evidence: Evidence,
    /// What it was held against, nearest first.
    pub(super) compared: Vec<Compared>,
}

/// How a text is held against what is known.
pub(super) struct Rules<'a> {
    pub(super) policy: &'a Policy,
    /// The embedding model's cosines, −1 to 1.
    pub(super) thresholds: crate::calibrate::Thresholds,
}

/// A record with what the comparison found.
#[derive(Clone)]
pub(super) struct Compared {
    pub(super) near: Nearby,
    pub(super) comparison: Comparison,
    /// Whether one of the record's details says it already.
    by_detail: bool,
    /// Whether it is a merged record: what was told is in its parts.
    pub(super) is_whole: bool,
    /// The record's text, its words, and as the rules read it once they did.
    text: Rc<(Parted, Words, OnceCell<Told>)>,
}

impl Compared {
    /// The text of the record that was compared, as the rules read it.
    pub(super) fn told(&self, record: &Record) -> &Told {
        let (parted, words, told) = &*self.text;
        told.get_or_init(|| Told::of_tokens(&record.text, parted.folded(), parted.tokens(), words))
    }
}

/// What words alone found, and at which state of the scope. Whatever the text claims to be, its words are compared alike: a claim may be
/// another one at the next look, so nothing that depends on it is kept here.
#[derive(Clone)]
pub(super) struct Sighting {
    generation: u64,
    compared: Vec<Compared>,
}

impl Rules<'_> {
    /// Holds a text against everything known in the scope but `except`. What words alone found before is taken again where nothing
    /// changed since.
    pub(super) fn judge(
        &self,
        state: &ScopeState,
        probe: &Probe,
        claim: &Claim<'_>,
        vector: Option<&Embedding>,
        except: Option<RecordId>,
    ) -> Judged {
        let strategies = self.policy.strategies;
        if !strategies.gate && !strategies.versions && !strategies.fingerprint {
            return Judged {
                verdict: Verdict::Apart,
                known: None,
                evidence: Evidence::default(),
                compared: Vec::new(),
            };
        }
        let same = state
            .with_wording(&probe.key)
            .filter(|_| strategies.gate)
            .find(|record| is_held_against(record, except) && claim.allows(&Claim::from(*record)));
        if let Some(record) = same {
            let id = state.saying(record, &probe.key);
            let candidates = vec![Candidate { id: record.id, char: Some(1.0), cosine: None, guards: Vec::new() }];
            let evidence = Evidence { exact: Some(true), char: Some(1.0), candidates, ..Evidence::default() };
            let compared = Vec::new();
            return Judged { verdict: Verdict::Duplicate, known: Some(id), evidence, compared };
        }
        let mut compared = self.by_words(state, probe, except);
        if let Some(vector) = vector {
            let more = state.told_by_vector(vector, self.thresholds.related, except);
            let more = more.into_iter().filter(|id| compared.iter().all(|one| one.near.id != *id)).collect::<Vec<_>>();
            let near = |id| Nearby { id, cosine: None, char: None };
            compared.extend(more.into_iter().flat_map(|id| compare_all(state, probe, near(id))));
            for one in &mut compared {
                one.near.cosine = state.cosine_of(vector, one.near.id);
            }
        }
        sort_by(&mut compared, |one, other| {
            let rank = |one: &Compared| (one.near.cosine.unwrap_or(-1.0), one.near.char.unwrap_or(0.0));
            let ((cosine, char), (others_cosine, others_char)) = (rank(one), rank(other));
            let by_nearness = others_cosine.total_cmp(&cosine).then(others_char.total_cmp(&char));
            // What a part says, the part is known for.
            one.is_whole.cmp(&other.is_whole).then(by_nearness).then(one.near.id.cmp(&other.near.id))
        });
        let found = if strategies.gate { self.decisive(state, claim, &compared) } else { None };
        let (verdict, known) = found.map_or((Verdict::Apart, None), |(verdict, one)| (verdict, Some(one.near.id)));
        Judged { verdict, known, evidence: evidence(&compared, known), compared }
    }

    fn by_words(&self, state: &ScopeState, probe: &Probe, except: Option<RecordId>) -> Vec<Compared> {
        if let Some(seen) = &*probe.sighting.borrow()
            && seen.generation == state.generation
            && except.is_none()
        {
            return seen.compared.clone();
        }
        let near = state.near_by_words(probe, self.policy.gate.char, except);
        let compared: Vec<Compared> = near.into_iter().flat_map(|near| compare_all(state, probe, near)).collect();
        if except.is_none() {
            probe.sighting.replace(Some(Sighting { generation: state.generation, compared: compared.clone() }));
        }
        compared
    }

    /// The record that decides: by words before by vector, a duplicate before an update, the nearest first.
    fn decisive<'a>(
        &self,
        state: &ScopeState,
        claim: &Claim<'_>,
        compared: &'a [Compared],
    ) -> Option<(Verdict, &'a Compared)> {
        let allows = |one: &Compared| state.record(one.near.id).is_some_and(|record| claim.allows(&record.into()));
        let by_words: fn(&Nearby) -> Option<f64> = |_| None;
        let by_vector: fn(&Nearby) -> Option<f64> = |near| near.cosine;
        let orders = [
            (Verdict::Duplicate, by_words),
            (Verdict::Updated, by_words),
            (Verdict::Duplicate, by_vector),
            (Verdict::Updated, by_vector),
        ];
        orders.into_iter().find_map(|(wanted, cosine)| {
            let says = |one: &&Compared| {
                (one.comparison.verdict(cosine(&one.near), self.thresholds.duplicate) == wanted
                    || (one.by_detail && wanted == Verdict::Duplicate))
                    && allows(one)
            };
            Some((wanted, compared.iter().find(says)?))
        })
    }
}

/// Compares with a record, and of a merged one with those of its parts that share most words with the text.
fn compare_all(state: &ScopeState, probe: &Probe, near: Nearby) -> Vec<Compared> {
    let is_whole = state.record(near.id).is_some_and(|record| record.merged);
    let parts = if is_whole { state.parts_near(near.id, &probe.terms, COMPARED_PARTS) } else { Vec::new() };
    let parts = parts.into_iter().map(|id| Nearby { id, cosine: None, char: None });
    std::iter::once(near).chain(parts).filter_map(|near| compare(state, probe, near)).collect()
}

fn compare(state: &ScopeState, probe: &Probe, near: Nearby) -> Option<Compared> {
    let record = state.record(near.id)?;
    let parted = Parted::of(&record.text);
    let words = parted.words();
    let comparison = gate::compare_words(&probe.words, &words);
    let is_whole = record.merged;
    // What a merged record was told is looked at part by part.
    let by_detail = !is_whole
        && comparison.by_words != Verdict::Duplicate
        && record
            .wordings()
            .skip(1)
            .take(record.details.len())
            .skip(record.details.len().saturating_sub(ALIGNED_DETAILS))
            .any(|detail| gate::compare_words(&probe.words, &align::words(detail)).by_words == Verdict::Duplicate);
    Some(Compared { near, comparison, by_detail, is_whole, text: Rc::new((parted, words, OnceCell::new())) })
}

/// The figures of the record that decided, else of the nearest.
pub(super) fn evidence(compared: &[Compared], known: Option<RecordId>) -> Evidence {
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
