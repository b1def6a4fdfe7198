//! Asking the embedding callback for the vectors that a chunk of writes needs.

use crate::sorted::{SortedMap, SortedSet};

use futures_util::future::join;

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

/// What is done where the callback fails.
const STORED_WITHOUT: &str = "what was written is stored without a vector and waits";

/// What is done where the callback takes all texts but the probe.
const NOT_KNOWN_AGAIN: &str = "a silent change of the embedding model may go unnoticed";

/// What the embedding callback gave for a chunk of writes.
#[derive(Default)]
pub(super) struct Vectors {
    /// By text.
    pub(super) of_texts: SortedMap<String, Embedding>,
    /// Of records that waited for one, with the text that it belongs to.
    pub(super) of_waiting: Vec<(RecordId, String, Embedding)>,
    /// The name that they are to be stored under.
    pub(super) model: String,
    pub(super) calls: u32,
    /// Milliseconds for which it was waited for.
    pub(super) waited_ms: f64,
}

impl Vectors {
    /// What is for records that waited, if it is of `model`: another handle may have begun anew meanwhile.
    pub(super) fn waiting_for(&self, model: &str) -> std::slice::Iter<'_, (RecordId, String, Embedding)> {
        if self.model == model { self.of_waiting.iter() } else { [].iter() }
    }
}

impl Engine {
    /// Vectors for the texts that the rules alone can't decide, in one call, and for records that wait for one; beside it a second call
    /// measures a model that is new. Whatever the callback does is no error.
    pub(super) async fn vectors(&self, scope: &Scope, writes: &[Write]) -> Vectors {
        let mut vectors = Vectors { model: self.inner.model.borrow().tag(), ..Vectors::default() };
        if self.is_other_model() {
            return vectors;
        }
        let _permit = self.waited(&mut vectors.waited_ms, self.permit()).await;
        let (texts, waiting) = self.with(scope, |state| (self.undecided(state, writes), self.waiting(state)));
        let along = waiting.into_iter().filter(|(_, _, stale)| !texts.is_empty() || !stale);
        let along: Vec<(RecordId, String)> = along.map(|(id, text, _)| (id, text)).collect();
        if texts.is_empty() && along.is_empty() {
            return vectors;
        }
        let mut calls = 0;
        let answers = async {
            if !self.is_calibration_due() {
                return self.embedded(scope, &texts, &along, &mut calls).await;
            }
            let end = self.inner.clock.sleep(self.inner.policy.timeouts.embed_ms);
            // Side by side where that is allowed, so that a write waits no longer for being the first.
            let second = self.inner.permits.try_acquire();
            let (answer, more) = if second.is_ok() {
                join(self.embedded(scope, &texts, &along, &mut calls), self.calibrate_by_the_way(end)).await
            } else {
                (self.embedded(scope, &texts, &along, &mut calls).await, self.calibrate_by_the_way(end).await)
            };
            calls += more;
            answer
        };
        let answer = self.waited(&mut vectors.waited_ms, answers).await;
        vectors.calls = calls;
        // Another model's vectors are worth nothing here.
        if !self.is_other_model() {
            let mut answer = answer.into_iter();
            vectors.of_texts = texts.into_iter().zip(answer.by_ref()).collect();
            vectors.of_waiting = along.into_iter().zip(answer).map(|((id, text), vector)| (id, text, vector)).collect();
        }
        vectors
    }

    /// The vectors of texts and of waiting records, in order; of the texts alone, or none, where the callback fails. Counts the calls.
    pub(super) async fn embedded(
        &self,
        scope: &Scope,
        texts: &[String],
        along: &[(RecordId, String)],
        calls: &mut u32,
    ) -> Vec<Embedding> {
        let is_callback = self.inner.embedder.is_callback();
        let probing = self.with_vectors(scope, |state| self.probing(state)).await.unwrap_or_default();
        let mut all: Vec<String> = texts.iter().chain(along.iter().map(|(_, text)| text)).cloned().collect();
        all.extend(probing.as_ref().map(|(text, _)| text.clone()));
        *calls += u32::from(is_callback);
        let err = match self.embed(&all, Purpose::Document).await {
            Ok(mut answer) => {
                if let Some((_, known)) = &probing
                    && let Some(found) = answer.pop()
                    && !self.check_probe(&found, known.as_ref())
                {
                    return Vec::new();
                }
                self.inner.model.borrow_mut().has_answered = true;
                match self.of_known_dimension(scope, answer) {
                    Ok(answer) => return answer,
                    Err(err) => err,
                }
            }
            Err(err) => err,
        };
        let mut answer = None;
        let is_slow = matches!(err, MemoryError::Timeout { .. });
        if !is_slow && !texts.is_empty() && (probing.is_some() || !along.is_empty()) {
            // What waits, or the probe, may be what the callback can't take.
            *calls += 1;
            answer = self.embed_for(scope, texts).await.ok();
        }
        if probing.is_some() {
            self.inner.model.borrow_mut().probe_failed();
        }
        let is_probe_alone = answer.is_some() && along.is_empty();
        self.warn(&err, if is_probe_alone { NOT_KNOWN_AGAIN } else { STORED_WITHOUT });
        answer.unwrap_or_default()
    }

    /// Vectors of the dimension that the scope's others have.
    pub(super) async fn embed_for(&self, scope: &Scope, texts: &[String]) -> Result<Vec<Embedding>, MemoryError> {
        let answer = self.embed(texts, Purpose::Document).await?;
        self.of_known_dimension(scope, answer)
    }

    fn of_known_dimension(&self, scope: &Scope, answer: Vec<Embedding>) -> Result<Vec<Embedding>, MemoryError> {
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
        // As it is decided afterwards: what only the rules find of a text may keep it apart from what its words repeat.
        let settled = |write: &Write| {
            let given = Claim::from(&write.input);
            let claim = if self.has_model() { given } else { rules.claim(given, &write.probe) };
            match rules.judge(state, &write.probe, &claim, None, None).verdict {
                Verdict::Duplicate => true,
                Verdict::Updated => later,
                Verdict::Apart => false,
            }
        };
        let mut keys: SortedSet<&str> = SortedSet::new();
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
        // What waits for the model alone has its vector.
        let lacks = |record: &Record| !self.has_model() || record.reembed || !state.has_vector(record.id);
        state
            .waiting()
            .filter(|record| lacks(record))
            .take(TAKEN_ALONG)
            .map(|record| (record.id, record.text.clone(), !record.pending))
            .collect()
    }
}
