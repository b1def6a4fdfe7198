//! Stretches of time on the clock of whoever speaks.

use super::Grain;
use crate::record::{DAY_MS, HOUR_MS, MINUTE_MS};
use crate::text::civil::{civil, day_of_date, days_from_civil};

/// Years that a date may have.
///
/// Source: a judgement; what a memory tells of is a life's or ahead of one, and other numbers of four digits count something.
pub(super) const YEARS: std::ops::RangeInclusive<i64> = 1900..=2100;

/// A stretch of time, in milliseconds since 1970 on a zone's own clock; `to` is the first after it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Stretch {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) grain: Grain,
}

/// A part of a month or a year.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Third {
    Beginning,
    Middle,
    End,
}

/// So many days from a day on, counted from 1 January 1970.
pub(super) fn days(day: i64, n: i64) -> Stretch {
    let grain = if n == 1 { Grain::Day } else { Grain::Week };
    Stretch { from: day * DAY_MS, to: (day + n) * DAY_MS, grain }
}

/// Hours of a day; those from 24 on are of the next one.
pub(super) fn hours(day: i64, from: i64, to: i64) -> Stretch {
    Stretch { from: day * DAY_MS + from * HOUR_MS, to: day * DAY_MS + to * HOUR_MS, grain: Grain::Hour }
}

/// A date; `None` where the month has no such day.
pub(super) fn date(year: i64, month: i64, day: i64) -> Option<i64> {
    day_of_date(year, month, day).filter(|_| YEARS.contains(&year))
}

/// A month, which is counted on beyond its year: the thirteenth is the next January.
pub(super) fn month(year: i64, month: i64) -> Stretch {
    Stretch { from: month_start(year, month) * DAY_MS, to: month_start(year, month + 1) * DAY_MS, grain: Grain::Month }
}

/// A year.
pub(super) fn year(year: i64) -> Stretch {
    Stretch { from: month_start(year, 1) * DAY_MS, to: month_start(year + 1, 1) * DAY_MS, grain: Grain::Year }
}

fn month_start(year: i64, month: i64) -> i64 {
    days_from_civil(year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1, 1)
}

/// A part of a month, or of a year.
pub(super) fn third(whole: Stretch, third: Third) -> Stretch {
    let first = whole.from.div_euclid(DAY_MS);
    if whole.grain == Grain::Year {
        let (year, _, _) = civil(first);
        let (from, to) = match third {
            Third::Beginning => (1, 4),
            Third::Middle => (6, 8),
            Third::End => (10, 13),
        };
        return Stretch {
            from: month_start(year, from) * DAY_MS,
            to: month_start(year, to) * DAY_MS,
            grain: Grain::Year,
        };
    }
    let (from, to) = match third {
        Third::Beginning => (first, first + 10),
        Third::Middle => (first + 10, first + 20),
        Third::End => (first + 20, whole.to.div_euclid(DAY_MS)),
    };
    days(from, to - from)
}

/// When something is said, on the clock of whoever says it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Today {
    /// Milliseconds since 1970.
    pub(super) ms: i64,
    /// The day, counted from 1 January 1970.
    pub(super) day: i64,
    pub(super) year: i64,
    pub(super) month: i64,
}

impl Today {
    pub(super) fn of(ms: i64) -> Self {
        let day = ms.div_euclid(DAY_MS);
        let (year, month, _) = civil(day);
        Self { ms, day, year, month }
    }

    /// Monday of this week, or of one so many weeks later.
    pub(super) fn monday(self, n_weeks: i64) -> i64 {
        // 1 January 1970 was a Thursday.
        self.day - (self.day + 3).rem_euclid(7) + 7 * n_weeks
    }

    /// The latest weekday (Monday 0) before today.
    pub(super) fn weekday_behind(self, weekday: i64) -> i64 {
        let day = self.monday(0) + weekday;
        if day < self.day { day } else { day - 7 }
    }

    /// The next weekday, today counted.
    pub(super) fn weekday_ahead(self, weekday: i64) -> i64 {
        let day = self.monday(0) + weekday;
        if day < self.day { day + 7 } else { day }
    }

    /// The stretch of a unit that lies so many of it before or after now: the whole day, week, month or year; of an hour and a minute that one.
    pub(super) fn counted(self, unit: Unit, n: i64) -> Stretch {
        match unit {
            Unit::Minute => {
                let from = (self.ms + n * MINUTE_MS).div_euclid(MINUTE_MS) * MINUTE_MS;
                Stretch { from, to: from + MINUTE_MS, grain: Grain::Minute }
            }
            Unit::Hour => {
                let from = (self.ms + n * HOUR_MS).div_euclid(HOUR_MS) * HOUR_MS;
                Stretch { from, to: from + HOUR_MS, grain: Grain::Hour }
            }
            Unit::Day => days(self.day + n, 1),
            Unit::Week => days(self.monday(n), 7),
            Unit::Month => month(self.year, self.month + n),
            Unit::Year => year(self.year + n),
        }
    }
}

/// What times are counted in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}
