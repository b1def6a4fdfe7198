//! English times: yesterday morning, last Friday, in two weeks, three days ago, tonight at eight, at the end of the month.

use super::calendar::{Stretch, Third, Unit, days, month, third, year};
use super::clock::{
    AFTERNOON, EVENING, FORENOON, HALF_DAY, MORNING, NIGHT, NOON, Part, SMALL_HOURS, Shown, is_exact, within,
};
use super::english_dates;
use super::scan::{Read, Scan};
use super::tense::{Tense, is_habit, tense};
use crate::text::cursor::is_one_of;
use crate::text::date::WEEKDAYS;
use crate::text::number_words::single;

/// The time that begins at a letter.
pub(super) fn read(scan: &Scan, at: usize) -> Option<Read> {
    let nth = scan.word_at(at)?;
    day(scan, nth)
        .or_else(|| end_of(scan, nth))
        .or_else(|| told_unit(scan, nth))
        .or_else(|| ago(scan, nth))
        .or_else(|| ahead(scan, nth))
        .or_else(|| english_dates::read(scan, nth))
        .or_else(|| weekday(scan, nth))
        .or_else(|| hour_alone(scan, nth))
}

/// A time told from today, whose last word is given.
pub(super) fn told(scan: &Scan, last: usize, stretch: Option<Stretch>) -> Read {
    Read::told(scan.end_of(last), stretch)
}

/// Yesterday, the day after tomorrow, tonight, this morning, last night.
fn day(scan: &Scan, nth: usize) -> Option<Read> {
    let word = |n: usize| scan.word(nth + n);
    let first = scan.words[nth].text.as_str();
    let (away, part, last) = match (first, word(1), word(2)) {
        ("day", "before", "yesterday") => (-2, None, nth + 2),
        ("day", "after", "tomorrow") => (2, None, nth + 2),
        ("yesterday", _, _) => (-1, None, nth),
        ("today", _, _) => (0, None, nth),
        ("tomorrow", _, _) => (1, None, nth),
        ("tonight", _, _) => (0, Some(NIGHT), nth),
        ("last", "night", _) => (-1, Some(NIGHT), nth + 1),
        ("last", "evening", _) => (-1, Some(EVENING), nth + 1),
        ("this", part, _) => (0, Some(part_of_day(part)?), nth + 1),
        _ => return None,
    };
    // "a week ago today", "a week from tomorrow".
    if is_one_of(scan.word_before(nth, 1), "ago from") {
        return Some(told(scan, last, None));
    }
    let (stretch, last) = rest_of_day(scan, scan.today.day + away, part, last);
    Some(told(scan, last, Some(stretch)))
}

fn part_of_day(word: &str) -> Option<Part> {
    Some(match word {
        "morning" => MORNING,
        "noon" => NOON,
        "afternoon" => AFTERNOON,
        "evening" => EVENING,
        "night" => NIGHT,
        _ => return None,
    })
}

/// The rest of a day, "morning at ten", behind the word `last`.
pub(super) fn rest_of_day(scan: &Scan, day: i64, part_before: Option<Part>, last: usize) -> (Stretch, usize) {
    let found = if part_before.is_some() { None } else { part_of_day(scan.word(last + 1)) };
    let (part, last) = found.map_or((part_before, last), |part| (Some(part), last + 1));
    match clock(scan, last + 1, part.is_some()) {
        Some((shown, half, end)) if is_exact(shown, half.or(part)) => {
            // "last night at 2 am" is of the next day, as "last night at two" is.
            let is_next = part == Some(NIGHT) && half == Some(FORENOON) && shown.0 < SMALL_HOURS.1;
            (within(day + i64::from(is_next), half.or(part), Some(shown)), end)
        }
        _ => (within(day, part, None), last),
    }
}

