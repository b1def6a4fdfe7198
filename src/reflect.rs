//! Strategy 6, reflection: when it is due.

use crate::record::{ReflectPolicy, Timestamp};

/// Hours in a day.
const HOURS_PER_DAY: f64 = 24.0;

/// Whether it is time to reflect: after so many turns or so many hours, whichever comes first, and never with nothing new.
///
/// `turns` counts those since the last time. `last` is when that was or, where there was none, when the first memory was written;
/// with `None` only turns count. `n_new` is how many records are new or changed since then. A clock that ran backwards makes
/// nothing due.
#[must_use]
pub fn is_due(turns: u32, last: Option<Timestamp>, now: Timestamp, policy: &ReflectPolicy, n_new: usize) -> bool {
    let is_old = |last: Timestamp| policy.every_hours <= now.days_since(last) * HOURS_PER_DAY;
    0 < n_new && (policy.every_turns <= turns || last.is_some_and(is_old))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[track_caller]
    fn check(turns: u32, hours: Option<i64>, n_new: usize, expected: bool) {
        let now = Timestamp(1_750_000_000_000);
        let last = hours.map(|hours| Timestamp(now.0 - hours * HOUR));
        assert_eq!(is_due(turns, last, now, &ReflectPolicy::default(), n_new), expected);
    }

    #[test]
    fn it_is_due_after_twenty_turns_or_a_day_whichever_comes_first() {
        check(19, Some(23), 1, false);
        check(20, Some(0), 1, true);
        check(0, Some(24), 1, true);
        check(25, Some(30), 1, true);
        check(20, None, 1, true);
        check(19, None, 1, false);
    }

    #[test]
    fn it_is_never_due_with_nothing_new() {
        check(100, Some(1_000), 0, false);
        check(100, None, 0, false);
    }

    #[test]
    fn a_clock_that_ran_backwards_or_hours_that_are_no_number_make_nothing_due() {
        check(0, Some(-100), 1, false);
        let policy = ReflectPolicy { every_hours: f64::NAN, ..ReflectPolicy::default() };
        assert!(!is_due(0, Some(Timestamp(i64::MIN)), Timestamp(i64::MAX), &policy, 1));
    }
}
