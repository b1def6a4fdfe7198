//! Thresholds from the cosines of labelled pairs.

use crate::sorted::sort_by;

use super::{Thresholds, UNMEASURED};

/// A cosine that no two vectors have: where a model can't tell, its vectors are no second opinion.
pub const NO_COSINE: f64 = 1.01;

/// Which quantiles (shares, 0 to 1) the thresholds are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantiles {
    /// Of the pairs that say the same: this share of them may stay below `duplicate`.
    pub same: f64,
    /// Of the unrelated pairs: `duplicate` is above this share of them.
    pub unrelated: f64,
    /// Of the unrelated pairs: `related` is above this share of them.
    pub related: f64,
}

impl Quantiles {
    /// What decides whether two texts say the same is which words differ; a cosine only has to keep out what has nothing to do with
    /// each other, and is set as low as it then may be: no pair that says the same stays below. One odd pair does no harm, since the
    /// unrelated ones bound it; a hundredth of their 240 leaves out two.
    ///
    /// Source: `tests/calibration`, whose tables show what the neighbouring quantiles give. No threshold keeps apart what differs in a
    /// number or a name: those pairs are as near as those that say the same.
    pub const CHOSEN: Self = Self { same: 0.0, unrelated: 0.99, related: 0.95 };
}

/// What a model was measured to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Its thresholds.
    pub thresholds: Thresholds,
    /// Whether half of the pairs that say the same are nearer than nearly all unrelated ones. Where they are not, no cosine is
    /// taken for a sign that two texts are one memory.
    pub separates: bool,
}

/// The thresholds of a model, from the cosines (−1 to 1) that it gives to pairs that say the same and to unrelated ones.
///
/// `duplicate` is the low quantile of the same or the high one of the unrelated, whichever is higher; `related` another high quantile of
/// the unrelated, and never above `duplicate`. `None` where one of the lists is empty or holds what is no number.
///
/// ```
/// use palimpsest::calibrate::{Quantiles, measure};
/// let found = measure(&[0.8, 0.9], &[0.1, 0.2], Quantiles::CHOSEN).unwrap();
/// assert!(found.separates && 0.79 < found.thresholds.duplicate && found.thresholds.related < 0.21);
/// assert!(measure(&[0.8, f64::NAN], &[0.1], Quantiles::CHOSEN).is_none());
/// ```
#[must_use]
pub fn measure(same: &[f64], unrelated: &[f64], quantiles: Quantiles) -> Option<Measured> {
    let high = quantile(unrelated, quantiles.unrelated)?;
    let (low, middle) = (quantile(same, quantiles.same)?, quantile(same, 0.5)?);
    if middle <= high {
        let thresholds = Thresholds { duplicate: NO_COSINE, related: UNMEASURED.related.max(high) };
        return Some(Measured { thresholds, separates: false });
    }
    let duplicate = low.max(high);
    let related = quantile(unrelated, quantiles.related)?.min(duplicate);
    Some(Measured { thresholds: Thresholds { duplicate, related }, separates: true })
}

/// The value that a share (0 to 1) of the values is not above, between two values in proportion. `None` for no values, or one that is
/// not finite.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a list of a few hundred"
)]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sort_by(&mut sorted, f64::total_cmp);
    let place = share.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let below = *sorted.get(place.floor() as usize)?;
    let above = *sorted.get(place.ceil() as usize)?;
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALVES: Quantiles = Quantiles { same: 0.0, unrelated: 1.0, related: 0.5 };

    #[track_caller]
    fn check(same: &[f64], unrelated: &[f64], expected: Option<(f64, f64, bool)>) {
        let found = measure(same, unrelated, HALVES);
        let found = found.map(|one| (one.thresholds.duplicate, one.thresholds.related, one.separates));
        assert_eq!(found, expected, "{same:?} and {unrelated:?}");
    }

    #[test]
    fn the_duplicate_threshold_is_the_lowest_of_the_same_but_above_the_unrelated() {
        check(&[0.7, 0.8, 0.9], &[0.1, 0.2, 0.3], Some((0.7, 0.2, true)));
        check(&[0.2, 0.8, 0.9], &[0.1, 0.2, 0.3], Some((0.3, 0.2, true)));
        check(&[0.9], &[0.5], Some((0.9, 0.5, true)));
        check(&[-0.1], &[-0.5], Some((-0.1, -0.5, true)));
    }

    #[test]
    fn a_model_that_can_not_tell_gets_a_threshold_that_no_cosine_reaches() {
        check(&[1.0, 1.0, 1.0], &[1.0, 1.0], Some((NO_COSINE, 1.0, false)));
        check(&[0.3, 0.4, 0.9], &[0.2, 0.5], Some((NO_COSINE, 0.75, false)));
        check(&[0.0; 4], &[0.0; 4], Some((NO_COSINE, 0.75, false)));
    }

    #[test]
    fn no_pairs_and_no_numbers_are_refused() {
        check(&[], &[0.1], None);
        check(&[0.1], &[], None);
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            check(&[0.9, odd], &[0.1], None);
            check(&[0.9], &[odd, 0.1], None);
        }
    }

    #[test]
    fn a_quantile_between_two_values_is_between_them_in_proportion() {
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-12;
        assert!(close(quantile(&[3.0, 1.0, 2.0], 0.0), 1.0));
        assert!(close(quantile(&[3.0, 1.0, 2.0], 1.0), 3.0));
        assert!(close(quantile(&[3.0, 1.0, 2.0], 0.25), 1.5));
        assert!(close(quantile(&[7.0], 0.3), 7.0));
    }
}
