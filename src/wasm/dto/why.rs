//! How a hit's score came about, as JavaScript sees it.

use serde::Serialize;
use tsify::Tsify;

use crate::record;

/// How a hit's score came about. `relevance` and the factors after it add up to the score, which is cut at 0 and 1: each is in points
/// of it, so the order without a factor is that of the sum less the factor.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Why {
    /// Cosine similarity of query and record, -1 to 1, where both have a vector.
    #[serde(skip_serializing_if = "Option::is_none")]
    cosine: Option<f64>,
    /// How much of the query's words the record has, 0 to 1, rare words counting more.
    words: f64,
    /// The share of the words in `relevance`, 0 to 1; the rest is the cosine's.
    weight: f64,
    /// The decay factor, 0.1 to 1.
    decay: f64,
    /// Cosine and words together.
    relevance: f64,
    /// For being nearer to everything that was found, or less near, than others are.
    centre: f64,
    /// For what was told in the same session; 0 or more.
    session: f64,
    /// For its age; 0 or less.
    age: f64,
    /// For how sure it is; 0 or less.
    confidence: f64,
    /// For being a guess; 0 or less.
    kind: f64,
    /// For being about whom the query names; 0 or more.
    subject: f64,
    /// For holding the attribute that the query asks for; 0 or more.
    key: f64,
    /// For having been observed when the query says; 0 or more.
    time: f64,
    /// For standing in an open conflict with a hit, behind which it is shown.
    conflict: f64,
    /// Hits that say nothing beside this one, and gave way to others.
    folded: usize,
}

impl From<record::Why> for Why {
    fn from(why: record::Why) -> Self {
        let record::Why {
            cosine,
            words,
            weight,
            decay,
            relevance,
            centre,
            session,
            age,
            confidence,
            kind,
            subject,
            key,
            time,
            conflict,
            folded,
        } = why;
        Self {
            cosine,
            words,
            weight,
            decay,
            relevance,
            centre,
            session,
            age,
            confidence,
            kind,
            subject,
            key,
            time,
            conflict,
            folded,
        }
    }
}
