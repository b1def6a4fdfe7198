//! Which records answer a query, best first: found in each scope, weighed together.

use crate::annotate::{AskedKey, USER, asked_key};
use crate::decay;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::Clock;
use crate::record::{Hit, Kind, RecallInput, Record, RecordId, Scope, Span, Status, Tier, Timestamp, Why};
use crate::retrieve::asked_time::{asked_time, timeliness};
use crate::retrieve::fuse::{self, Candidate};
use crate::retrieve::simd::dot;
use crate::retrieve::tiered::Reach;
use crate::sorted::{SortedMap, SortedSet, sort_by};
use crate::text::asked::{Asked, asked};
use crate::text::tokenize::terms;
use crate::version::{as_version, subject_of};

use super::Engine;
use super::alike::says_nothing_beside;
use super::held::Marks;
use super::search::Near;
use super::state::ScopeState;

/// Candidates, by vector and by words each, for each hit that is wanted, and how many there are at least: what they have in common is measured on them.
///
/// Source: on LoCoMo 32, 64, 100 and 128 find the same but for half a point.
const RANKED: usize = 2;
const LEAST_RANKED: usize = 64;

/// What is asked.
pub(super) struct Question<'a> {
    words: Vec<Asked>,
    /// The words, each once, ascending.
    distinct: SortedSet<String>,
    vector: Option<&'a Embedding>,
    time: Option<Span>,
    /// The attribute that is asked for.
    key: Option<AskedKey>,
    input: &'a RecallInput,
    now: Timestamp,
}

/// A record that may be a hit; nothing of it is copied so far.
pub(super) struct Ranked {
    /// Which of the scopes it is of.
    scope: usize,
    id: RecordId,
    slot: u32,
    why: Why,
}

impl<'a> Question<'a> {
    pub(super) fn new(query: &str, vector: Option<&'a Embedding>, input: &'a RecallInput, clock: &dyn Clock) -> Self {
        let (now, zone) = (clock.now(), |at: Timestamp| clock.local_offset_ms(at));
        let words = asked(query);
        let distinct = words.iter().map(|word| word.term.clone()).collect();
        let time = asked_time(query, input.as_of.unwrap_or(now), &zone);
        Self { words, distinct, vector, time, key: asked_key(query), input, now }
    }

    pub(super) fn input(&self) -> &'a RecallInput {
        self.input
    }

    fn wants_history(&self) -> bool {
        self.input.include_history || self.input.as_of.is_some()
    }

    fn wants_cold(&self) -> bool {
        self.input.include_cold || self.input.filter.names_tier()
    }

    /// Whether a record may be a hit.
    fn admits(&self, record: &Record) -> bool {
        let is_history = self.wants_history() && is_past(record, self.now);
        // What has run out by now may have held then.
        let holds = record.is_current(self.input.as_of.unwrap_or(self.now)) || is_history;
        let filter = &self.input.filter;
        holds
            && (self.wants_cold() || record.tier == Tier::Hot || is_history)
            && (filter.admits(record) || is_history && !filter.names_status() && filter.admits_but_for_status(record))
    }

    /// As [`Self::admits`], of an active record by its marks, where they tell.
    fn admits_known(&self, marks: Marks) -> Option<bool> {
        let is_told = !marks.has(Marks::ENDS) && self.input.filter.wants_all();
        is_told.then(|| self.wants_cold() || !marks.has(Marks::COLD))
    }

    /// Whether a record holds the attribute that is asked for.
    fn asks_for(&self, record: &Record) -> bool {
        let is_asked = |asked: &AskedKey| {
            record.key.as_deref().is_some_and(|key| asked.is(key)) && subject_of(record) == asked.subject
        };
        self.key.as_ref().is_some_and(is_asked)
    }

    /// Whether the query names whom a record is about, and that is not the user.
    fn names(&self, subject: &str) -> bool {
        let words = terms(subject);
        !words.is_empty() && subject != USER && words.iter().all(|word| self.distinct.contains(word))
    }
}

impl Engine {
    /// Every record that may answer, best first; of equals the newest. Vectors that are not in memory are read first.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`] where a vector is.
    pub(super) async fn rank(&self, scopes: &[Scope], question: &Question<'_>) -> Result<Vec<Ranked>, MemoryError> {
        let mut ranked = Vec::new();
        self.settle_vectors(scopes, &mut || ranked = self.rank_once(scopes, question)).await?;
        Ok(ranked)
    }

