//! Asking the embedding callback for the vectors that a chunk of writes needs.

use std::collections::{BTreeMap, BTreeSet};

use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::gate::{Claim, Verdict};
use crate::ports::Purpose;
use crate::record::{Record, RecordId, Scope};

use super::Engine;
use super::answered;
use super::state::ScopeState;
use super::write::Write;

/// Waiting records that one embedding call takes along.
const TAKEN_ALONG: usize = 16;

/// What the embedding callback gave for a chunk of writes.
#[derive(Default)]
pub(super) struct Vectors {
    /// By text.
    pub(super) of_texts: BTreeMap<String, Embedding>,
    /// Of records that waited for one, with the text that it belongs to.
    pub(super) of_waiting: Vec<(RecordId, String, Embedding)>,
    pub(super) calls: u32,
    /// Milliseconds for which it was waited for.
    pub(super) waited_ms: f64,
}

impl Engine {
    /// Vectors for the texts that the rules alone can't decide, in one call, and for records that wait for one. Whatever the callback
    /// does is no error.
    pub(super) async fn vectors(&self, scope: &Scope, writes: &[Write]) -> Vectors {
        let mut vectors = Vectors::default();
        let _permit = self.waited(&mut vectors.waited_ms, self.permit()).await;
        let (texts, waiting) = self.with(scope, |state| (self.undecided(state, writes), self.waiting(state)));
        let along = waiting.iter().filter(|(_, _, stale)| !texts.is_empty() || !stale);
        let along: Vec<(RecordId, String)> = along.map(|(id, text, _)| (*id, text.clone())).collect();
        let all: Vec<String> = texts.iter().cloned().chain(along.iter().map(|(_, text)| text.clone())).collect();
        if all.is_empty() {
            return vectors;
        }
        let count = |vectors: &mut Vectors| vectors.calls += u32::from(self.inner.embedder.is_callback());
        count(&mut vectors);
        match self.waited(&mut vectors.waited_ms, self.embed_for(scope, &all)).await {
            Ok(answer) => {
                let mut answer = answer.into_iter();
                vectors.of_texts = texts.into_iter().zip(answer.by_ref()).collect();
                vectors.of_waiting =
                    along.into_iter().zip(answer).map(|((id, text), vector)| (id, text, vector)).collect();
            }
            Err(err) => {
                self.warn(&err, "what was written is stored without a vector and waits");
                let slow = matches!(err, MemoryError::Timeout { .. });
                if !slow && !texts.is_empty() && !along.is_empty() {
                    // What waits may be what the callback can't take.
                    count(&mut vectors);
                    if let Ok(answer) = self.waited(&mut vectors.waited_ms, self.embed_for(scope, &texts)).await {
                        vectors.of_texts = texts.into_iter().zip(answer).collect();
                    }
                }
            }
        }
        vectors
    }

    /// Vectors of the dimension that the scope's others have.
    pub(super) async fn embed_for(&self, scope: &Scope, texts: &[String]) -> Result<Vec<Embedding>, MemoryError> {
        let answer = self.embed(texts, Purpose::Document).await?;
        let known = self.with(scope, ScopeState::dimension);
        match (known, answer.first().map(Embedding::dimension)) {
            (Some(known), Some(found)) if known != found => {
                Err(MemoryError::BadVector(format!("the vectors have {found} numbers, the stored ones have {known}")))
            }
            _ => Ok(answer),
        }
    }

    /// The texts that need a vector to be decided or found, each once.
    fn undecided(&self, state: &ScopeState, writes: &[Write]) -> Vec<String> {
        let rules = self.rules();
        let answered = |write: &Write| {
            let key = write.input.idempotency_key.as_deref();
            key.is_some_and(|key| state.answers.find(&answered::name(key)).is_some())
        };
        // A fuller text needs a vector of its own; a callback is asked for it later, together with another text's.
        let later = self.inner.embedder.is_callback();
        let settled =
            |write: &Write| match rules.judge(state, &write.probe, &Claim::from(&write.input), None, None).verdict {
                Verdict::Duplicate => true,
                Verdict::Updated => later,
                Verdict::Apart => false,
            };
        let mut keys: BTreeSet<&str> = BTreeSet::new();
        let mut texts = Vec::new();
        for write in writes {
            // With the gate on, the second of two that are the same word for word is known by the time it is decided.
            let repeats = self.inner.policy.strategies.gate && keys.contains(write.probe.key.as_str());
            if repeats || texts.contains(&write.input.text) || answered(write) || settled(write) {
                continue;
            }
            keys.insert(&write.probe.key);
            texts.push(write.input.text.clone());
        }
        texts
    }

    /// Records that wait for a vector, oldest first, with their text and whether only a better one is missing.
    fn waiting(&self, state: &ScopeState) -> Vec<(RecordId, String, bool)> {
        // What waits for a model alone has its vector.
        let lacks_one = |record: &&Record| record.reembed || state.vector(record.id).is_none();
        state
            .waiting()
            .filter(lacks_one)
            .take(TAKEN_ALONG)
            .map(|record| (record.id, record.text.clone(), !record.pending))
            .collect()
    }
}
