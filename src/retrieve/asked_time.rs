//! The time that a query names: "last week", 上周. A record that was observed then answers it sooner.

use crate::record::{DAY_MS, Span, Timestamp};
use crate::text::when::{Zone, range};

/// How long after a time what happened then is still told, in milliseconds.
///
/// Source: a judgement: a week. Talks are of what was since the last one.
const TOLD_AFTER: i64 = 7 * DAY_MS;

/// What a record counts that was observed in the time after.
///
/// Source: a judgement: half.
const AFTERWARDS: f64 = 0.5;

/// How well a time of observation fits the time that a query names, 0 to 1.
#[must_use]
pub fn timeliness(asked: Option<Span>, observed_at: Timestamp) -> f64 {
    let Some(Span { from: Some(from), to: Some(to) }) = asked else { return 0.0 };
    if (from..to).contains(&observed_at) {
        1.0
    } else if (to..Timestamp(to.0.saturating_add(TOLD_AFTER))).contains(&observed_at) {
        AFTERWARDS
    } else {
        0.0
    }
}

/// The time that a query names, asked at `now` in a time zone; `None` where it names none.
#[must_use]
pub fn asked_time(query: &str, now: Timestamp, zone: Zone<'_>) -> Option<Span> {
    range(query, now, zone).map(|(from, to)| Span { from: Some(from), to: Some(to) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::HOUR_MS;

    /// Sunday 1 June 2025, 12:00 UTC: the 20,240th day after 1 January 1970.
    const NOW: Timestamp = Timestamp(20_240 * DAY_MS + DAY_MS / 2);

    #[track_caller]
    fn check(query: &str, expected: Option<(i64, i64)>) {
        let found = asked_time(query, NOW, &|_| 0);
        let days = found.map(|span| (span.from.map(|at| at.0 / DAY_MS), span.to.map(|at| at.0 / DAY_MS)));
        assert_eq!(days, expected.map(|(from, to)| (Some(from), Some(to))), "{query}");
    }

    #[test]
    fn a_query_names_days_weeks_and_months_told_from_now() {
        for query in ["What did I eat yesterday?", "昨天吃了什么"] {
            check(query, Some((20_239, 20_240)));
        }
        // Monday 19 May to Monday 26 May.
        for query in ["Where was I last week?", "上周去了哪里", "上週去了哪裡"] {
            check(query, Some((20_227, 20_234)));
        }
        // 1 May to 1 June.
        for query in ["who called last month", "上个月谁打过电话"] {
            check(query, Some((20_209, 20_240)));
        }
        check("the trip last May", Some((20_209, 20_240)));
        // 1 May to 1 June 2024.
        check("去年五月的旅行", Some((19_844, 19_875)));
        check("Where do I live?", None);
        check("住在哪", None);
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let span = asked_time("yesterday", NOW, &|_| 8 * HOUR_MS).unwrap();
        assert_eq!(
            (span.from, span.to),
            (Some(Timestamp(20_239 * DAY_MS - 8 * HOUR_MS)), Some(Timestamp(20_240 * DAY_MS - 8 * HOUR_MS)))
        );
        assert_eq!(asked_time("yesterday", Timestamp(i64::MIN), &|_| 0), None);
    }

    #[test]
    fn what_was_observed_then_fits_and_what_was_told_in_the_week_after_fits_half() {
        let asked = Some(Span { from: Some(Timestamp(10 * DAY_MS)), to: Some(Timestamp(11 * DAY_MS)) });
        for (day, expected) in [(9, 0.0), (10, 1.0), (11, 0.5), (17, 0.5), (18, 0.0)] {
            assert!((timeliness(asked, Timestamp(day * DAY_MS)) - expected).abs() < 1e-12, "{day}");
        }
        assert!(timeliness(None, Timestamp(0)) < 1e-12);
    }
}
