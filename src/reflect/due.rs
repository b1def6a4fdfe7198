//! When a reflection is due, and which records are.

use std::ops::Deref;

use crate::llm::prompt::MOST_SHOWN_BYTES;
use crate::record::{DAY_MS, MINUTE_MS, Record, RecordId, ReflectPolicy, Reflection, Timestamp};
use crate::sorted::sort_by;

/// Milliseconds in an hour.
const MS_PER_HOUR: f64 = 3_600_000.0;

/// How long it is waited after the first run in which a call failed, in milliseconds; twice as long after each further one.
///
/// Source: a judgement: a service that stumbled is back in a minute.
const FIRST_RETRY_MS: i64 = MINUTE_MS;

/// The longest that it is waited so, in milliseconds.
///
/// Source: DESIGN section 3: a reflection is due once a day anyway.
const LONGEST_RETRY_MS: i64 = DAY_MS;

/// Whether it is time to reflect, where there is something new: after so many turns or so many hours, whichever comes first, and after a run in
/// which a call failed as soon as it may be tried again.
///
/// `turns` counts those since the last time. Where there was no last time the hours count from `first`, when the first memory was written; with
/// `None` only turns count. `every_ms`, in milliseconds, takes the place of the policy's hours where it is given. A clock that ran backwards makes
/// nothing due that has an interval.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a span of milliseconds up to 285,000 years is exact in f64")]
pub fn is_time(
    reflection: &Reflection,
    turns: u32,
    first: Option<Timestamp>,
    now: Timestamp,
    policy: &ReflectPolicy,
    every_ms: Option<i64>,
) -> bool {
    if may_not_yet(reflection, now) {
        return false;
    }
    let every_ms = every_ms.map_or(policy.every_hours * MS_PER_HOUR, |every_ms| every_ms as f64);
    // Half a millisecond, so that an interval in hours that is no round number does not miss its moment.
    let is_old = |last: Timestamp| every_ms - 0.5 <= now.0.saturating_sub(last.0).max(0) as f64;
    reflection.retry_at.is_some() || policy.every_turns <= turns || reflection.last.or(first).is_some_and(is_old)
}

/// Whether a run in which a call failed is still waited for. A wait that is longer than any says that a clock ran ahead, and is none.
#[must_use]
pub fn may_not_yet(reflection: &Reflection, now: Timestamp) -> bool {
    let is_ahead = |at: Timestamp| now < at && at.0.saturating_sub(now.0) <= LONGEST_RETRY_MS;
    reflection.retry_at.is_some_and(is_ahead)
}

/// When it may be tried again after so many runs in a row in which a call failed; `None` after none.
#[must_use]
pub fn retry_after(failures: u32, now: Timestamp) -> Option<Timestamp> {
    let doublings = failures.checked_sub(1)?;
    let wait = FIRST_RETRY_MS.checked_shl(doublings.min(20)).unwrap_or(LONGEST_RETRY_MS).min(LONGEST_RETRY_MS);
    Some(Timestamp(now.0.saturating_add(wait)))
}

/// Whether a record is new or changed since it was looked at last; none that is no longer current, or too long to be shown.
#[must_use]
pub fn is_pending(record: &Record, reflection: &Reflection, now: Timestamp) -> bool {
    if !record.is_current(now) || MOST_SHOWN_BYTES < record.text.len() {
        return false;
    }
    let since = record.said_since();
    let is_new = (reflection.seen, reflection.seen_id) < (since, Some(record.id)) && !reflection.own.contains(&since);
    is_new || reflection.left.contains(&record.id)
}

/// The records that are new or changed, at most so many: those that were left first, then in the order in which they changed. With each, up to
/// where all will have been looked at.
#[must_use]
pub fn due<R: Deref<Target = Record>>(
    records: impl Iterator<Item = R>,
    reflection: &Reflection,
    now: Timestamp,
    most: usize,
) -> Vec<R> {
    let rank = |record: &Record| (!reflection.left.contains(&record.id), record.said_since(), record.id);
    let keep_first = |found: &mut Vec<R>| {
        sort_by(found, |one, other| rank(one).cmp(&rank(other)));
        found.truncate(most);
    };
    let mut found = Vec::new();
    for record in records.filter(|record| is_pending(record, reflection, now)) {
        found.push(record);
        // In a store where everything is due, not all of it is held at a time.
        if most.saturating_mul(2) < found.len() {
            keep_first(&mut found);
        }
    }
    keep_first(&mut found);
    found
}

