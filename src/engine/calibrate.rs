//! Measuring an embedding model: the sentences are embedded, and what comes of it is kept under the model's name.

use futures_util::future::{Either, select};

use crate::calibrate::{self, Measured, PROBE, Quantiles};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::{LocalFuture, Purpose};
use crate::record::{Event, Scope};

use super::Engine;

/// Sentences that one call of a forced measuring embeds, so that a slow model stays within the time-out of each.
const CHUNK: usize = 16;

/// What measuring came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The model's name.
    pub model: String,
    /// What was measured; the caller's policy outranks it.
    pub measured: Measured,
    /// Calls of the embedding callback.
    pub embed_calls: u32,
}

impl Engine {
    /// Measures the embedding model anew, whatever ships for it or was measured before, and keeps what it finds under the model's name.
    ///
    /// # Errors
    /// [`MemoryError::Timeout`], [`MemoryError::CallbackFailed`] and [`MemoryError::BadVector`] by the callback, also where it asks another model than
    /// the one that the stored vectors are of; and what the store answers. What was known before holds then.
    pub async fn calibrate(&self, scope: &Scope) -> Result<Calibration, MemoryError> {
        self.ready(scope).await?;
        let _one_at_a_time = self.inner.calibrating.lock().await;
        let mut embed_calls = 0;
        let measured = self.measured(CHUNK, true, &mut embed_calls).await?;
        // A change that decides nothing takes it along.
        self.transact(scope, |_| Vec::new(), |_, _| Ok(())).await?;
        Ok(Calibration { model: self.inner.embedder.model().to_owned(), measured, embed_calls })
    }

    /// Measures a model that is met for the first time, in one call and until `end`; how many calls it took. One that fails is tried again at a later
    /// write, a few times.
    pub(super) async fn calibrate_by_the_way(&self, end: LocalFuture<'static, ()>) -> u32 {
        let mut calls = 0;
        let tries = self.inner.model.borrow().calibration_tries;
        let measure = Box::pin(async {
            let _one_at_a_time = self.inner.calibrating.lock().await;
            // Another write may have measured it, or tried in vain, while this one waited for its turn.
            if !self.is_calibration_due() || self.inner.model.borrow().calibration_tries != tries {
                return Ok(());
            }
            self.inner.model.borrow_mut().calibration_tries += 1;
            self.measured(usize::MAX, false, &mut calls).await.map(|_| ())
        });
        let outcome = match select(measure, end).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => {
                Err(MemoryError::Timeout { callback: "embed", ms: self.inner.policy.timeouts.embed_ms })
            }
        };
        if let Err(err) = outcome
            && !self.is_other_model()
        {
            self.warn(&err, "the embedding model was not measured, and standard thresholds hold");
        }
        calls
    }

    /// Embeds the sentences and the probe, `chunk` at a time, and takes over what they come to.
    async fn measured(&self, chunk: usize, waits: bool, calls: &mut u32) -> Result<Measured, MemoryError> {
        let texts: Vec<String> = calibrate::sentences().chain([PROBE]).map(str::to_owned).collect();
        let mut vectors: Vec<Embedding> = Vec::with_capacity(texts.len());
        for texts_of_call in texts.chunks(chunk.min(texts.len())) {
            let _permit = if waits { self.permit().await } else { None };
            *calls += u32::from(self.inner.embedder.is_callback());
            vectors.extend(self.embed(texts_of_call, Purpose::Document).await?);
            self.emit(&Event::Progress { task: "calibrate", done: vectors.len(), total: texts.len() });
        }
        let probe = vectors.pop();
        if self.inner.embedder.is_callback() && probe.is_some_and(|probe| !self.check_probe(&probe, None)) {
            return Err(MemoryError::BadVector("the model is another one since the last writes".to_owned()));
        }
        let found = calibrate::cosines(&vectors)
            .and_then(|(same, unrelated)| calibrate::measure(&same, &unrelated, Quantiles::CHOSEN));
        let Some(measured) = found else {
            return Err(MemoryError::BadVector("the vectors of the sentences have no cosines".to_owned()));
        };
        self.inner.model.borrow_mut().keep_measured(&measured);
        if !measured.separates {
            let message = "the embedding model does not tell sentences that say the same from unrelated ones; no cosine is taken for a sign that two texts are one memory";
            self.emit(&Event::Warning { code: "bad_vector", message: message.to_owned() });
        }
        Ok(measured)
    }
}
