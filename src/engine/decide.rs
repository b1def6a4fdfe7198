//! What a text comes to, against everything known: the gate, then keys, denials and words of change, one slot that differs, and a model where
//! the rules leave it open.

use crate::annotate;
use crate::embedding::Embedding;
use crate::fingerprint::fingerprint_of;
use crate::gate::{self, Claim, Verdict};
use crate::llm::judge::Relation;
use crate::record::{Evidence, Guard, Record, RecordId, Strategy};
use crate::text::align::{Words, words};
use crate::version;

use super::answers::{Answers, Need};
use super::judge::{Compared, Judged, Rules, evidence};
use super::near::is_held_against;
use super::probe::Probe;
use super::state::ScopeState;

/// The guards that mostly speak where one memory is told in other words. Of texts that nothing else keeps apart, and that tell of no change, a model
/// is not asked: it would say that they are the same, and be overruled.
///
/// Source: the golden stream's tuned people with e5; of 79 such pairs from the threshold on 74 are one memory, 2 are a change.
const OF_WORDING: [Guard; 2] = [Guard::Object, Guard::Modality];

/// A text that is to be decided, as the record that it becomes when it is a memory of its own.
pub(super) struct Case<'a> {
    pub(super) probe: &'a Probe,
    pub(super) told: Record,
    pub(super) vector: Option<&'a Embedding>,
    /// What the models answered so far.
    pub(super) answers: &'a Answers,
}

/// What a text comes to.
pub(super) struct Ruling {
    pub(super) outcome: Outcome,
    pub(super) strategy: Strategy,
    pub(super) evidence: Evidence,
    /// The text's record, with what was found of it.
    pub(super) told: Record,
    /// Whether a model's answer is missing that was asked for in vain.
    pub(super) is_unanswered: bool,
}

/// What becomes of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Outcome {
    /// A record says it already.
    Touch { known: RecordId },
    /// It says what a record says, and more.
    Refine { known: RecordId },
    /// It says something else of the same thing as these; time orders them.
    Follow { known: Vec<RecordId> },
    /// It and this one can't both hold, and which does can't be told.
    Dispute { known: RecordId },
    /// It is a memory of its own.
    Insert,
}

