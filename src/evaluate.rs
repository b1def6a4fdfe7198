//! How well a store stands: rates with their intervals.

/// The standard normal deviate that 95 % of cases lie within, on both sides.
///
/// Source: the normal distribution's quantile of 0.975.
const Z95: f64 = 1.959_963_984_540_054;

/// The 95 % interval, 0 to 1, of a rate that was seen as `hits` of `n`; the whole of 0 to 1 where nothing was seen.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927): the rates p that
/// the observed one lies within z standard deviations of, `(p̂ + z²/2n ± z·√(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n)`. It
/// holds for few cases and near 0 and 1, where the usual formula does not.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of cases are far below 2⁵³")]
pub fn wilson(hits: usize, n: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let rate = hits.min(n) as f64 / n as f64;
    let share = Z95 * Z95 / n as f64;
    let middle = rate + share / 2.0;
    let half = (rate * (1.0 - rate) * share + share * share / 4.0).sqrt();
    let (low, high) = ((middle - half) / (1.0 + share), (middle + half) / (1.0 + share));
    (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hits: usize, n: usize, low: f64, high: f64) {
        let found = wilson(hits, n);
        assert!((found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5, "{hits} of {n}: {found:?}");
    }

    /// The ends of the interval are the two rates p for which (p̂ − p)² = z²·p(1 − p)/n; checked by that definition.
    #[test]
    fn the_ends_are_as_far_from_what_was_seen_as_chance_goes() {
        for (hits, n) in [(1, 10), (5, 10), (81, 263), (999, 1_000)] {
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let (seen, n_cases) = (hits as f64 / n as f64, n as f64);
            let (low, high) = wilson(hits, n);
            for end in [low, high] {
                let gap = (seen - end).powi(2) - Z95 * Z95 * end * (1.0 - end) / n_cases;
                assert!(gap.abs() < 1e-12, "{hits} of {n}: {end}");
            }
            assert!(low < seen && seen < high);
        }
    }

    #[test]
    fn few_cases_say_little() {
        check(0, 0, 0.0, 1.0);
        // With no hit the upper end is z² / (n + z²), and with all hits the lower one is n / (n + z²).
        check(0, 10, 0.0, 3.841_46 / 13.841_46);
        check(10, 10, 10.0 / 13.841_46, 1.0);
        check(11, 10, 10.0 / 13.841_46, 1.0);
    }
}
