//! When upkeep is due.

use crate::record::Timestamp;

/// When upkeep is due that was done at `last` and is to be done every `every_ms` milliseconds: at once, where it never was.
///
/// It may have been due long ago: a page that slept, and one that was closed, catch up at once, and once. A last time that is still to come says
/// that a clock ran ahead, and is as good as none.
#[must_use]
pub fn next_due(last: Option<Timestamp>, every_ms: i64, now: Timestamp) -> Timestamp {
    let last = last.filter(|last| *last <= now);
    last.map_or(now, |last| Timestamp(last.0.saturating_add(every_ms.max(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(last: Option<i64>, every_ms: i64, now: i64, expected: i64) {
        assert_eq!(next_due(last.map(Timestamp), every_ms, Timestamp(now)), Timestamp(expected));
    }

    #[test]
    fn upkeep_is_due_a_while_after_the_last_one_and_at_once_where_there_was_none() {
        check(Some(1_000), 60, 1_000, 1_060);
        check(Some(1_000), 60, 1_059, 1_060);
        check(None, 60, 1_000, 1_000);
    }

    #[test]
    fn what_was_missed_is_due_once() {
        check(Some(1_000), 60, 9_000, 1_060);
        check(Some(9_000), 60, 9_000, 9_060);
    }

    #[test]
    fn a_clock_that_ran_ahead_and_was_set_right_delays_nothing() {
        check(Some(9_000), 60, 1_000, 1_000);
        check(Some(i64::MAX), 60, i64::MAX, i64::MAX);
        check(Some(5), -60, 9, 5);
    }
}