impl Rules<'_> {
    /// Decides a text. `Err` names what a model has to be asked first.
    pub(super) fn decide(&self, state: &ScopeState, case: Case<'_>) -> Result<Ruling, Need> {
        let Case { probe, mut told, vector, answers } = case;
        let is_on = self.annotates();
        let except = state.record(told.id).map(|record| record.id);
        if is_on && !answers.has_model {
            annotate_with(&mut told, probe.annotation(), &probe.words);
        }
        let judged = self.judge(state, probe, &Claim::from(&told), vector, except);
        if let Some(outcome) = judged.known.and_then(|id| known_by(judged.verdict, id)) {
            let evidence = judged.evidence;
            return Ok(Ruling { outcome, strategy: Strategy::Gate, evidence, told, is_unanswered: false });
        }
        let mut is_unanswered = false;
        if is_on && answers.has_model {
            match answers.annotation(&probe.text) {
                Ok(Some(found)) => annotate_with(&mut told, found, &probe.words),
                Ok(None) => is_unanswered = true,
                Err(()) => return Err(Need::Annotation { told: Box::new(told) }),
            }
            if !is_unanswered {
                annotate_with(&mut told, probe.annotation(), &probe.words);
            }
        }
        let compared = of_same_thing(state, &judged, &Claim::from(&told));
        let is_versioned = self.policy.strategies.versions;
        let by_version =
            || by_key(state, &told, probe, except).or_else(|| by_words_of_change(state, &told, probe, &compared));
        let found = self
            .by_fingerprint(state, &told, probe, &compared, answers.has_model)
            .or_else(|| is_versioned.then(by_version).flatten());
        let (outcome, strategy) = match found {
            Some(found) => found,
            None => match self.by_model(state, &told, probe, &compared, answers)? {
                Some(found) => found,
                None => {
                    is_unanswered = true;
                    (Outcome::Insert, Strategy::Gate)
                }
            },
        };
        let shown = outcome.known().first().copied();
        let mut evidence = if shown.is_some() { evidence(&judged.compared, shown) } else { judged.evidence };
        if strategy == Strategy::Fingerprint {
            evidence.fingerprint = Some(told.fingerprint.clone());
        }
        Ok(Ruling { outcome, strategy, evidence, told, is_unanswered })
    }

    /// A record with what is found of its text; `None` where a model was asked in vain, and `Err` where it has to be asked first.
    pub(super) fn named(&self, mut told: Record, answers: &Answers) -> Result<Option<Record>, Need> {
        let probe = Probe::of(&told.text);
        if self.annotates() && answers.has_model {
            match answers.annotation(&probe.text) {
                Ok(Some(found)) => annotate_with(&mut told, found, &probe.words),
                Ok(None) => return Ok(None),
                Err(()) => return Err(Need::Annotation { told: Box::new(told) }),
            }
        }
        if self.annotates() {
            annotate_with(&mut told, probe.annotation(), &probe.words);
        }
        Ok(Some(told))
    }

    /// What a text claims to be where no model is asked what it is.
    pub(super) fn claim<'a>(&self, given: Claim<'a>, probe: &'a Probe) -> Claim<'a> {
        if self.annotates() { filled(given, probe.annotation()) } else { given }
    }

    /// Whether a strategy needs to know more of a text than its words.
    fn annotates(&self) -> bool {
        self.policy.strategies.fingerprint || self.policy.strategies.versions
    }

    /// What a model makes of a text that rules leave open; `None` where it was asked in vain.
    fn by_model(
        &self,
        state: &ScopeState,
        told: &Record,
        probe: &Probe,
        compared: &[&Compared],
        answers: &Answers,
    ) -> Result<Option<(Outcome, Strategy)>, Need> {
        let insert = (Outcome::Insert, Strategy::Gate);
        let open = self.open_question(state, told, probe, compared, answers.has_model);
        let Some((one, is_slot)) = open else { return Ok(Some(insert)) };
        let (id, Some(stored)) = (one.near.id, state.record(one.near.id)) else { return Ok(Some(insert)) };
        let dispute = (Outcome::Dispute { known: id }, Strategy::Versions);
        if !answers.has_model {
            return Ok(Some(if is_slot { dispute } else { insert }));
        }
        let Ok(answer) = answers.relation(&told.text, &stored.text) else {
            let (told, stored) = (Box::new(told.clone()), Box::new(stored.clone()));
            return Err(Need::Relation { told, stored });
        };
        // Whatever a model says, what differs in a number or a name is not the same.
        let is_guarded = !one.comparison.guards.is_empty() || !self.policy.strategies.gate;
        let is_versioned = self.policy.strategies.versions;
        Ok(answer.map(|relation| match relation {
            Relation::Same if !is_guarded => (Outcome::Touch { known: id }, Strategy::Gate),
            Relation::Refines if !is_guarded => (Outcome::Refine { known: id }, Strategy::Gate),
            Relation::Replaces if is_versioned => (Outcome::Follow { known: vec![id] }, Strategy::Versions),
            Relation::Contradicts if is_versioned => dispute,
            Relation::Same | Relation::Refines | Relation::Replaces | Relation::Contradicts | Relation::Unrelated => {
                insert
            }
        }))
    }

    /// The record that the text may repeat, replace or contradict, where rules can't tell: one whose value alone differs, else one that is close
    /// while each says something that the other does not. The flag says which.
    fn open_question<'a>(
        &self,
        state: &ScopeState,
        told: &Record,
        probe: &Probe,
        compared: &[&'a Compared],
        has_model: bool,
    ) -> Option<(&'a Compared, bool)> {
        let stored = |one: &&&Compared| state.record(one.near.id);
        // A habit, a passing state and a guess are never held against each other.
        let is_open = |one: &&&Compared| {
            !told.settled.contains(&one.near.id) && stored(one).is_some_and(|stored| stored.kind() == told.kind())
        };
        let has_slot = |one: &&&Compared| {
            let guards = &one.comparison.guards;
            !guards.is_empty()
                && probe.told().may_have_slot()
                && stored(one).is_some_and(|stored| probe.told().slot(one.told(stored)).is_some())
        };
        if self.policy.strategies.versions
            && let Some(one) = compared.iter().filter(is_open).find(has_slot)
        {
            return Some((one, true));
        }
        let asks_on = has_model && self.policy.strategies.versions;
        let least = |one: &Compared| {
            let guards = &one.comparison.guards;
            // What a guard keeps apart is not the same, whatever a model says: it is asked where the answer may be that one replaces or contradicts the other.
            let may_change = || {
                let is_late = |stored: &Record| told.observed_given && told.observed_at < stored.observed_at;
                let later = state.record(one.near.id).filter(|stored| is_late(stored));
                later.map_or_else(|| probe.told(), |stored| one.told(stored)).hints_at_change()
            };
            let is_wording = || guards.iter().all(|found| OF_WORDING.contains(&found.guard));
            if guards.is_empty() {
                Some(self.thresholds.duplicate)
            } else if !asks_on {
                None
            } else if may_change() {
                Some(self.thresholds.related)
            } else {
                (!is_wording()).then_some(self.thresholds.duplicate)
            }
        };
        // What is not even related is not read for hints.
        let is_close = |one: &&&Compared| {
            let floor = self.thresholds.related.min(self.thresholds.duplicate);
            let cosine = one.near.cosine.filter(|cosine| floor <= *cosine);
            cosine.is_some_and(|cosine| least(one).is_some_and(|least| least <= cosine))
        };
        compared.iter().filter(is_open).find(is_close).map(|one| (*one, false))
    }

    /// What a record with the text's fingerprint, or nearly, comes to, that no guard keeps apart from it.
    fn by_fingerprint(
        &self,
        state: &ScopeState,
        told: &Record,
        probe: &Probe,
        compared: &[&Compared],
        has_model: bool,
    ) -> Option<(Outcome, Strategy)> {
        if !self.policy.strategies.fingerprint {
            return None;
        }
        let claim = Claim::from(told);
        let (id, says_more) = compared.iter().find_map(|one| {
            let other = state.record(one.near.id)?;
            let is_equal = other.fingerprint == told.fingerprint;
            let is_one = one.comparison.guards.is_empty()
                // A summary by rule has no articles: where words alone make it, they have to agree.
                && (is_equal && (has_model || one.comparison.by_vector != Verdict::Apart) || one.comparison.is_near)
                && claim.allows(&Claim::from(other));
            let says_more = if is_equal {
                other.text.chars().count() < probe.text.chars().count()
            } else {
                one.comparison.by_vector == Verdict::Updated
            };
            is_one.then_some((one.near.id, says_more))
        })?;
        let outcome = if says_more { Outcome::Refine { known: id } } else { Outcome::Touch { known: id } };
        Some((outcome, Strategy::Fingerprint))
    }
}