/// Where [`Reflection::seen`] is once these records, in the order that [`due`] gave, were looked at.
#[must_use]
pub fn seen_after(
    due: &[impl Deref<Target = Record>],
    reflection: &Reflection,
) -> (crate::record::JournalId, Option<RecordId>) {
    let marks = due.iter().map(|record| (record.said_since(), Some(record.id)));
    marks.fold((reflection.seen, reflection.seen_id), Ord::max)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::{JournalId, Status};

    const HOUR: i64 = 3_600_000;
    const NOW: Timestamp = Timestamp(1_750_000_000_000);

    #[track_caller]
    fn check(turns: u32, hours: Option<i64>, expected: bool) {
        let last = hours.map(|hours| Timestamp(NOW.0 - hours * HOUR));
        let policy = ReflectPolicy::default();
        let reflection = Reflection { last, ..Reflection::default() };
        assert_eq!(is_time(&reflection, turns, None, NOW, &policy, None), expected);
        // Where there was none, the first memory counts.
        assert_eq!(is_time(&Reflection::default(), turns, last, NOW, &policy, None), expected);
    }

    #[test]
    fn it_is_due_after_twenty_turns_or_a_day_whichever_comes_first() {
        check(19, Some(23), false);
        check(20, Some(0), true);
        check(0, Some(24), true);
        check(25, Some(30), true);
        check(20, None, true);
        check(19, None, false);
    }

    #[test]
    fn a_clock_that_ran_backwards_or_hours_that_are_no_number_make_nothing_due() {
        check(0, Some(-100), false);
        let policy = ReflectPolicy { every_hours: f64::NAN, ..ReflectPolicy::default() };
        let reflection = Reflection { last: Some(Timestamp(i64::MIN)), ..Reflection::default() };
        assert!(!is_time(&reflection, 0, None, Timestamp(i64::MAX), &policy, None));
    }

    #[test]
    fn an_interval_of_its_own_takes_the_place_of_the_hours_and_of_no_turns() {
        let policy = ReflectPolicy::default();
        for (every_ms, elapsed_ms, turns, expected) in [
            (7_001, 7_000, 0, false),
            (7_001, 7_001, 0, true),
            (7_001, 0, 20, true),
            (48 * HOUR, 47 * HOUR, 0, false),
            (i64::MAX, 24 * HOUR, 19, false),
            (0, 0, 0, true),
            (1, -HOUR, 0, false),
        ] {
            let reflection = Reflection { last: Some(Timestamp(NOW.0 - elapsed_ms)), ..Reflection::default() };
            let found = is_time(&reflection, turns, None, NOW, &policy, Some(every_ms));
            assert_eq!(found, expected, "{elapsed_ms} of {every_ms}, {turns}");
        }
    }

    #[test]
    fn after_a_failure_it_is_waited_longer_each_time_and_a_day_at_most() {
        let minutes = |failures| retry_after(failures, Timestamp(0)).map(|at| at.0 / 60_000);
        for (failures, expected) in [
            (0, None),
            (1, Some(1)),
            (2, Some(2)),
            (3, Some(4)),
            (11, Some(1024)),
            (12, Some(1440)),
            (u32::MAX, Some(1440)),
        ] {
            assert_eq!(minutes(failures), expected, "{failures}");
        }
        assert_eq!(retry_after(1, Timestamp(i64::MAX)), Some(Timestamp(i64::MAX)));
    }

    #[test]
    fn what_failed_is_due_as_soon_as_it_may_be_tried_again() {
        let failed = |ms| Reflection { retry_at: Some(Timestamp(NOW.0 + ms)), ..Reflection::default() };
        let policy = ReflectPolicy::default();
        for (ms, turns, expected) in [(1, 100, false), (0, 0, true), (-1, 0, true), (2 * 24 * HOUR, 0, true)] {
            assert_eq!(is_time(&failed(ms), turns, Some(NOW), NOW, &policy, None), expected, "{ms}");
        }
    }

    #[test]
    fn what_was_looked_at_is_not_due_until_it_changes() {
        // The stamp of record n is entry n.
        let entry = |n| JournalId::new(n, 0);
        let records: Vec<Record> = (1..=5).map(|n| record(n, "x")).collect();
        let seen = |n: u64| Reflection { seen: entry(n), seen_id: Some(records[0].id), ..Reflection::default() };
        let due_of = |reflection: &Reflection, most| {
            due(records.iter(), reflection, NOW, most).iter().map(|one| one.stamp.revision()).collect::<Vec<_>>()
        };
        assert_eq!(due_of(&Reflection::default(), 9), [1, 2, 3, 4, 5]);
        assert_eq!(
            due_of(&Reflection { own: vec![entry(4)], ..seen(2) }, 9),
            [2, 3, 5],
            "of entry 2 one more record is left"
        );
        assert_eq!(due_of(&Reflection { left: [records[0].id].into(), ..seen(4) }, 9), [1, 4, 5]);
        assert_eq!(due_of(&Reflection { left: [records[4].id].into(), ..seen(2) }, 2), [5, 2]);
        let touched = Record { changed: entry(1), ..records[4].clone() };
        assert!(!is_pending(&touched, &seen(2), NOW) && is_pending(&records[4], &seen(2), NOW));
        for gone in [
            Record { status: Status::Deleted, ..records[4].clone() },
            Record { valid_until: Some(NOW), ..records[4].clone() },
            Record { text: "长".repeat(MOST_SHOWN_BYTES), ..records[4].clone() },
        ] {
            assert!(!is_pending(&gone, &seen(1), NOW));
        }
        let taken = due(records.iter(), &seen(2), NOW, 2);
        assert_eq!(seen_after(&taken, &seen(2)), (entry(3), Some(records[2].id)));
    }
}
