//! How far a rate that was seen may be from the true one.

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
pub fn wilson(hits: usize, n: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    around(share(hits.min(n), n), float(n))
}

/// The 95 % interval, 0 to 1, of a rate among `of` records of which `n` were drawn, none twice, when `hits` of those were seen; the
/// whole of 0 to 1 where nothing was drawn, and the rate itself where all were.
///
/// Source: a sample that is not put back tells as much as one of `n·(of − 1)/(of − n)` that is (the finite population correction, W. G.
/// Cochran, "Sampling Techniques", 3rd ed. 1977, section 2.6); the rest is [`wilson`]'s. What was seen is certain: neither end says
/// that there are fewer than `hits` such records, or fewer than `n − hits` others.
#[must_use]
pub fn wilson_of(hits: usize, n: usize, of: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n, hits) = (n.min(of.max(n)), hits.min(n));
    let seen = share(hits, n);
    if of <= n {
        return (seen, seen);
    }
    let (low, high) = around(seen, float(n) * float(of - 1) / float(of - n));
    (low.max(share(hits, of)), high.min(share(of - (n - hits), of)))
}

/// Wilson's interval around a rate that was seen in `n` cases.
fn around(seen: f64, n: f64) -> (f64, f64) {
    let share = Z95 * Z95 / n;
    let middle = seen + share / 2.0;
    let half = (seen * (1.0 - seen) * share + share * share / 4.0).sqrt();
    let (low, high) = ((middle - half) / (1.0 + share), (middle + half) / (1.0 + share));
    (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0))
}

/// A share, 0 to 1, of `n` cases, at least one.
pub(super) fn share(hits: usize, n: usize) -> f64 {
    float(hits) / float(n)
}

#[expect(clippy::cast_precision_loss, reason = "counts of cases are far below 2⁵³")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
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

    #[test]
    fn a_whole_store_leaves_no_doubt_and_what_was_seen_is_certain() {
        assert_eq!(wilson_of(17, 100, 100), (0.17, 0.17));
        assert_eq!(wilson_of(0, 0, 50), (0.0, 1.0));
        let (low, high) = wilson_of(2, 9, 10);
        assert!(0.2 <= low && high <= 0.3, "{low} to {high}");
        let (one, other) = (wilson_of(17, 100, 1_000), wilson(17, 100));
        assert!(other.0 < one.0 && one.1 < other.1, "a tenth of the store tells more than a tenth of none");
        let (one, other) = (wilson_of(17, 100, 100_000_000), wilson(17, 100));
        assert!((one.0 - other.0).abs() < 1e-5 && (one.1 - other.1).abs() < 1e-5);
    }

    /// By counting: of all ways to draw 100 of 1,000 records, 170 of which are such, how many give an interval that holds 170.
    #[test]
    fn nineteen_of_twenty_samples_hold_the_true_rate() {
        for (such, of, n) in [(170_usize, 1_000_usize, 100_usize), (20, 1_000, 100), (250, 500, 60)] {
            let logs: Vec<f64> = std::iter::once(0.0)
                .chain((1..=of).scan(0.0, |sum, k| {
                    *sum += float(k).ln();
                    Some(*sum)
                }))
                .collect();
            let choose = |all: usize, some: usize| logs[all] - logs[some] - logs[all - some];
            let chance = |hits: usize| {
                let ways = choose(such, hits) + choose(of - such, n - hits) - choose(of, n);
                ways.exp()
            };
            let holds = |hits: &usize| {
                let (low, high) = wilson_of(*hits, n, of);
                (low..=high).contains(&share(such, of))
            };
            let covered: f64 = (0..=n.min(such)).filter(holds).map(chance).sum();
            assert!(0.93 < covered, "{such} of {of}: {covered}");
        }
    }
}
