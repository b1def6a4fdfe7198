//! A context for a prompt: what is pinned, then what answers best, as far as it fits.

use crate::error::MemoryError;
use crate::llm::context::{Shown, render, tokens};
use crate::record::{Context, ContextInput, Hit, RecallInput, Record, Scope, Version};
use crate::sorted::sort_by;
use crate::text::similarity::containment;
use crate::text::tokenize::terms;
use crate::version;

use super::Engine;
use super::conflicts::question_of;
use super::held::Marks;
use super::recall::scopes_of;
use super::state::ScopeState;

/// The share of the budget, one part of so many, that pinned memories may take which do not answer the query, so that those that do have room.
///
/// Source: a judgement.
const PINNED_PART: usize = 2;

/// Sentences of a merged record, at most, that are shown beside its text since they share words with what was asked, and where none does.
///
/// Source: a judgement; a few that answer are worth more than other memories, and those that only belong to the topic are not.
const MOST_ALSO: usize = 8;
const MOST_UNASKED: usize = 3;

impl Engine {
    /// What is known about a query, as a text for a prompt of at most `max_tokens` tokens: first what is pinned, then what answers best, each quoted
    /// and dated, with what it said before, and with the question to put to the user where values stand against each other. What is shown
    /// counts as used.
    ///
    /// # Errors
    /// As [`Self::recall`].
    pub async fn context(&self, scope: &Scope, query: &str, input: ContextInput) -> Result<Context, MemoryError> {
        let ContextInput { recall, max_tokens } = input;
        let hits = self.recall(scope, query, RecallInput { touch: false, ..recall.clone() }).await?;
        let (pinned, others): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| hit.record.pinned);
        let mut hits = pinned;
        let more = self.pinned_besides(scope, &recall, &hits, max_tokens / PINNED_PART);
        hits.extend(more);
        hits.extend(others);
        let asked = terms(query);
        let memories: Vec<Shown> =
            hits.iter().map(|hit| self.with(&hit.scope, |state| self.shown(state, hit, &asked))).collect();
        let (text, places) = render(&memories, max_tokens);
        let hits: Vec<Hit> = places.into_iter().filter_map(|place| hits.get(place).cloned()).collect();
        if recall.touch {
            self.note_touches(hits.iter().map(|hit| (hit.scope.clone(), hit.record.id)));
        }
        Ok(Context { text, hits })
    }

    /// What else is pinned, in order of creation, as far as it fits into so many tokens.
    fn pinned_besides(&self, scope: &Scope, recall: &RecallInput, hits: &[Hit], most: usize) -> Vec<Hit> {
        let now = self.inner.clock.now();
        let mut left = most;
        let mut fits = |record: &Record| {
            let needed = tokens(&record.text);
            let fits = needed <= left;
            left -= if fits { needed } else { 0 };
            fits
        };
        let mut found = Vec::new();
        for scope in &scopes_of(scope, recall) {
            self.with(scope, |state| {
                let is_wanted = |record: &Record| {
                    record.is_current(recall.as_of.unwrap_or(now))
                        && recall.filter.admits(record)
                        && hits.iter().all(|hit| hit.record.id != record.id)
                };
                let pinned = state.stored_marked(Marks::PINNED).filter(|record| is_wanted(record) && fits(record));
                found.extend(pinned.map(|record| Hit {
                    text: record.text.clone(),
                    score: 0.0,
                    record: record.into_owned(),
                    scope: scope.clone(),
                    version: None,
                    why: None,
                }));
            });
        }
        found
    }

    fn shown(&self, state: &ScopeState, hit: &Hit, asked: &[String]) -> Shown {
        let record = &hit.record;
        let is_past = hit.version.is_some();
        // Of a version that is shown for itself no earlier one is told.
        let before = if is_past { None } else { before(record, &state.earlier(record)) };
        let question = if is_past { None } else { question_of(state, record) };
        let also = if is_past { Vec::new() } else { also(record, asked) };
        Shown { record: record.clone(), text: hit.text.clone(), is_past, also, before, question }
    }
}

/// The sentences of a merged record that its text does not say and that share words with what was asked, most of them first; where none does, its first ones.
fn also(record: &Record, asked: &[String]) -> Vec<String> {
    if !record.merged {
        return Vec::new();
    }
    let said = terms(&record.text);
    // Of a named value the last version holds.
    let older = record.facts.values().flat_map(|versions| versions.split_last().map_or(&[][..], |(_, older)| older));
    let past: Vec<&str> = record.history.iter().chain(older).map(|version| version.text.as_str()).collect();
    let is_past = |text: &str| past.contains(&text);
    let sentences = record.details.iter().map(|detail| &detail.text).filter(|text| !is_past(text));
    let mut unsaid: Vec<(f64, &String)> = sentences
        .map(|text| (terms(text), text))
        .filter(|(terms, _)| containment(terms, &said) < 1.0)
        .map(|(terms, text)| (containment(asked, &terms), text))
        .collect();
    sort_by(&mut unsaid, |one, other| other.0.total_cmp(&one.0));
    let n_answers = unsaid.iter().filter(|(share, _)| 0.0 < *share).count();
    let n_shown = if n_answers == 0 { MOST_UNASKED } else { n_answers.min(MOST_ALSO) };
    unsaid.into_iter().take(n_shown).map(|(_, text)| text.clone()).collect()
}

/// The last value before the present one, with when that took its place; `None` where an earlier writing says the same.
fn before(record: &Record, earlier: &[Version]) -> Option<(String, crate::record::Timestamp)> {
    let last = earlier.last()?;
    let now = record.value.as_ref().unwrap_or(&record.text);
    let is_other = !version::is_same_value(&last.value, now) && last.text != record.text;
    is_other.then(|| (last.text.clone(), record.observed_at))
}
