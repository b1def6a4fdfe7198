//! The cosine thresholds that belong to an embedding model.

use crate::record::GatePolicy;

/// From which cosines on texts are looked at, and may be one memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Cosine (−1 to 1) from which two texts may be one memory.
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
const UNMEASURED: Thresholds = Thresholds { duplicate: 0.9, related: 0.75 };

/// The thresholds of a model. What the caller set takes precedence.
#[must_use]
pub fn thresholds(model: &str, gate: &GatePolicy) -> Thresholds {
    let own = if model.starts_with(LEXICAL) { OF_LEXICAL } else { UNMEASURED };
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
        assert_eq!(thresholds(model, &gate), Thresholds { duplicate, related });
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
}
