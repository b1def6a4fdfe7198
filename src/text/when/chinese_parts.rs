//! What Chinese times are put together from: numbers, parts of a day, clocks, thirds of a month.

use super::calendar::{Stretch, Third, Unit, third};
use super::clock::{AFTERNOON, DUSK, MORNING, NIGHT, NOON, Part, SMALL_HOURS, Shown, within};
use super::scan::Scan;
use crate::text::number::{chinese, is_numeral};

const PARTS: [(&str, Part); 18] = [
    ("凌晨", SMALL_HOURS),
    ("清晨", MORNING),
    ("清早", MORNING),
    ("一早", MORNING),
    ("早晨", MORNING),
    ("早上", MORNING),
    ("上午", MORNING),
    ("中午", NOON),
    ("下午", AFTERNOON),
    ("午后", AFTERNOON),
    ("傍晚", DUSK),
    ("晚上", NIGHT),
    ("晚间", NIGHT),
    ("夜里", NIGHT),
    ("夜晚", NIGHT),
    ("半夜", NIGHT),
    ("深夜", NIGHT),
    ("午夜", NIGHT),
];

const THIRDS: [(&str, Third); 8] = [
    ("上旬", Third::Beginning),
    ("初", Third::Beginning),
    ("中旬", Third::Middle),
    ("中", Third::Middle),
    ("下旬", Third::End),
    ("底", Third::End),
    ("末", Third::End),
    ("尾", Third::End),
];

const UNITS: [(&str, Unit); 14] = [
    ("天", Unit::Day),
    ("日", Unit::Day),
    ("周", Unit::Week),
    ("个周", Unit::Week),
    ("星期", Unit::Week),
    ("个星期", Unit::Week),
    ("礼拜", Unit::Week),
    ("个礼拜", Unit::Week),
    ("个月", Unit::Month),
    ("年", Unit::Year),
    ("小时", Unit::Hour),
    ("个小时", Unit::Hour),
    ("个钟头", Unit::Hour),
    ("分钟", Unit::Minute),
];

/// Letters that a number of at most four digits may have: 两千零三十 has five.
const MOST_NUMERALS: usize = 5;

/// A number in digits or in letters, of at most four digits, and where it ends.
pub(super) fn number(scan: &Scan, at: usize) -> Option<(i64, usize)> {
    if let Some(found) = scan.digits(at, 4) {
        return Some(found);
    }
    let letters = (at..scan.n_letters()).take(MOST_NUMERALS + 1);
    let n = letters.take_while(|at| scan.letter(*at).is_some_and(is_numeral)).count();
    if n == 0 || MOST_NUMERALS < n {
        return None;
    }
    let value = chinese(&scan.text(at..at + n)).and_then(|value| i64::try_from(value).ok());
    value.filter(|value| *value < 10_000).map(|value| (value, at + n))
}

/// Whether a letter is part of a number.
pub(super) fn is_number(letter: char) -> bool {
    letter.is_ascii_digit() || is_numeral(letter)
}

/// 天, 个月, 小时, and where it ends.
pub(super) fn unit(scan: &Scan, at: usize) -> Option<(Unit, usize)> {
    scan.one_of(at, &UNITS)
}

/// Whether 初 and a number stand at `at`: a day of the lunar calendar, which is not reckoned here.
pub(super) fn is_lunar(scan: &Scan, at: usize) -> bool {
    scan.after(at, "初").and_then(|end| scan.letter(end)).is_some_and(is_numeral)
}

/// 早上, 下午.
pub(super) fn part(scan: &Scan, at: usize) -> Option<(Part, usize)> {
    scan.one_of(at, &PARTS)
}

/// 三点, 3点20, 三点半, 15:30, 15时, and where it ends.
pub(super) fn clock(scan: &Scan, at: usize) -> Option<(Shown, usize)> {
    let at = scan.skip_space(at);
    let (hour, end) = number(scan, at).filter(|(hour, _)| *hour <= 24)?;
    if scan.letter(end) == Some(':') {
        let (minute, end) = scan.digits(end + 1, 2).filter(|(minute, _)| *minute < 60)?;
        return Some(((hour, Some(minute)), end));
    }
    let mut end = scan.after(end, "点").or_else(|| scan.after(end, "时"))?;
    // 三点建议, 三点要求, 三点儿; but 三点要开会.
    if scan.is_any(end, "儿心名子建意") || scan.is_any(end, "要") && scan.is_any(end + 1, "求点素领") {
        return None;
    }
    end = scan.after(end, "钟").or_else(|| scan.after(end, "整")).unwrap_or(end);
    if let Some((minute, end)) = scan.one_of(end, &[("半", 30), ("一刻", 15), ("三刻", 45)]) {
        return Some(((hour, Some(minute)), end));
    }
    if let Some((minute, after)) = number(scan, end).filter(|(minute, _)| (1..60).contains(minute)) {
        let is_minute = scan.letter(after) == Some('分') || 10 <= minute;
        if is_minute {
            return Some(((hour, Some(minute)), scan.after(after, "分").unwrap_or(after)));
        }
    }
    Some(((hour, None), end))
}

/// The rest of a day: 昨天 早上 八点.
pub(super) fn rest_of_day(scan: &Scan, day: i64, part_before: Option<Part>, at: usize) -> (Stretch, usize) {
    let start = scan.skip_space(scan.after(at, "的").unwrap_or(at));
    let found = if part_before.is_some() { None } else { part(scan, start) };
    let (part, end) = found.map_or((part_before, at), |(part, end)| (Some(part), end));
    match clock(scan, end) {
        Some((shown, after)) if super::clock::is_exact(shown, part) => (within(day, part, Some(shown)), after),
        _ => (within(day, part, None), end),
    }
}

/// 初, 底, 上旬 behind a month or a year.
pub(super) fn part_of(scan: &Scan, whole: Stretch, at: usize) -> (Stretch, usize) {
    // 月中旬 is no 月中, and 年中秋 no 年中.
    let found = scan.one_of(at, &THIRDS).filter(|(_, end)| !scan.is_any(*end, "秋国学次期步级") && !is_lunar(scan, at));
    found.map_or((whole, at), |(part, end)| (third(whole, part), end))
}