/// "at 3 pm", "3:30pm", "at noon", and, where a part of the day is told, "at eight": the half of the day, and the last word.
fn clock(scan: &Scan, nth: usize, has_part: bool) -> Option<(Shown, Option<Part>, usize)> {
    let is_led = scan.word(nth) == "at" || scan.word(nth) == "around";
    let at = nth + usize::from(is_led);
    if scan.word(at) == "noon" {
        return Some(((12, None), Some(NOON), at));
    }
    let word = scan.word(at);
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let mut half = &word[digits.len()..];
    let hour = if digits.is_empty() { single(word).or((word == "one").then_some(1)) } else { digits.parse().ok() };
    let hour = hour.and_then(|hour| i64::try_from(hour).ok()).filter(|hour| *hour <= 24)?;
    let (mut minute, mut last) = (None, at);
    if digits.is_empty() {
        half = "";
    } else if half.is_empty() && scan.letter(scan.words[at].end) == Some(':') {
        let next = scan.word(at + 1);
        let digits = next.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        minute = Some(digits.parse().ok().filter(|minute| *minute < 60 && digits.len() == 2)?);
        half = &next[digits.len()..];
        last = at + 1;
    }
    // "3 pm", "3 p.m.".
    let follows = |text: &str| scan.words.get(last + 1).is_some_and(|word| !word.is_parted && word.text == text);
    if half.is_empty() {
        if let Some(whole) = ["am", "pm"].into_iter().find(|whole| follows(whole)) {
            (half, last) = (whole, last + 1);
        } else if (follows("a") || follows("p"))
            && scan.letter(scan.words[last + 1].end) == Some('.')
            && scan.words.get(last + 2).is_some_and(|word| word.text == "m")
        {
            half = if follows("a") { "am" } else { "pm" };
            last += 2;
        }
    }
    let part = match half {
        "am" => Some(FORENOON),
        "pm" => Some(HALF_DAY),
        "" => None,
        _ => return None,
    };
    let is_told = part.is_some() || is_led && has_part || minute.is_some();
    // Twelve is the first of either half.
    let hour = match part {
        Some(HALF_DAY) if hour <= 12 => hour % 12 + 12,
        Some(FORENOON) if hour == 12 => 0,
        _ => hour,
    };
    is_told.then_some(((hour, minute), part, last))
}

/// How far "last", "this" and "next" are away.
pub(super) fn away(word: &str) -> Option<i64> {
    match word {
        "last" => Some(-1),
        "this" => Some(0),
        "next" => Some(1),
        _ => None,
    }
}

/// Last week, this month, next year, the week before last, next week on Monday.
fn told_unit(scan: &Scan, nth: usize) -> Option<Read> {
    let first = scan.words[nth].text.as_str();
    let (unit, away, mut last) = match (first, scan.word(nth + 1), scan.word(nth + 2)) {
        (unit, "before", "last") => (unit, -2, nth + 2),
        (unit, "after", "next") => (unit, 2, nth + 2),
        (first, unit, _) => (unit, away(first)?, nth + 1),
    };
    let today = scan.today;
    let stretch = match unit {
        "week" => days(today.monday(away), 7),
        "weekend" => days(today.monday(away) + 5, 2),
        "month" => month(today.year, today.month + away),
        "year" => year(today.year + away),
        _ => return None,
    };
    // "the last week of May", "the next day", "over the last year", "this week's" is one.
    let is_other =
        scan.word(last + 1) == "of" || last == nth + 1 && is_one_of(scan.word_before(nth, 1), "the these past every");
    if is_other {
        return Some(told(scan, last, None));
    }
    if unit == "week"
        && let at = last + 1 + usize::from(scan.word(last + 1) == "on")
        && let Some(weekday) = weekday_number(scan.word(at))
    {
        let (stretch, last) = rest_of_day(scan, today.monday(away) + weekday, None, at);
        return Some(told(scan, last, Some(stretch)));
    }
    if unit == "weekend"
        && away == 0
        && tense(scan, scan.words[nth].start) == Tense::Past
        && today.day < today.monday(0) + 5
    {
        return Some(told(scan, last, None));
    }
    if unit == "year"
        && let at = last + 1 + usize::from(scan.word(last + 1) == "in")
        && let Some((nth_month, end)) = english_dates::month_named(scan, at)
    {
        last = end;
        return Some(told(scan, last, Some(month(today.year + away, nth_month))));
    }
    Some(told(scan, last, Some(stretch)))
}

