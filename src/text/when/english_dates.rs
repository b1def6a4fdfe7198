//! English dates: October 15th, 15 October 2024, in March, last May, on the 15th, in 2024.

use super::calendar::{Stretch, YEARS, date, days, month, year};
use super::english::{away, rest_of_day, told};
use super::scan::{Read, Scan};
use super::tense::{Tense, is_habit, tense};
use crate::record::DAY_MS;
use crate::text::cursor::is_one_of;
use crate::text::date;
use crate::text::number_words::{ordinal, tens_and_ordinal};

/// Words that a month stands behind, and no verb, nor a noun of the same letters.
const LEADS: &str = "in last next this of since until till by early late mid from during before after through";

/// Words that may follow a whole time: what follows otherwise may be what the number counts.
const FOLLOWS: &str = "and or but at for to with in on of was is are were will i we he she they it you the my our his her because so when where with by";

/// The date that begins at a word.
pub(super) fn read(scan: &Scan, nth: usize) -> Option<Read> {
    month_first(scan, nth)
        .or_else(|| day_first(scan, nth))
        .or_else(|| nth_of_month(scan, nth))
        .or_else(|| bare_year(scan, nth))
}

/// The month that a word names, in full or in three letters, and the word's place.
pub(super) fn month_named(scan: &Scan, nth: usize) -> Option<(i64, usize)> {
    let month = date::month_named(&scan.words.get(nth)?.text)?;
    Some((i64::try_from(month).ok()?, nth))
}

/// A day of a month.
struct DayNumber {
    day: i64,
    is_ordinal: bool,
    /// Its last word.
    last: usize,
}

/// 15, 15th, fifteenth, twenty-first.
fn day_number(scan: &Scan, nth: usize) -> Option<DayNumber> {
    let text = scan.words.get(nth)?.text.as_str();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let ending = &text[digits.len()..];
    let (day, is_ordinal, last) = if let Some(day) = tens_and_ordinal(text, scan.word(nth + 1)) {
        (i64::try_from(day).ok()?, true, nth + 1)
    } else if digits.is_empty() {
        (ordinal(text).and_then(|day| i64::try_from(day).ok())?, true, nth)
    } else if matches!(ending, "" | "st" | "nd" | "rd" | "th") {
        (digits.parse().ok()?, !ending.is_empty(), nth)
    } else {
        return None;
    };
    // The forty-first of May is no day, and its "first" is none either.
    let most = if is_ordinal { 99 } else { 31 };
    (1..=most).contains(&day).then_some(DayNumber { day, is_ordinal, last })
}

fn year_number(scan: &Scan, nth: usize) -> Option<i64> {
    let word = scan.words.get(nth)?;
    let before = nth.checked_sub(1)?;
    let is_near = !word.is_parted || scan.letter(scan.words[before].end) == Some(',');
    word.text.parse().ok().filter(|year| is_near && word.text.len() == 4 && YEARS.contains(year))
}

/// The year that follows a month or a date: 2024, "of last year"; and the last word.
fn year_after(scan: &Scan, last: usize) -> Option<(i64, bool, usize)> {
    let at = last + 1 + usize::from(scan.word(last + 1) == "of");
    if let Some(year) = year_number(scan, at) {
        return Some((year, false, at));
    }
    let away = away(scan.word(at))?;
    (scan.word(at + 1) == "year").then_some((scan.today.year + away, true, at + 1))
}

/// March 4, March 4th, 2025, March 2025, in March, last May.
fn month_first(scan: &Scan, nth: usize) -> Option<Read> {
    let first = scan.words[nth].text.as_str();
    if let Some(which) = away(first) {
        let (nth_month, last) = month_named(scan, nth + 1).filter(|_| !scan.words[nth + 1].is_parted)?;
        let today = scan.today;
        let year = match which {
            -1 => Some(if nth_month < today.month { today.year } else { today.year - 1 }),
            0 => Some(today.year),
            // One that is still to come this year may be meant.
            _ => (nth_month <= today.month).then_some(today.year + 1),
        };
        return Some(told(scan, last, year.map(|year| month(year, nth_month))));
    }
    let (nth_month, _) = month_named(scan, nth)?;
    let day_at = nth + 1 + usize::from(scan.word(nth + 1) == "the");
    let is_time = |last: usize| is_one_of(scan.word(last + 1), "am pm a p o people times percent");
    let day = day_number(scan, day_at).filter(|day| !scan.words[day_at].is_parted && !is_time(day.last));
    if let Some(found) = day {
        return Some(dated(scan, nth, nth_month, found.day, found.last));
    }
    let (stretch, last) = month_read(scan, nth)?;
    let is_relative = year_after(scan, nth).is_none_or(|(_, is_relative, _)| is_relative);
    Some(Read { is_relative, ..told(scan, last, stretch) })
}

