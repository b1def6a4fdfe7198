//! What a sweep does with a record.

use crate::record::{DecayPolicy, Record, Tier, Timestamp};

use super::score;

/// What a sweep does with a record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Move {
    /// It has faded: it is kept cold, and recalled only when cold ones are asked for.
    Cool,
    /// It was used since it was cooled: it is recalled again.
    Warm,
    /// Its time has run out: it is kept cold, and recalled only as history.
    Expire,
}

/// What a sweep at `now` does with a record; `None` where it stays as it is.
///
/// The tier follows from the record and the time alone, and not from the tier that it has. So it does not matter how often it was swept before,
/// and what a clock did in between that ran ahead. `fades` is whether the strategy is on; without it nothing moves but what has run out.
#[must_use]
pub fn plan(record: &Record, belongs_to_run: bool, policy: &DecayPolicy, fades: bool, now: Timestamp) -> Option<Move> {
    if !record.is_known() {
        return None;
    }
    let has_run_out = !record.is_current(now) && !record.pinned;
    let is_kept = record.pinned || policy.keep_hot_above <= record.importance;
    let is_faded = !is_kept && score(record, belongs_to_run, policy, now) < policy.cold_below;
    match record.tier {
        Tier::Hot if has_run_out => Some(Move::Expire),
        Tier::Hot if fades && is_faded => Some(Move::Cool),
        Tier::Cold if fades && !is_faded && !has_run_out => Some(Move::Warm),
        Tier::Hot | Tier::Cold => None,
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::{Kind, Status};
    use proptest::prelude::*;

    const DAY: i64 = 86_400_000;

    fn told(importance: f64) -> Record {
        Record { kind: Some(Kind::Fact), importance, last_accessed_at: Timestamp(0), ..record(1, "用户住在上海") }
    }

    #[track_caller]
    fn check(record: &Record, days: i64, expected: Option<Move>) {
        assert_eq!(plan(record, false, &DecayPolicy::default(), true, Timestamp(days * DAY)), expected);
    }

    #[test]
    fn what_fell_below_the_threshold_is_cooled_and_what_was_used_since_is_warmed() {
        // 0.5 · exp(−0.02 · days) falls to 0.05 after ln(10) / 0.02 = 115.13 days.
        check(&told(0.5), 115, None);
        check(&told(0.5), 116, Some(Move::Cool));
        let cold = Record { tier: Tier::Cold, ..told(0.5) };
        check(&cold, 116, None);
        check(&Record { last_accessed_at: Timestamp(DAY), ..cold.clone() }, 116, Some(Move::Warm));
        check(&cold, 115, Some(Move::Warm));
    }

    #[test]
    fn what_is_pinned_or_important_is_never_cooled_and_is_warmed_where_it_was() {
        for kept in [Record { pinned: true, ..told(0.01) }, told(0.8)] {
            check(&kept, 100_000, None);
            check(&Record { tier: Tier::Cold, ..kept }, 100_000, Some(Move::Warm));
        }
        check(&told(0.79), 100_000, Some(Move::Cool));
    }

    #[test]
    fn what_has_run_out_is_cold_whatever_it_is_worth_unless_it_is_pinned() {
        let until = |record: Record, days: i64| Record { valid_until: Some(Timestamp(days * DAY)), ..record };
        let cold = |record: Record| Record { tier: Tier::Cold, ..record };
        check(&until(told(0.9), 3), 2, None);
        check(&until(told(0.9), 3), 3, Some(Move::Expire));
        check(&cold(until(told(0.9), 3)), 3, None);
        check(&cold(until(told(0.9), 3)), 2, Some(Move::Warm));
        check(&until(Record { pinned: true, ..told(0.5) }, 3), 200, None);
        let off = |record: &Record| plan(record, false, &DecayPolicy::default(), false, Timestamp(200 * DAY));
        assert_eq!(off(&until(told(0.5), 3)), Some(Move::Expire), "also with the strategy off");
        assert_eq!(off(&told(0.5)), None);
        assert_eq!(off(&cold(told(0.9))), None);
    }

    #[test]
    fn what_does_not_count_is_left_alone() {
        for status in [Status::Superseded, Status::Merged, Status::Deleted] {
            check(&Record { status, valid_until: Some(Timestamp(0)), ..told(0.1) }, 10_000, None);
        }
    }

    proptest! {
        #[test]
        fn however_often_it_was_swept_before_the_last_sweep_gives_the_tier(
            importance in 0.0..=1.0_f64,
            days in prop::collection::vec(-2_000..2_000_i64, 1..12),
            used in -1_000..1_000_i64,
            until in prop::option::of(-2_000..2_000_i64),
            pinned: bool,
        ) {
            let policy = DecayPolicy::default();
            let valid_until = until.map(|day| Timestamp(day * DAY));
            let fresh = Record { pinned, valid_until, last_accessed_at: Timestamp(used * DAY), ..told(importance) };
            let swept = |record: &Record, day: i64| match plan(record, false, &policy, true, Timestamp(day * DAY)) {
                Some(Move::Cool | Move::Expire) => Record { tier: Tier::Cold, ..record.clone() },
                Some(Move::Warm) => Record { tier: Tier::Hot, ..record.clone() },
                None => record.clone(),
            };
            let last = *days.last().unwrap();
            let often = days.iter().fold(fresh.clone(), |record, day| swept(&record, *day));
            prop_assert_eq!(often.tier, swept(&fresh, last).tier);
            prop_assert_eq!(plan(&often, false, &policy, true, Timestamp(last * DAY)), None, "a second one changes nothing");
        }
    }
}
