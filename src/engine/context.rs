//! A context for a prompt: what is pinned, then what answers best, as far as it fits.

use crate::error::MemoryError;
use crate::llm::context::{Shown, render, tokens};
use crate::record::{Context, ContextInput, Hit, RecallInput, Record, Scope, Version};
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
        let memories: Vec<Shown> =
            hits.iter().map(|hit| self.with(&hit.scope, |state| self.shown(state, hit))).collect();
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

    fn shown(&self, state: &ScopeState, hit: &Hit) -> Shown {
        let record = &hit.record;
        let is_past = hit.version.is_some();
        // Of a version that is shown for itself no earlier one is told.
        let before = if is_past { None } else { before(record, &state.earlier(record)) };
        let question = if is_past { None } else { question_of(state, record) };
        Shown { record: record.clone(), text: hit.text.clone(), is_past, before, question }
    }
}

/// The last value before the present one, with when that took its place; `None` where an earlier writing says the same.
fn before(record: &Record, earlier: &[Version]) -> Option<(String, crate::record::Timestamp)> {
    let last = earlier.last()?;
    let now = record.value.as_ref().unwrap_or(&record.text);
    let is_other = !version::is_same_value(&last.value, now) && last.text != record.text;
    is_other.then(|| (last.text.clone(), record.observed_at))
}
