//! A record's score: read when it is needed and never written back.

use crate::record::{DecayPolicy, Kind, Preset, Record, Timestamp};

/// Rate a day of a fact.
///
/// Source: the article's formula; DESIGN section 3. `rates.fact` takes precedence, then `rate`.
pub const FACT_RATE: f64 = 0.02;

/// Rate a day of an inference.
///
/// Source: DESIGN section 3. `rates.inference` takes precedence, then `rate`.
pub const INFERENCE_RATE: f64 = 0.05;

/// Rate a day of a state, and of anything that belongs to a run.
///
/// Source: DESIGN section 3. The rate of the record's kind in `rates` takes precedence, then `rate`.
pub const PASSING_RATE: f64 = 0.08;

/// Rate a day of everything, where the preset is [`Preset::Support`].
///
/// Source: the article's figure for support. The caller's rates take precedence.
pub const SUPPORT_RATE: f64 = 0.08;

/// The least that age leaves of a rank, so that it orders equals and does not bury the one right answer.
///
/// Source: DESIGN section 3.
pub const RANKING_FLOOR: f64 = 0.1;

/// How fast a record fades, a day.
#[must_use]
pub fn rate(record: &Record, belongs_to_run: bool, policy: &DecayPolicy) -> f64 {
    let (given, default) = match record.kind() {
        Kind::Fact => (policy.rates.fact, FACT_RATE),
        Kind::State => (policy.rates.state, PASSING_RATE),
        Kind::Inference => (policy.rates.inference, INFERENCE_RATE),
    };
    let preset = match policy.preset {
        Preset::Support => SUPPORT_RATE,
        Preset::Assistant if belongs_to_run => PASSING_RATE,
        Preset::Assistant => default,
    };
    given.or(policy.rate).unwrap_or(preset)
}

/// What time has left of a record, 0 to 1. A clock that ran backwards ages nothing.
#[must_use]
pub fn factor(record: &Record, belongs_to_run: bool, policy: &DecayPolicy, now: Timestamp) -> f64 {
    // An infinite rate times no days at all would be no number; neither does anything grow with age.
    let rate = rate(record, belongs_to_run, policy).clamp(0.0, f64::MAX);
    let factor = (-rate * now.days_since(record.last_accessed_at)).exp();
    if factor.is_nan() { 1.0 } else { factor }
}

/// What a record is worth by now: its importance, faded; 0 to 1.
#[must_use]
pub fn score(record: &Record, belongs_to_run: bool, policy: &DecayPolicy, now: Timestamp) -> f64 {
    record.importance * factor(record, belongs_to_run, policy, now)
}

/// What a rank is multiplied by for age, [`RANKING_FLOOR`] to 1.
#[must_use]
pub fn ranking_factor(record: &Record, belongs_to_run: bool, policy: &DecayPolicy, now: Timestamp) -> f64 {
    factor(record, belongs_to_run, policy, now).max(RANKING_FLOOR)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::Rates;

    const DAY: i64 = 86_400_000;

    fn of(kind: Kind) -> Record {
        Record { kind: Some(kind), importance: 0.5, last_accessed_at: Timestamp(0), ..record(1, "用户住在上海") }
    }

    #[track_caller]
    fn check(kind: Kind, belongs_to_run: bool, policy: &DecayPolicy, expected: f64) {
        let found = rate(&of(kind), belongs_to_run, policy);
        assert!((found - expected).abs() < 1e-12, "{found}");
    }

    #[test]
    fn a_given_rate_outranks_the_default_and_a_kinds_own_outranks_both() {
        let none = DecayPolicy::default();
        check(Kind::Fact, false, &none, 0.02);
        check(Kind::Inference, false, &none, 0.05);
        check(Kind::State, false, &none, 0.08);
        for kind in [Kind::Fact, Kind::Inference, Kind::State] {
            check(kind, true, &none, 0.08);
        }
        let one = DecayPolicy { rate: Some(0.3), ..none };
        check(Kind::Fact, false, &one, 0.3);
        check(Kind::Fact, true, &one, 0.3);
        let own = DecayPolicy { rates: Rates { fact: Some(0.01), ..Rates::default() }, ..one };
        check(Kind::Fact, true, &own, 0.01);
        check(Kind::State, false, &own, 0.3);
    }

    #[test]
    fn a_help_desks_memories_fade_alike_unless_a_rate_is_given() {
        let support = DecayPolicy { preset: Preset::Support, ..DecayPolicy::default() };
        for kind in [Kind::Fact, Kind::State, Kind::Inference] {
            check(kind, false, &support, 0.08);
            check(kind, true, &support, 0.08);
        }
        let own = DecayPolicy { rates: Rates { fact: Some(0.01), ..Rates::default() }, ..support };
        check(Kind::Fact, false, &own, 0.01);
        check(Kind::State, false, &own, 0.08);
        check(Kind::State, false, &DecayPolicy { rate: Some(0.3), ..support }, 0.3);
    }

    #[test]
    fn a_score_halves_in_the_time_that_its_rate_says() {
        let policy = DecayPolicy { rate: Some(std::f64::consts::LN_2 / 7.0), ..DecayPolicy::default() };
        for (weeks, left) in [(0, 0.5), (1, 0.25), (2, 0.125), (3, 0.0625)] {
            let found = score(&of(Kind::Fact), false, &policy, Timestamp(weeks * 7 * DAY));
            assert!((found - left).abs() < 1e-12, "{found} after {weeks} weeks");
        }
    }

    #[test]
    fn age_orders_equals_and_does_not_bury() {
        let policy = DecayPolicy::default();
        let aged = |days: i64| ranking_factor(&of(Kind::Fact), false, &policy, Timestamp(days * DAY));
        assert!(aged(20) < aged(10));
        assert!((aged(10_000) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn no_clock_and_no_rate_makes_a_memory_grow_or_lose_its_number() {
        let extremes = [Timestamp(i64::MIN), Timestamp(-DAY), Timestamp(0), Timestamp(i64::MAX)];
        for now in extremes {
            for rate in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e300] {
                let policy = DecayPolicy { rate: Some(rate), ..DecayPolicy::default() };
                let found = factor(&of(Kind::Fact), false, &policy, now);
                assert!((0.0..=1.0).contains(&found), "{found} at rate {rate}");
            }
        }
        let backwards = factor(&of(Kind::Fact), false, &DecayPolicy::default(), Timestamp(-DAY));
        assert!((backwards - 1.0).abs() < 1e-12);
    }
}