impl Outcome {
    /// The records that it speaks of.
    pub(super) fn known(&self) -> Vec<RecordId> {
        match self {
            Self::Touch { known } | Self::Refine { known } | Self::Dispute { known } => vec![*known],
            Self::Follow { known } => known.clone(),
            Self::Insert => Vec::new(),
        }
    }
}

/// What a text claims to be once what the caller left open is filled in.
fn filled<'a>(given: Claim<'a>, found: &'a annotate::Annotation) -> Claim<'a> {
    // A value belongs to its key: of another's key it says nothing.
    let is_of_key = given.key.is_none() || given.key == found.key.as_deref();
    Claim {
        kind: given.kind.or(found.kind),
        key: given.key.or(found.key.as_deref()),
        value: given.value.filter(|_| given.key.is_some()).or(found.value.as_deref().filter(|_| is_of_key)),
        subject: given.subject.or(found.subject.as_deref()),
    }
}

/// Fills in what the caller left open.
fn annotate_with(told: &mut Record, found: &annotate::Annotation, words: &Words) {
    let Claim { kind, key, value, subject } = filled(Claim::from(&*told), found);
    let [key, value, subject] = [key, value, subject].map(|text| text.map(str::to_owned));
    (told.kind, told.key, told.value, told.subject) = (kind, key, value, subject);
    told.topic = told.topic.take().or_else(|| found.topic.clone());
    told.valid_until = told.valid_until.or(found.valid_until);
    told.fingerprint = fingerprint_of(&found.summary, words);
}

