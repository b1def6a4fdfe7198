//! Asking the embedding callback: with a time-out, few at a time, its answer checked.

use futures_util::future::{Either, select};

use crate::calibrate::PROBE;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::Purpose;
use crate::record::{Event, Scope};

use super::Engine;

impl Engine {
    /// Vectors for texts that are stored or searched for. The caller holds a permit where the embedder is a callback.
    ///
    /// # Errors
    /// [`MemoryError::Timeout`], [`MemoryError::CallbackFailed`], or [`MemoryError::BadVector`] when the answer is not one
    /// vector a text, all of one dimension.
    pub(super) async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Embedding>, MemoryError> {
        let ms = self.inner.policy.timeouts.embed_ms;
        let call = self.inner.embedder.embed(texts, purpose);
        let answer = if self.inner.embedder.is_callback() {
            match select(call, self.inner.clock.sleep(ms)).await {
                Either::Left((answer, _)) => answer?,
                // The call is dropped here, which aborts its signal.
                Either::Right(_) => return Err(MemoryError::Timeout { callback: "embed", ms }),
            }
        } else {
            call.await?
        };
        checked(answer, texts.len())
    }

    /// The vector of a query, cached by scope and text; `None`, with a warning, when the callback failed.
    pub(super) async fn query_vector(&self, scope: &Scope, query: &str) -> Option<Embedding> {
        let key = (scope.clone(), query.to_owned());
        if let Some(known) = self.inner.queries.borrow_mut().get(&key) {
            return Some(known.clone());
        }
        if self.is_other_model() {
            return None;
        }
        let permit = self.permit().await;
        let answer = self.embed_query(query).await;
        drop(permit);
        match answer {
            Ok(Some(vector)) => {
                self.inner.queries.borrow_mut().insert(key, vector.clone());
                Some(vector)
            }
            Ok(None) => None,
            Err(err) => {
                self.warn(&err, "recalled by words alone");
                None
            }
        }
    }

    /// The vector of a query, in the first call of a handle together with the probe; `None` where the model is another one.
    async fn embed_query(&self, query: &str) -> Result<Option<Embedding>, MemoryError> {
        let mut texts = vec![query.to_owned()];
        let is_first = {
            let model = self.inner.model.borrow();
            model.wants_probe() && model.has_probe()
        };
        if is_first && self.inner.embedder.is_callback() {
            texts.push(PROBE.to_owned());
            match self.embed(&texts, Purpose::Query).await {
                Ok(mut answer) => {
                    let probe = answer.pop();
                    let known = probe.and_then(|probe| self.inner.model.borrow().knows(&probe));
                    // A model may read queries in another way than texts: only the probe as a text can tell.
                    if known == Some(true) || self.is_known_again().await? {
                        return Ok(answer.pop());
                    }
                    return Ok(None);
                }
                Err(err @ MemoryError::Timeout { .. }) => return Err(err),
                Err(_) => self.inner.model.borrow_mut().probe_failed(),
            }
            texts.pop();
        }
        Ok(self.embed(&texts, Purpose::Query).await?.pop())
    }

    /// Whether the probe, embedded as a text, has the stored vector.
    async fn is_known_again(&self) -> Result<bool, MemoryError> {
        let answer = self.embed(&[PROBE.to_owned()], Purpose::Document).await?;
        Ok(answer.first().is_some_and(|probe| self.check_probe(probe, None)))
    }

    /// Waits until one more callback may run; free for the built-in embedder.
    pub(super) async fn permit(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        if self.inner.embedder.is_callback() { self.inner.permits.acquire().await.ok() } else { None }
    }

    /// Tells the host of an error that did not stop the call.
    pub(super) fn warn(&self, err: &MemoryError, instead: &str) {
        self.emit(&Event::Warning { code: err.code(), message: format!("{err}; {instead}") });
    }
}

fn checked(answer: Vec<Vec<f32>>, n_texts: usize) -> Result<Vec<Embedding>, MemoryError> {
    if answer.len() != n_texts {
        let (found, wanted) = (answer.len(), n_texts);
        return Err(MemoryError::BadVector(format!("the embed callback answered {found} vectors for {wanted} texts")));
    }
    let embeddings: Vec<Embedding> = answer
        .into_iter()
        .enumerate()
        .map(|(at, values)| Embedding::new(values).map_err(|err| MemoryError::BadVector(format!("vector {at}: {err}"))))
        .collect::<Result<_, _>>()?;
    let dimension = embeddings.first().map(Embedding::dimension);
    match embeddings.iter().position(|vector| Some(vector.dimension()) != dimension) {
        None => Ok(embeddings),
        Some(at) => Err(MemoryError::BadVector(format!(
            "vector {at} has {} numbers, vector 0 has {}",
            embeddings[at].dimension(),
            dimension.unwrap_or_default()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_vectors_or_two_dimensions_are_refused() {
        assert_eq!(checked(vec![vec![1.0, 0.0]], 1).map(|vectors| vectors.len()), Ok(1));
        for (answer, n_texts) in [(vec![vec![1.0]], 2), (vec![vec![1.0], vec![1.0, 0.0]], 2), (vec![vec![f32::NAN]], 1)]
        {
            assert_eq!(checked(answer, n_texts).map_err(|err| err.code()), Err("bad_vector"));
        }
    }
}
