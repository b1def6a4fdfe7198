//! What measuring a model, and embedding everything anew, came to, as JavaScript sees it.

use serde::Serialize;
use tsify::Tsify;

use crate::engine;

/// What an embedding model was measured to be.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Calibration {
    /// The model's name.
    model: String,
    /// Cosine from which two texts may be one memory; `policy.gate.duplicate` outranks it. 1.01, which no cosine reaches, where the
    /// model does not separate.
    duplicate: f64,
    /// Cosine from which a record is looked at; `policy.gate.related` outranks it.
    related: f64,
    /// Whether half of the pairs that say the same are nearer to each other than nearly all unrelated ones.
    separates: bool,
    /// Calls of the embedding callback.
    embed_calls: u32,
}

impl From<engine::Calibration> for Calibration {
    fn from(found: engine::Calibration) -> Self {
        let engine::Calibration { model, measured, embed_calls } = found;
        let (thresholds, separates) = (measured.thresholds, measured.separates);
        Self { model, duplicate: thresholds.duplicate, related: thresholds.related, separates, embed_calls }
    }
}

/// What embedding everything anew came to.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Reembedded {
    /// Records of all scopes, the hidden ones too.
    records: usize,
    /// Those of them that got a vector now; the others had one of this model already, where an earlier call was broken off.
    embedded: usize,
    /// Those whose text the callback refused; they are found by their words.
    failed: usize,
    /// Calls of the embedding callback.
    embed_calls: u32,
}

impl From<engine::Reembedded> for Reembedded {
    fn from(done: engine::Reembedded) -> Self {
        let engine::Reembedded { records, embedded, failed, embed_calls } = done;
        Self { records, embedded, failed, embed_calls }
    }
}