    fn rank_once(&self, scopes: &[Scope], question: &Question<'_>) -> Vec<Ranked> {
        let limit = question.input.limit.saturating_mul(RANKED).max(LEAST_RANKED);
        let reach = if question.wants_cold() || question.wants_history() { Reach::All } else { Reach::Hot };
        let mut ranked = Vec::new();
        let mut candidates = Vec::new();
        let mut named = SortedMap::new();
        for (place, scope) in scopes.iter().enumerate() {
            self.peek(scope, |state| {
                let vector = question.vector.filter(|vector| state.dimension() == Some(vector.dimension()));
                let (wanted, known_wanted) =
                    (|record: &Record| question.admits(record), |marks| question.admits_known(marks));
                let mut found = state.search(&question.words, vector, (limit, reach), &wanted, &known_wanted);
                add_asked(state, question, vector, &mut found);
                for near in found {
                    let Some(record) = state.stored_at(near.slot) else { continue };
                    candidates.push(self.candidate(record, (place, scope), &near, question, &mut named));
                    ranked.push(Ranked { scope: place, id: near.id, slot: near.slot, why: Why::default() });
                }
            });
        }
        self.centre(scopes, question, &ranked, &mut candidates);
        for (ranked, why) in ranked.iter_mut().zip(fuse::weigh(&candidates)) {
            ranked.why = why;
        }
        sort_by(&mut ranked, |one, other| other.why.sum().total_cmp(&one.why.sum()).then(other.id.cmp(&one.id)));
        ranked
    }

    fn candidate(
        &self,
        record: &Record,
        (place, scope): (usize, &Scope),
        near: &Near,
        question: &Question<'_>,
        named: &mut SortedMap<String, bool>,
    ) -> Candidate {
        let decay = match self.inner.policy.strategies.decay {
            true => decay::ranking_factor(record, scope.run_id.is_some(), &self.inner.policy.decay, question.now),
            false => 1.0,
        };
        let mut names = |subject: &String| match named.get(subject) {
            Some(is_named) => *is_named,
            None => *named.entry(subject.clone()).or_insert(question.names(subject)),
        };
        let last = timeliness(question.time, record.last_observed());
        Candidate {
            cosine: near.cosine,
            words: near.words,
            centrality: None,
            scope: place,
            observed_at: record.observed_at,
            decay,
            confidence: record.confidence,
            is_guess: record.kind() == Kind::Inference,
            is_asked: question.asks_for(record),
            is_named: record.subject.as_ref().is_some_and(&mut names),
            timeliness: timeliness(question.time, record.observed_at).max(last),
        }
    }

    /// Measures how near each candidate is to all of them.
    fn centre(&self, scopes: &[Scope], question: &Question<'_>, ranked: &[Ranked], candidates: &mut [Candidate]) {
        let Some(query) = question.vector else { return };
        let mut mean = vec![0.0_f32; query.dimension()];
        let of_candidates = |look: &mut dyn FnMut(usize, &[f32])| {
            for (place, scope) in scopes.iter().enumerate() {
                self.peek(scope, |state| {
                    for (at, near) in ranked.iter().enumerate().filter(|(_, near)| near.scope == place) {
                        if let Some(values) = state.vector_at(near.slot).filter(|row| row.len() == query.dimension()) {
                            look(at, values);
                        }
                    }
                });
            }
        };
        let mut n_vectors = 0.0_f32;
        of_candidates(&mut |_, values| {
            n_vectors += 1.0;
            mean.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        });
        mean.iter_mut().for_each(|sum| *sum /= n_vectors.max(1.0));
        of_candidates(&mut |at, values| candidates[at].centrality = Some(f64::from(dot(&mean, values))));
    }

