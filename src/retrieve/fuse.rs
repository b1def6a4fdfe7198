//! One rank from two scores.

/// Weight of the cosine against the words.
///
/// Source: a first rule; a judgement that meaning counts more than wording and that a rare word still decides between
/// equals. To be measured on judged questions and replaced.
const COSINE_WEIGHT: f64 = 0.7;

/// The share of a rank that age can take.
///
/// Source: a judgement: records a tenth apart in relevance change places by age, others don't.
const AGE_WEIGHT: f64 = 0.1;

/// How well a record answers a query, 0 to 1: by cosine (−1 to 1) and by words (0 to 1), or by words alone where there is no
/// vector. A cosine below 0 says as little as 0.
#[must_use]
pub fn relevance(cosine: Option<f64>, words: f64) -> f64 {
    match cosine {
        Some(cosine) => COSINE_WEIGHT * cosine.max(0.0) + (1.0 - COSINE_WEIGHT) * words,
        None => words,
    }
}

/// The rank, 0 to 1, of a record of this relevance and decay factor (0 to 1). Age orders equals and does not bury.
#[must_use]
pub fn rank(relevance: f64, decay_factor: f64) -> f64 {
    relevance * (1.0 - AGE_WEIGHT + AGE_WEIGHT * decay_factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}");
    }

    #[test]
    fn meaning_counts_more_than_wording_and_words_stand_in_for_a_missing_vector() {
        check(relevance(Some(1.0), 1.0), 1.0);
        check(relevance(Some(0.5), 0.0), 0.35);
        check(relevance(Some(0.0), 1.0), 0.3);
        check(relevance(Some(-1.0), 0.5), 0.15);
        check(relevance(Some(f64::NAN), 0.5), 0.15);
        check(relevance(None, 0.5), 0.5);
    }

    #[test]
    fn age_orders_equals_and_does_not_bury() {
        check(rank(0.8, 1.0), 0.8);
        check(rank(0.8, 0.1), 0.8 * 0.91);
        assert!(rank(0.6, 1.0) < rank(0.8, 0.1), "an old right answer stays before a fresh wrong one");
        assert!(rank(0.8, 0.5) < rank(0.8, 0.9));
    }
}