/// A month, with its year or without; `None` where the word may be none. The last word besides.
pub(super) fn month_read(scan: &Scan, nth: usize) -> Option<(Option<Stretch>, usize)> {
    let (nth_month, _) = month_named(scan, nth)?;
    if let Some((year, _, last)) = year_after(scan, nth) {
        return Some((Some(month(year, nth_month)), last));
    }
    let text = scan.words[nth].text.as_str();
    let is_led = is_one_of(scan.word_before(nth, 1), LEADS);
    // The verbs "may" and "march", "mar" and "sun".
    if !is_led || text.len() == 3 && text != "may" {
        return None;
    }
    let today = scan.today;
    let start = scan.words[nth].start;
    let told = if is_habit(scan, start) { Tense::Unclear } else { tense(scan, start) };
    let year = match told {
        Tense::Past => Some(if nth_month <= today.month { today.year } else { today.year - 1 }),
        Tense::Future => Some(if today.month <= nth_month { today.year } else { today.year + 1 }),
        Tense::Unclear => None,
    };
    Some((year.map(|year| month(year, nth_month)), nth))
}

/// A date of a month, with its year or without.
fn dated(scan: &Scan, nth: usize, nth_month: i64, nth_day: i64, last: usize) -> Read {
    if let Some((year, is_relative, last)) = year_after(scan, last) {
        let found = date(year, nth_month, nth_day).map(|day| rest_of_day(scan, day, None, last));
        let (stretch, last) = found.map_or((None, last), |(stretch, last)| (Some(stretch), last));
        return Read { is_relative, ..told(scan, last, stretch) };
    }
    let today = scan.today;
    let start = scan.words[nth].start;
    let is_known = !is_habit(scan, start);
    let of = |year: i64| date(year, nth_month, nth_day);
    let day = match tense(scan, start) {
        Tense::Past => of(today.year).filter(|day| *day <= today.day).or_else(|| of(today.year - 1)),
        Tense::Future => of(today.year).filter(|day| today.day <= *day).or_else(|| of(today.year + 1)),
        Tense::Unclear => None,
    };
    let day = day.filter(|_| is_known);
    let (stretch, last) = rest_of_day(scan, day.unwrap_or_default(), None, last);
    told(scan, last, day.map(|_| stretch))
}

/// 4 March, the 4th of March 2025.
fn day_first(scan: &Scan, nth: usize) -> Option<Read> {
    let found = day_number(scan, nth)?;
    let at = found.last + 1 + usize::from(scan.word(found.last + 1) == "of");
    let (nth_month, last) = month_named(scan, at).filter(|_| !scan.words[at].is_parted)?;
    // "only 5 may come".
    let is_name_alone = !matches!(scan.words[at].text.as_str(), "may" | "march" | "mar");
    let is_verb = !is_name_alone && !found.is_ordinal && at == found.last + 1;
    let ends =
        scan.word(at + 1).is_empty() || year_after(scan, at).is_some() || is_one_of(scan.word(at + 1), "at in for and");
    (!is_verb || ends).then(|| dated(scan, nth, nth_month, found.day, last))
}

/// On the 15th, on the 15th of last month.
fn nth_of_month(scan: &Scan, nth: usize) -> Option<Read> {
    let found = day_number(scan, nth).filter(|found| found.is_ordinal)?;
    let is_led = scan.word_before(nth, 1) == "the"
        && is_one_of(scan.word_before(nth, 2), "on by until till before after since from");
    let next = scan.word(found.last + 1);
    if !is_led || !next.is_empty() && !is_one_of(next, FOLLOWS) {
        return None;
    }
    let today = scan.today;
    let which = match (next, scan.word(found.last + 3)) {
        ("of", "month") => Some(away(scan.word(found.last + 2))?),
        ("of", _) => return None,
        _ => None,
    };
    let of = |away: i64| {
        let whole = month(today.year, today.month + away);
        let first = whole.from.div_euclid(DAY_MS);
        let day = first + found.day - 1;
        (day < whole.to.div_euclid(DAY_MS)).then_some(day)
    };
    if let Some(away) = which {
        return Some(told(scan, found.last + 3, of(away).map(|day| days(day, 1))));
    }
    let start = scan.words[nth].start;
    let day = match tense(scan, start) {
        _ if is_habit(scan, start) => None,
        Tense::Past => of(0).filter(|day| *day <= today.day).or_else(|| of(-1)),
        Tense::Future => of(0).filter(|day| today.day <= *day).or_else(|| of(1)),
        Tense::Unclear => None,
    };
    let (stretch, last) = rest_of_day(scan, day.unwrap_or_default(), None, found.last);
    Some(told(scan, last, day.map(|_| stretch)))
}

/// In 2024, since 2019.
fn bare_year(scan: &Scan, nth: usize) -> Option<Read> {
    let is_led = is_one_of(scan.word_before(nth, 1), "in since until till by from during before after");
    let next = scan.word(nth + 1);
    let is_over = next.is_empty() || is_one_of(next, FOLLOWS);
    let found = year_number(scan, nth).filter(|_| is_led && is_over)?;
    Some(Read::whole(scan.end_of(nth), Some(year(found))))
}