/// The compared records that may speak of the same thing, by what is known of both.
fn of_same_thing<'a>(state: &ScopeState, judged: &'a Judged, claim: &Claim<'_>) -> Vec<&'a Compared> {
    let agrees = |one: &&Compared| {
        !one.is_whole && state.record(one.near.id).is_some_and(|record| claim.is_of_one_thing(&record.into()))
    };
    judged.compared.iter().filter(agrees).collect()
}

fn known_by(verdict: Verdict, known: RecordId) -> Option<Outcome> {
    match verdict {
        Verdict::Duplicate => Some(Outcome::Touch { known }),
        Verdict::Updated => Some(Outcome::Refine { known }),
        Verdict::Apart => None,
    }
}

/// What the records come to that hold a value of the text's key.
fn by_key(state: &ScopeState, told: &Record, probe: &Probe, except: Option<RecordId>) -> Option<(Outcome, Strategy)> {
    let (key, value) = (told.key.as_deref()?, told.value.as_deref()?);
    let holding: Vec<(&Record, &str)> = state
        .holding(version::subject_of(told), key)
        .filter(|other| other.kind() == told.kind() && is_held_against(other, except))
        .filter_map(|other| Some((other, other.value.as_deref()?)))
        .collect();
    if let Some((same, _)) = holding.iter().find(|(_, said)| version::is_same_value(said, value)) {
        let comparison = gate::compare_words(&probe.words, &words(&same.text));
        let known = same.id;
        if !comparison.guards.is_empty() {
            // Not that record's memory; but what holds another value is outlived all the same.
            let others = holding.iter().filter(|(_, said)| !version::is_same_value(said, value));
            return follow(others.map(|(other, _)| other.id).filter(|other| !told.settled.contains(other)).collect());
        }
        let outcome = match comparison.by_vector {
            Verdict::Updated => Outcome::Refine { known },
            Verdict::Duplicate | Verdict::Apart => Outcome::Touch { known },
        };
        return Some((outcome, Strategy::Versions));
    }
    let ids = holding.into_iter().map(|(other, _)| other.id);
    follow(ids.filter(|other| !told.settled.contains(other)).collect())
}

/// The records that the text denies, or that its words of change or ending retire; or whose words retire it, where it is told late.
fn by_words_of_change(
    state: &ScopeState,
    told: &Record,
    probe: &Probe,
    compared: &[&Compared],
) -> Option<(Outcome, Strategy)> {
    let denies = |one: &Compared, stored: &Record| one.comparison.is_denial && told.kind() == stored.kind();
    let says_change = probe.told().tells_change();
    let ends = |one: &&&Compared| {
        state.record(one.near.id).is_some_and(|stored| {
            let is_late = told.observed_given && told.observed_at < stored.observed_at;
            denies(one, stored)
                || says_change && probe.told().retires(one.told(stored)).is_some()
                || is_late && one.told(stored).retires(probe.told()).is_some()
        })
    };
    follow(compared.iter().filter(ends).map(|one| one.near.id).collect())
}

fn follow(known: Vec<RecordId>) -> Option<(Outcome, Strategy)> {
    (!known.is_empty()).then_some((Outcome::Follow { known }, Strategy::Versions))
}