    /// The best of what was ranked as hits, at most `limit`: those that are good enough, each open conflict with two of its sides, and nothing twice.
    pub(super) fn hits(&self, scopes: &[Scope], question: &Question<'_>, ranked: &[Ranked], limit: usize) -> Vec<Hit> {
        let least = question.input.min_score.unwrap_or(0.0);
        // Who asks for what was, or for what is hidden, wants to see each record.
        let folds = !question.wants_history() && !question.input.filter.names_status();
        let mut chosen: Vec<Ranked> = Vec::new();
        for near in ranked {
            if limit <= chosen.len() || near.why.sum() <= 0.0 || near.why.score() < least {
                break;
            }
            // What else is known of a record makes it no answer where neither its meaning nor a word does.
            if near.why.relevance <= 0.0 && near.why.key <= 0.0 {
                continue;
            }
            let is_chosen =
                |id: RecordId, chosen: &[Ranked]| chosen.iter().any(|one| (one.scope, one.id) == (near.scope, id));
            if is_chosen(near.id, &chosen) {
                continue;
            }
            self.with(&scopes[near.scope], |state| {
                let Some(record) = state.stored(near.id) else { return };
                let same = |kept: &&mut Ranked| {
                    let of_one_scope = kept.scope == near.scope;
                    let stored = state.stored(kept.id).filter(|_| of_one_scope);
                    stored.is_some_and(|stored| says_nothing_beside(state, (record, near.slot), (stored, kept.slot)))
                };
                if folds && let Some(kept) = chosen.iter_mut().find(same) {
                    kept.why.folded += 1;
                    return;
                }
                chosen.push(Ranked { why: near.why, ..*near });
                // Several may say what one of them says: the nearest speaks for the other side.
                if record.opponents.iter().any(|id| is_chosen(*id, &chosen)) {
                    return;
                }
                let own = |id: RecordId| ranked.iter().find(|one| (one.scope, one.id) == (near.scope, id));
                let opponents = record.opponents.iter().filter_map(|id| state.stored(*id));
                let opponents = opponents
                    .filter(|opponent| question.admits(opponent))
                    .map(|opponent| (opponent.id, own(opponent.id).map(|one| one.why).unwrap_or_default()));
                let nearest =
                    opponents.max_by(|one, other| one.1.sum().total_cmp(&other.1.sum()).then(other.0.cmp(&one.0)));
                if let Some((id, why)) = nearest
                    && let Some(slot) = state.roll.slot(id)
                {
                    let why = Why { conflict: near.why.sum() - why.sum(), ..why };
                    chosen.push(Ranked { scope: near.scope, id, slot, why });
                }
            });
        }
        chosen.truncate(limit);
        chosen.into_iter().filter_map(|near| self.hit(&scopes[near.scope], question, &near)).collect()
    }

    fn hit(&self, scope: &Scope, question: &Question<'_>, near: &Ranked) -> Option<Hit> {
        let record = self.with(scope, |state| state.stored(near.id).cloned())?;
        let version = is_past(&record, question.input.as_of.unwrap_or(question.now)).then(|| as_version(&record));
        Some(Hit {
            text: record.text.clone(),
            score: near.why.score(),
            record,
            scope: scope.clone(),
            version,
            why: question.input.explain.then_some(near.why),
        })
    }
}

/// Adds what holds the attribute that is asked for: it may have no word of the question, and no vector near it.
fn add_asked(state: &ScopeState, question: &Question<'_>, vector: Option<&Embedding>, found: &mut Vec<Near>) {
    let Some(asked) = &question.key else { return };
    for record in state.holding(&asked.subject, &asked.key).filter(|record| question.admits(record)) {
        let slot = state.roll.slot(record.id).filter(|slot| found.iter().all(|near| near.slot != *slot));
        if let Some(slot) = slot {
            let cosine = vector.and_then(|vector| state.cosine_at(vector, slot));
            found.push(Near { id: record.id, slot, cosine, words: 0.0 });
        }
    }
}

/// Whether it held once: another's value took its place, or its time has run out.
fn is_past(record: &Record, now: Timestamp) -> bool {
    record.status == Status::Superseded || record.is_known() && !record.is_current(now)
}

/// What held at a time: of each history that was found the version of that time, with the best score of its versions.
pub(super) fn held_at(state: &ScopeState, hits: Vec<Hit>, at: Timestamp) -> Vec<Hit> {
    let mut best: SortedMap<RecordId, Hit> = SortedMap::new();
    for hit in hits {
        let root = state.successor(&hit.record).id;
        match best.get_mut(&root) {
            Some(known) if hit.score <= known.score => {}
            Some(known) => *known = hit,
            None => {
                best.insert(root, hit);
            }
        }
    }
    let then = |(root, hit): (RecordId, Hit)| {
        let root = state.stored(root)?;
        let version = state.history(root).into_iter().rfind(|version| version.observed_at <= at)?;
        let is_now = version.text == root.text;
        let sayer = state.sayer(root, &version).unwrap_or(root).clone();
        // It may have run out before another took its place.
        if sayer.valid_until.is_some_and(|until| until <= at) {
            return None;
        }
        Some(Hit { text: version.text.clone(), record: sayer, version: (!is_now).then_some(version), ..hit })
    };
    best.into_iter().filter_map(then).collect()
}