/// The end of the month, early next year, the beginning of last month.
fn end_of(scan: &Scan, nth: usize) -> Option<Read> {
    let (part, is_of) = match scan.words[nth].text.as_str() {
        "beginning" | "start" => (Third::Beginning, true),
        "middle" => (Third::Middle, true),
        "end" => (Third::End, true),
        "early" => (Third::Beginning, false),
        "mid" => (Third::Middle, false),
        "late" => (Third::End, false),
        _ => return None,
    };
    let at = nth + 1 + usize::from(is_of);
    if is_of && scan.word(nth + 1) != "of" {
        return None;
    }
    let today = scan.today;
    let (which, unit) = (scan.word(at), scan.word(at + 1));
    let is_the = is_of && which == "the";
    let away = if is_the { Some(0) } else { away(which) };
    let whole = match (away, unit) {
        (Some(away), "month") => month(today.year, today.month + away),
        (Some(away), "year") => year(today.year + away),
        _ => {
            let (whole, last) = english_dates::month_read(scan, at)?;
            return Some(told(scan, last, whole.map(|whole| third(whole, part))));
        }
    };
    let stretch = third(whole, part);
    let fits = match tense(scan, scan.words[nth].start) {
        _ if !is_the => true,
        Tense::Past => stretch.from <= today.ms,
        Tense::Future => today.ms < stretch.to,
        Tense::Unclear => !is_habit(scan, scan.words[nth].start),
    };
    Some(told(scan, at + 1, Some(stretch).filter(|_| fits)))
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "minute" => Unit::Minute,
        "hour" => Unit::Hour,
        "day" => Unit::Day,
        "week" => Unit::Week,
        "month" => Unit::Month,
        "year" => Unit::Year,
        _ => return None,
    })
}

/// "three days", "a week", "a couple of months", "half a year": how many of what, and the last word.
fn amount(scan: &Scan, nth: usize) -> Option<(i64, Unit, usize)> {
    let first = scan.words.get(nth)?.text.as_str();
    let word = |n: usize| scan.word(nth + n);
    let (n, at) = match (first, word(1), word(2)) {
        ("a", "couple", "of") => (2, nth + 3),
        ("half", "a", "year") => return Some((6, Unit::Month, nth + 2)),
        ("half", "an", "hour") => return Some((30, Unit::Minute, nth + 2)),
        ("a" | "an" | "one", _, _) => (1, nth + 1),
        (tens, next, _) if single(tens).is_some_and(|tens| 20 <= tens && tens % 10 == 0) && digit(next).is_some() => {
            (i64::try_from(single(tens)? + digit(next)?).ok()?, nth + 2)
        }
        (digits, _, _) => {
            (digits.parse().ok().or_else(|| single(digits).and_then(|n| i64::try_from(n).ok()))?, nth + 1)
        }
    };
    let unit = unit(scan.word(at))?;
    (1..1000).contains(&n).then_some((n, unit, at))
}

/// One to nine, behind a word of tens.
fn digit(word: &str) -> Option<u64> {
    if word == "one" { Some(1) } else { single(word).filter(|digit| *digit < 10) }
}

/// Three days ago, a couple of weeks ago, a week from now.
fn ago(scan: &Scan, nth: usize) -> Option<Read> {
    let (n, unit, last) = amount(scan, nth)?;
    let (way, end) = match (scan.word(last + 1), scan.word(last + 2)) {
        ("ago", _) => (-1, last + 1),
        ("from", "now" | "today") => (1, last + 2),
        _ => return None,
    };
    // More than a year ago; two and a half years ago; 3-5 days ago.
    let before = scan.word_before(nth, 1);
    let is_other = is_one_of(before, "over than nearly almost under and half within to or least most")
        || before.parse::<u64>().is_ok();
    let stretch = scan.today.counted(unit, way * n);
    Some(told(scan, end, Some(stretch).filter(|_| !is_other)))
}

