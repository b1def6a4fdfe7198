//! The cosine thresholds that belong to an embedding model: shipped for those that were measured, found out for others.

mod measure;
mod sentences;

pub use measure::{Measured, NO_COSINE, Quantiles, measure, quantile};
pub use sentences::{PROBE, cosines, sentences};

use crate::record::GatePolicy;

/// From which cosines on texts are looked at, and may be one memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Cosine (−1 to 1) from which two texts may be one memory; [`NO_COSINE`] where no cosine tells.
    pub duplicate: f64,
    /// Cosine (−1 to 1) from which a record is looked at as a candidate.
    pub related: f64,
}

/// The name that the built-in lexical embedder's models begin with.
const LEXICAL: &str = "palimpsest-lexical";

/// Of the built-in embedder, which sees letters and words and no meaning.
///
/// Source: a starting point; two texts that share half of their weighted n-grams have a cosine of about 0.5.
const OF_LEXICAL: Thresholds = Thresholds { duplicate: 0.9, related: 0.5 };

/// Of a model that was not measured.
///
/// Source: DESIGN sections 3 and 4.
pub const UNMEASURED: Thresholds = Thresholds { duplicate: 0.9, related: 0.75 };

/// Of models that were measured, by the last part of their names in small letters.
///
/// Source: [`measure`] of the recordings in `tests/calibration`, to three digits; a test there derives them anew.
const SHIPPED: &[(&str, Thresholds)] = &[
    ("all-minilm-l6-v2", Thresholds { duplicate: 0.751, related: 0.647 }),
    ("multilingual-e5-small", Thresholds { duplicate: 0.919, related: 0.889 }),
    ("universal-sentence-encoder-multilingual", Thresholds { duplicate: 0.548, related: 0.328 }),
    ("use-multilingual-v3", Thresholds { duplicate: 0.548, related: 0.328 }),
];

/// The thresholds that ship for a model, known by the last part of its name, whatever the case.
///
/// ```
/// use palimpsest::calibrate::shipped;
/// assert!(shipped("Xenova/multilingual-e5-small").is_some());
/// assert_eq!(shipped("intfloat/multilingual-e5-small"), shipped("multilingual-E5-small"));
/// assert_eq!(shipped("multilingual-e5-small-mine"), None);
/// ```
#[must_use]
pub fn shipped(model: &str) -> Option<Thresholds> {
    if model.starts_with(LEXICAL) {
        return Some(OF_LEXICAL);
    }
    let name = model.rsplit('/').next().unwrap_or(model);
    SHIPPED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, thresholds)| *thresholds)
}

/// The thresholds of a model: what the caller set, else what was measured here, else what ships, else a starting point.
#[must_use]
pub fn thresholds(model: &str, gate: &GatePolicy, measured: Option<Thresholds>) -> Thresholds {
    let own = measured.or_else(|| shipped(model)).unwrap_or(UNMEASURED);
    let duplicate = gate.duplicate.unwrap_or(own.duplicate);
    // What may be one memory must be looked at, so a lower `duplicate` of the caller's takes the default along.
    Thresholds { duplicate, related: gate.related.unwrap_or(own.related.min(duplicate)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(model: &str, given: (Option<f64>, Option<f64>), duplicate: f64, related: f64) {
        let gate = GatePolicy { duplicate: given.0, related: given.1, ..GatePolicy::default() };
        assert_eq!(thresholds(model, &gate, None), Thresholds { duplicate, related });
    }

    #[test]
    fn what_the_caller_set_outranks_the_models_own() {
        check("palimpsest-lexical-1", (None, None), 0.9, 0.5);
        check("text-embedding-3-small", (None, None), 0.9, 0.75);
        check("", (None, None), 0.9, 0.75);
        check("palimpsest-lexical-1", (Some(0.8), None), 0.8, 0.5);
        check("text-embedding-3-small", (Some(0.95), Some(0.2)), 0.95, 0.2);
        check("text-embedding-3-small", (Some(0.6), None), 0.6, 0.6);
    }

    #[test]
    fn what_was_measured_here_outranks_what_ships_and_is_outranked_by_the_caller() {
        let measured = Some(Thresholds { duplicate: 0.8, related: 0.4 });
        let gate = GatePolicy { duplicate: Some(0.7), ..GatePolicy::default() };
        assert_eq!(Some(thresholds("multilingual-e5-small", &GatePolicy::default(), measured)), measured);
        let expected = Thresholds { duplicate: 0.7, related: 0.4 };
        assert_eq!(thresholds("multilingual-e5-small", &gate, measured), expected);
    }
}
