//! The time that a query names: "last week", 上周. A record that was observed then answers it sooner.

use crate::record::{Span, Timestamp};

const DAY: i64 = 86_400_000;

/// How long after a time what happened then is still told, in milliseconds.
///
/// Source: a judgement: a week. Talks are of what was since the last one.
const TOLD_AFTER: i64 = 7 * DAY;

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

/// The time that a query names, told from `now`; `None` where it names none. Days and months are those of UTC.
///
/// A seam: it knows four expressions of each language, and is to be replaced by a full reading of times, which has its own rules and tests.
#[must_use]
pub fn asked_time(query: &str, now: Timestamp) -> Option<Span> {
    let query = crate::text::normalize::fold(query);
    let says = |expression: &&(&str, Expression)| query.contains(expression.0);
    let (_, expression) = EXPRESSIONS.iter().find(says)?;
    let today = now.0.div_euclid(DAY);
    let (year, month) = month_of(today);
    let (from, to) = match expression {
        Expression::Yesterday => (today - 1, today),
        Expression::LastWeek => {
            // The first of January 1970 was a Thursday, three days after a Monday.
            let monday = today - (today + 3).rem_euclid(7);
            (monday - 7, monday)
        }
        Expression::LastMonth => (first_of(year, month - 1), first_of(year, month)),
        Expression::LastMay => {
            // English means the last one that is over; it is of this year from June on.
            let year = if 5 < month { year } else { year - 1 };
            (first_of(year, 5), first_of(year, 6))
        }
        Expression::MayOfLastYear => (first_of(year - 1, 5), first_of(year - 1, 6)),
    };
    let at = |day: i64| Some(Timestamp(day.saturating_mul(DAY)));
    Some(Span { from: at(from), to: at(to) })
}

enum Expression {
    Yesterday,
    LastWeek,
    LastMonth,
    LastMay,
    MayOfLastYear,
}

const EXPRESSIONS: &[(&str, Expression)] = &[
    ("yesterday", Expression::Yesterday),
    ("昨天", Expression::Yesterday),
    ("last week", Expression::LastWeek),
    ("上周", Expression::LastWeek),
    ("last month", Expression::LastMonth),
    ("上个月", Expression::LastMonth),
    ("last may", Expression::LastMay),
    ("去年五月", Expression::MayOfLastYear),
];

/// Year and month, 1 to 12, of a day counted from 1970.
///
/// Source: the proleptic Gregorian calendar, in years that begin in March, so that the day that is put in comes last.
fn month_of(day: i64) -> (i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month)
}

/// The first day, counted from 1970, of a month; month 0 is December of the year before.
fn first_of(year: i64, month: i64) -> i64 {
    let (year, month) = if month < 1 { (year - 1, month + 12) } else { (year, month) };
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let of_year = (153 * (if 2 < month { month - 3 } else { month + 9 }) + 2) / 5;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sunday 1 June 2025, 12:00 UTC: the 20,240th day after 1 January 1970.
    const NOW: Timestamp = Timestamp(20_240 * DAY + DAY / 2);

    #[track_caller]
    fn check(query: &str, expected: Option<(i64, i64)>) {
        let found = asked_time(query, NOW).map(|span| (span.from.map(|at| at.0 / DAY), span.to.map(|at| at.0 / DAY)));
        assert_eq!(found, expected.map(|(from, to)| (Some(from), Some(to))), "{query}");
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
    fn months_reach_over_the_end_of_a_year() {
        // 15 January 2024; December 2023.
        let span = asked_time("last month", Timestamp(19_737 * DAY)).unwrap();
        assert_eq!((span.from, span.to), (Some(Timestamp(19_692 * DAY)), Some(Timestamp(19_723 * DAY))));
        for day in [-719_468, -1, 0, 59, 19_782, 20_240, 1_000_000] {
            let (year, month) = month_of(day);
            assert!((first_of(year, month)..first_of(year, month) + 31).contains(&day), "{day}");
        }
        assert!(
            asked_time("yesterday", Timestamp(i64::MIN)).is_some()
                && asked_time("last may", Timestamp(i64::MAX)).is_some()
        );
    }

    #[test]
    fn what_was_observed_then_fits_and_what_was_told_in_the_week_after_fits_half() {
        let asked = Some(Span { from: Some(Timestamp(10 * DAY)), to: Some(Timestamp(11 * DAY)) });
        for (day, expected) in [(9, 0.0), (10, 1.0), (11, 0.5), (17, 0.5), (18, 0.0)] {
            assert!((timeliness(asked, Timestamp(day * DAY)) - expected).abs() < 1e-12, "{day}");
        }
        assert!(timeliness(None, Timestamp(0)) < 1e-12);
    }
}