/// In two weeks: but "in two weeks" in a sentence about the past is how long something took.
fn ahead(scan: &Scan, nth: usize) -> Option<Read> {
    let led = scan.words[nth].text == "in";
    let (n, unit, last) = if led { amount(scan, nth + 1) } else { None }?;
    let start = scan.words[nth].start;
    let is_rate = is_one_of(scan.word_before(nth, 1), "once twice times back all") || is_habit(scan, start);
    let is_other = is_rate || is_one_of(scan.word(last + 1), "of and or");
    // "in two days' time".
    let end = last + usize::from(scan.word(last + 1) == "time");
    let stretch = scan.today.counted(unit, n);
    Some(told(scan, end, Some(stretch).filter(|_| !is_other && tense(scan, start) != Tense::Past)))
}

fn weekday_number(word: &str) -> Option<i64> {
    WEEKDAYS.iter().position(|name| *name == word).and_then(|at| i64::try_from(at).ok())
}

/// Last Friday, next Monday, this Sunday, Friday next week; a weekday alone is behind or ahead, as the sentence tells.
fn weekday(scan: &Scan, nth: usize) -> Option<Read> {
    let today = scan.today;
    let first = scan.words[nth].text.as_str();
    let (which, at) = match (away(first), weekday_number(scan.word(nth + 1))) {
        (Some(which), Some(_)) => (Some(which), nth + 1),
        _ => (None, nth),
    };
    let weekday = weekday_number(&scan.words[at].text)?;
    let of = at + 1 + usize::from(scan.word(at + 1) == "of");
    let of_week = away(scan.word(of)).filter(|_| which.is_none() && scan.word(of + 1) == "week");
    let start = scan.words[nth].start;
    let this = today.monday(0) + weekday;
    let before = scan.word_before(nth, 1);
    let is_other = is_one_of(before, "good black ash easter every each other from to through than")
        || matches!((scan.word(at + 1), scan.word(at + 2)), ("before", "last") | ("after", "next") | ("of", _))
            && of_week.is_none()
        || is_one_of(scan.word(at + 1), "to through until")
        || matches!(before, "before" | "after") && unit(scan.word_before(nth, 2)).is_some();
    let day = match (which, of_week) {
        _ if is_other => None,
        (_, Some(away)) => Some(today.monday(away) + weekday),
        (Some(-1), _) => Some(today.weekday_behind(weekday)),
        (Some(1), _) => (this <= today.day).then_some(this + 7),
        (Some(_), _) => (today.day <= this || tense(scan, start) == Tense::Past).then_some(this),
        (None, _) if is_habit(scan, start) => None,
        (None, _) => match tense(scan, start) {
            Tense::Past => Some(today.weekday_behind(weekday)),
            Tense::Future => Some(today.weekday_ahead(weekday)),
            Tense::Unclear => None,
        },
    };
    let last = if of_week.is_some() { of + 1 } else { at };
    let (stretch, last) = rest_of_day(scan, day.unwrap_or_default(), None, last);
    Some(told(scan, last, day.map(|_| stretch)))
}

/// 3 pm, of today.
fn hour_alone(scan: &Scan, nth: usize) -> Option<Read> {
    if nth.checked_sub(1).is_some_and(|before| scan.letter(scan.words[before].end) == Some(':')) {
        return None;
    }
    let first = scan.words[nth].text.as_str();
    if !first.starts_with(|letter: char| letter.is_ascii_digit()) && single(first).is_none() {
        return None;
    }
    let (shown, half, last) = clock(scan, nth, false)?;
    half?;
    let stretch = (is_exact(shown, half) && !is_habit(scan, scan.words[nth].start))
        .then(|| within(scan.today.day, half, Some(shown)));
    Some(Read { is_hour_alone: true, ..told(scan, last, stretch) })
}
