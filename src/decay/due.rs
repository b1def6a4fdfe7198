//! When upkeep is due, and how long it is waited until it is looked whether it is.

use crate::record::{DAY_MS, Schedule, Timestamp};

/// How often upkeep is done, in milliseconds, where the caller does not say: once a day.
///
/// Source: DESIGN section 3: rates are by the day. The caller's `sweepEvery` takes precedence.
pub const EVERY_MS: i64 = DAY_MS;

/// The longest wait, in milliseconds, before it is looked again whether upkeep is due: timers stand still while a machine sleeps, and the caller's
/// clock may run as it likes.
///
/// Source: a judgement: a minute late is nothing to a day, and a look reads one row. An interval that is shorter takes precedence.
const LONGEST_WAIT_MS: u32 = 60_000;

/// How long it is waited after an upkeep that failed, in milliseconds.
///
/// Source: a judgement: what is down is mostly back in ten minutes. An interval that is shorter takes precedence.
const RETRY_MS: u32 = 600_000;

/// When upkeep is due that was done at `last` and is to be done every so many milliseconds: at once, where it never was.
///
/// It may have been due long ago: a page that slept, and one that was closed, catch up at once, and once. A last time that is still to come says
/// that a clock ran ahead, and is as good as none.
#[must_use]
pub fn next_due(last: Option<Timestamp>, every_ms: Option<i64>, now: Timestamp) -> Timestamp {
    let last = last.filter(|last| *last <= now);
    last.map_or(now, |last| Timestamp(last.0.saturating_add(interval(every_ms))))
}

/// How often all of it is done, in milliseconds.
fn interval(every_ms: Option<i64>) -> i64 {
    every_ms.unwrap_or(EVERY_MS).max(0)
}

/// Milliseconds until the first upkeep of a store that was just made: the shorter interval, for there is nothing yet to keep up.
#[must_use]
pub fn first_wait(schedule: Schedule) -> i64 {
    let all_ms = interval(schedule.sweep_ms);
    schedule.reflect_ms.map_or(all_ms, |reflect_ms| all_ms.min(reflect_ms.max(0)))
}

/// Milliseconds until it is looked again whether upkeep is due that is so many away; `None` where it was just done, or the store does not tell.
#[must_use]
pub fn next_look(until_ms: Option<u64>, schedule: Schedule) -> u32 {
    let until_ms = until_ms.and_then(|until| u32::try_from(until).ok()).unwrap_or(u32::MAX);
    until_ms.min(within(schedule, LONGEST_WAIT_MS))
}

/// Milliseconds until an upkeep is tried again that failed.
#[must_use]
pub fn retry(schedule: Schedule) -> u32 {
    within(schedule, RETRY_MS)
}

/// So many milliseconds, or the shorter interval where that is less.
fn within(schedule: Schedule, most: u32) -> u32 {
    u32::try_from(first_wait(schedule)).map_or(most, |every| every.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(last: Option<i64>, every_ms: i64, now: i64, expected: i64) {
        assert_eq!(next_due(last.map(Timestamp), Some(every_ms), Timestamp(now)), Timestamp(expected));
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

    #[test]
    fn it_is_once_a_day_where_nobody_says_how_often() {
        let day = 24 * 60 * 60 * 1_000;
        assert_eq!(next_due(Some(Timestamp(1_000)), None, Timestamp(2_000)), Timestamp(1_000 + day));
        assert_eq!(first_wait(Schedule::default()), day);
        assert_eq!(first_wait(Schedule::sweep(60)), 60);
        assert_eq!(first_wait(Schedule::sweep(-60)), 0);
    }

    #[test]
    fn what_has_an_interval_of_its_own_is_waited_for_no_longer_than_that() {
        for (sweep_ms, reflect_ms, expected) in [
            (None, Some(60), 60),
            (None, Some(i64::MAX), EVERY_MS),
            (Some(60), Some(70), 60),
            (Some(60), Some(50), 50),
            (Some(60), Some(-50), 0),
        ] {
            let schedule = Schedule { sweep_ms, reflect_ms };
            assert_eq!(first_wait(schedule), expected, "{schedule:?}");
            assert_eq!(Schedule::default().or(schedule), schedule);
            assert_eq!(schedule.or(Schedule { sweep_ms: Some(7), reflect_ms: Some(8) }).reflect_ms, reflect_ms);
            assert_eq!(i64::from(next_look(None, schedule)), expected.min(60_000), "{schedule:?}");
        }
    }

    #[test]
    fn it_is_looked_when_upkeep_is_due_and_after_a_minute_or_an_interval_at_the_latest() {
        for (until_ms, every_ms, expected) in [
            (Some(5), EVERY_MS, 5),
            (Some(0), EVERY_MS, 0),
            (Some(90_000), EVERY_MS, 60_000),
            (Some(u64::MAX), EVERY_MS, 60_000),
            (None, EVERY_MS, 60_000),
            (None, i64::MAX, 60_000),
            (None, 20, 20),
            (Some(90_000), 20, 20),
            (None, -20, 0),
        ] {
            assert_eq!(next_look(until_ms, Schedule::sweep(every_ms)), expected, "{until_ms:?} of {every_ms}");
        }
    }

    #[test]
    fn what_failed_is_tried_again_after_ten_minutes_or_an_interval() {
        for (every_ms, expected) in [(EVERY_MS, 600_000), (i64::MAX, 600_000), (20, 20), (-20, 0)] {
            assert_eq!(retry(Schedule::sweep(every_ms)), expected, "{every_ms}");
        }
    }
}
