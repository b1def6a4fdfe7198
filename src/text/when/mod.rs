//! Times told in words, Chinese and English: yesterday, 上周三, last May, 三天后, 2024-05-01.
//!
//! Each is a stretch of time from the day on which it was said, in the time zone of whoever said it. Weeks begin on Monday in both
//! languages. Precision goes before reach: what may be meant in two ways is left alone.
//!
//! - A weekday, a month or a date without a year is the latest one behind where its sentence tells of the past ("saw her on Friday", 周三去了),
//!   the next one ahead where it tells of what is to come ("will call on Friday", 周三要去), and nothing where neither or both are told, or where
//!   it is said of a habit.
//! - "last Friday", "last May": the latest one that is over. "next Friday": that of next week; nothing where one is still to come this week.
//!   上周五 and 下周五 are of last week and next week, whatever today is.
//! - So many weeks, months or years ago: the whole week, month or year that it falls in.
//! - A night (昨晚, tonight) ends at six the next morning; an hour of it past midnight is of the next day, with "am" and without.
//! - The beginning, the middle and the end of a month are its days 1 to 10, 11 to 20 and the rest; of a year its first three months, June and July,
//!   and its last three months.

mod absolute;
mod calendar;
mod chinese;
mod chinese_parts;
mod clock;
mod english;
mod english_dates;
mod scan;
mod tense;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

use std::ops::Range;

use crate::record::{DAY_MS, Timestamp};
use crate::text::letters::is_han;

use calendar::Stretch;
use scan::{Read, Scan};

/// What a zone's own clock is ahead of UTC by, in milliseconds, at a moment.
pub type Zone<'a> = &'a dyn Fn(Timestamp) -> i64;

/// How exactly a time is told.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Grain {
    /// To the minute.
    Minute,
    /// To the hour, or a few hours of a day.
    Hour,
    /// To the day.
    Day,
    /// To a few days, or a week.
    Week,
    /// To the month.
    Month,
    /// To some months, or a year.
    Year,
}

/// A time that a text tells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// Its first millisecond.
    pub from: Timestamp,
    /// The first millisecond after it.
    pub to: Timestamp,
    /// How exactly it is told.
    pub grain: Grain,
    /// Whether it is told from the day on which it was said. A whole date says the same on any day.
    pub is_relative: bool,
}

/// The moments, in milliseconds and of either sign, that a date of JavaScript can hold.
///
/// Source: ECMA-262, "Time Values and Time Range".
const MOST_MILLIS: i64 = 8_640_000_000_000_000;

/// The times that `text`, said at `now`, tells, in their order.
///
/// ```
/// use palimpsest::record::Timestamp;
/// use palimpsest::text::when::find;
/// // Wednesday, 12 March 2025, noon, in UTC.
/// let now = Timestamp(1_741_780_800_000);
/// let found = find("用户昨天去了医院", now, &|_| 0);
/// assert_eq!(&"用户昨天去了医院"[found[0].span.clone()], "昨天");
/// assert_eq!((found[0].from.0, found[0].to.0), (1_741_651_200_000, 1_741_737_600_000));
/// assert!(find("Plays tennis every Friday", now, &|_| 0).is_empty());
/// ```
#[must_use]
pub fn find(text: &str, now: Timestamp, zone: Zone<'_>) -> Vec<Found> {
    let (scan, reads) = reads(text, now, zone);
    reads.into_iter().filter_map(|(at, read)| found(&scan, at, &read, zone)).collect()
}

/// The stretch of time that a query asks about, from its first moment to the first after it; that from the earliest to the last where it names several.
#[must_use]
pub fn range(text: &str, now: Timestamp, zone: Zone<'_>) -> Option<(Timestamp, Timestamp)> {
    let (_, reads) = reads(text, now, zone);
    let stretches = || reads.iter().filter_map(|(_, read)| read.stretch);
    // On the clock of whoever asks: a host's time zone is dear to ask about each of many times.
    let from = stretches().map(|one| one.from).min()?;
    let to = stretches().map(|one| one.to).max()?;
    let (from, to) = (to_utc(from, zone), to_utc(to, zone));
    (from < to).then_some((from, to))
}

/// What is read in a text, in its order, each with its first letter.
fn reads(text: &str, now: Timestamp, zone: Zone<'_>) -> (Scan, Vec<(usize, Read)>) {
    let is_time = now.0.unsigned_abs() <= MOST_MILLIS.unsigned_abs();
    let scan = if is_time { Scan::of(text, now.0 + zone(now)) } else { Scan::of("", 0) };
    let mut reads = Vec::new();
    let mut at = 0;
    while let Some(letter) = scan.letter(at) {
        // A title tells no time, and the 5 of 1.5 is no number.
        if let Some(end) = scan.title_end(at) {
            at = end;
            continue;
        }
        if scan.is_rest_of_number(at) {
            at += 1;
            continue;
        }
        let read = read(&scan, at, letter);
        let next = read.as_ref().map_or(at + 1, |read| read.end.max(at + 1));
        reads.extend(read.map(|read| (at, read)));
        at = next;
    }
    // An hour alone is of today; beside any other time it may be of that one.
    let is_alone = reads.len() == 1;
    reads.retain(|(_, read)| is_alone || !read.is_hour_alone);
    (scan, reads)
}

/// The time that begins at a letter. Each language is asked only where a time of it may begin.
fn read(scan: &Scan, at: usize, letter: char) -> Option<Read> {
    match letter {
        '0'..='9' => absolute::read(scan, at).or_else(|| chinese::read(scan, at)).or_else(|| english::read(scan, at)),
        'a'..='z' => english::read(scan, at),
        _ if is_han(letter) => chinese::read(scan, at),
        _ => None,
    }
}

fn found(scan: &Scan, at: usize, read: &Read, zone: Zone<'_>) -> Option<Found> {
    let Stretch { from, to, grain } = read.stretch?;
    let (from, to) = (to_utc(from, zone), to_utc(to, zone));
    let is_relative = read.is_relative;
    (from < to).then(|| Found { span: scan.span(at, read.end), from, to, grain, is_relative })
}

/// The moment at which a zone's own clock shows so many milliseconds since 1970. Of an hour that comes twice the first; of one that is skipped,
/// as long after the change as it is after the hour that was skipped began.
///
/// Source: what the Temporal proposal calls compatible. A zone changes its clocks at most once in two days.
fn to_utc(local: i64, zone: Zone<'_>) -> Timestamp {
    let [before, after] = [-DAY_MS, DAY_MS].map(|span| zone(Timestamp(local + span)));
    let [first, second] = [before, after].map(|offset| Timestamp(local - offset));
    if before != after && zone(first) != before && zone(second) == after { second } else { first }
}
