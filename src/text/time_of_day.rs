//! Times of day: the hour on a dial of twelve, and which half of the day.
//!
//! The two are units of their own, so that 三点 is neither 下午三点 nor held against it: only one says which half.

use std::ops::Range;

use super::cursor::{Cursor, is_one_of};
use super::letters::Boundary;
use super::number::is_numeral;
use super::quantity::{Part, Reading};
use super::tokenize::Kind;
use super::unit::Role;

/// A part of the day, as far as it tells which half an hour is in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Day {
    /// After midnight: 凌晨.
    Small,
    Morning,
    Noon,
    Afternoon,
    Night,
}

/// What a clock shows, as it is written.
struct Clock {
    hour: u64,
    minute: u64,
    seconds: String,
    /// It is of 24 hours: 15:00, 09:10.
    is_full: bool,
    /// Where it ends.
    end: usize,
}

/// The time of day that begins at `at`.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Reading> {
    let token = cursor.token(at)?;
    let noon = |hour| Clock { hour, minute: 0, seconds: String::new(), is_full: true, end: at + 1 };
    match token.text.as_str() {
        "noon" | "midday" => return found(at..at + 1, at..at + 1, &noon(12), Some(Day::Noon)),
        "midnight" => return found(at..at + 1, at..at + 1, &noon(24), None),
        _ => {}
    }
    if token.kind == Kind::Han
        && let Some((day, n_letters)) = day_of(cursor.han(at))
    {
        let start = at + n_letters;
        let clock = clock(cursor, start, true).filter(|clock| is_whole(cursor, start, clock))?;
        return found(at..start, start..clock.end, &clock, Some(day));
    }
    if token.kind == Kind::Han && !token.text.starts_with(is_numeral) {
        return None;
    }
    // 每晚十点: the evening is a word of its own.
    let day = match cursor.letter_before(at) {
        Some('晚') => Some(Day::Night),
        Some('早') => Some(Day::Morning),
        _ => None,
    };
    let clock = clock(cursor, at, day.is_some())?;
    let shown = clock.end + usize::from(cursor.word(clock.end) == "o'clock");
    match day_after(cursor, shown) {
        Some((day, end)) => found(shown..end, at..shown, &clock, Some(day)),
        None if shown == clock.end && !is_whole(cursor, at, &clock) && !is_hour_after_at(cursor, at) => None,
        None => found(at..shown, at..shown, &clock, day),
    }
}

/// Whether `clock`, read from `at` on, is more than a bare number.
fn is_whole(cursor: &Cursor, at: usize, clock: &Clock) -> bool {
    clock.end != at + 1 || cursor.token(at).is_some_and(|token| token.text.contains(':'))
}

/// The part of the day that follows an English hour, and where it ends.
fn day_after(cursor: &Cursor, at: usize) -> Option<(Day, usize)> {
    match (cursor.word(at), cursor.word(at + 1), cursor.word(at + 2)) {
        ("am" | "a.m" | "a.m.", _, _) => Some((Day::Small, at + 1)),
        ("pm" | "p.m" | "p.m.", _, _) => Some((Day::Afternoon, at + 1)),
        ("in", "the", "morning") => Some((Day::Morning, at + 3)),
        ("in", "the", "afternoon" | "evening") => Some((Day::Afternoon, at + 3)),
        ("at", "night", _) => Some((Day::Night, at + 2)),
        _ => None,
    }
}

/// The half of the day, which the tokens `half` show, and the hour, which `shown` do.
fn found(half: Range<usize>, shown: Range<usize>, clock: &Clock, day: Option<Day>) -> Option<Reading> {
    const AM: &str = "half:am";
    const PM: &str = "half:pm";
    // The night's small hours belong to the day before or to the day after: neither the same as the morning's, nor held against them.
    const NIGHT: &str = "night:";
    let half_stem = match (day, clock.hour) {
        (_, 24) => Some(NIGHT),
        (_, 0) => Some(AM),
        (_, 13..) => Some(PM),
        (Some(Day::Small), _) | (Some(Day::Morning), 1..=11) | (Some(Day::Noon), 10 | 11) => Some(AM),
        (Some(Day::Afternoon), _) | (Some(Day::Noon), 12 | 1..=3) | (Some(Day::Night), 5..=11) => Some(PM),
        (Some(Day::Night), _) => Some(NIGHT),
        (Some(Day::Morning | Day::Noon), _) => return None,
        (None, 12) => None,
        (None, _) => clock.is_full.then_some(AM),
    };
    let hour = if clock.hour.is_multiple_of(12) { 12 } else { clock.hour % 12 };
    let (start, end) = (half.start.min(shown.start), half.end.max(shown.end));
    let mut parts = Vec::with_capacity(2);
    if let Some(stem) = half_stem {
        parts.push(Part { role: Role::Date, stem: stem.to_owned(), tokens: half });
    }
    let stem = format!("clock:{hour}:{:02}{}", clock.minute, clock.seconds);
    parts.push(Part { role: Role::Date, stem, tokens: shown });
    Some(Reading { parts, n_tokens: end - start })
}

/// The part of the day that `han` begins with, and its letters.
fn day_of(han: &str) -> Option<(Day, usize)> {
    let mut letters = han.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    let day = match (first, second) {
        ('凌', '晨') => Day::Small,
        ('早', '上' | '晨') | ('清', '晨' | '早') | ('上', '午') => Day::Morning,
        ('中' | '正', '午') => Day::Noon,
        ('下', '午') | ('午', '后') | ('傍', '晚') | ('黄', '昏') => Day::Afternoon,
        ('晚', '上' | '间') | ('夜', '里' | '晚' | '间') | ('半' | '深', '夜') => Day::Night,
        _ => return None,
    };
    Some((day, 2))
}

/// The hour and minute from `at` on. `is_sure`: a part of the day stands before it.
fn clock(cursor: &Cursor, at: usize, is_sure: bool) -> Option<Clock> {
    let token = cursor.token(at)?;
    if token.kind == Kind::Number && token.text.contains(':') {
        return digits(&token.text, at);
    }
    if let Some(past) = past(cursor, at) {
        return Some(past);
    }
    let is_one = token.text == "one";
    let (hour, n_tokens) = if is_one { (1, 1) } else { cursor.whole(at, 0..=24)? };
    let end = at + n_tokens;
    let han = cursor.han(end);
    if !han.is_empty() && cursor.touches(end) {
        return chinese(cursor, at, hour, end, is_sure);
    }
    let is_hour = (is_one || token.kind == Kind::Number) && (1..=12).contains(&hour) && !token.text.starts_with('0');
    is_hour.then(|| Clock { hour, minute: 0, seconds: String::new(), is_full: false, end })
}

/// 9:10, 15:00, 09:10:05.
fn digits(text: &str, at: usize) -> Option<Clock> {
    let (hour, rest) = text.split_once(':')?;
    let (minute, seconds) = rest.split_once(':').map_or((rest, ""), |(minute, seconds)| (minute, seconds));
    let below_sixty = |part: &str| part.len() == 2 && part.parse::<u64>().is_ok_and(|part| part < 60);
    if 2 < hour.len() || !below_sixty(minute) || !seconds.is_empty() && !below_sixty(seconds) {
        return None;
    }
    let (hour_value, minute) = (hour.parse().ok().filter(|hour| *hour <= 24)?, minute.parse().ok()?);
    let seconds = if seconds.is_empty() { String::new() } else { format!(":{seconds}") };
    Some(Clock { hour: hour_value, minute, seconds, is_full: hour.len() == 2 && hour.starts_with('0'), end: at + 1 })
}

/// Half past nine, a quarter to ten, twenty past three.
fn past(cursor: &Cursor, at: usize) -> Option<Clock> {
    let at = if matches!(cursor.token(at)?.text.as_str(), "a") { at + 1 } else { at };
    let minutes = match cursor.token(at)?.text.as_str() {
        "half" => 30,
        "quarter" => 15,
        _ => cursor.whole(at, 1..=29)?.0,
    };
    let hour = cursor.whole(at + 2, 1..=12).filter(|_| cursor.joined(at + 2).is_some())?.0;
    let before = if hour == 1 { 12 } else { hour - 1 };
    let (hour, minute) = match cursor.word(at + 1) {
        "past" => (hour, minutes),
        "to" if minutes == 15 && cursor.token(at)?.text == "quarter" => (before, 45),
        _ => return None,
    };
    Some(Clock { hour, minute, seconds: String::new(), is_full: false, end: at + 3 })
}

/// 三点半, 十点一刻, 8点15分, 三点钟; after a part of the day 三时 too.
fn chinese(cursor: &Cursor, at: usize, hour: u64, end: usize, is_sure: bool) -> Option<Clock> {
    let mark = cursor.han(end);
    if !mark.starts_with(['点', '时']) {
        return None;
    }
    let clock = |minute: u64, end: usize| Some(Clock { hour, minute, seconds: String::new(), is_full: false, end });
    let rest_at = end + 1;
    let rest = if cursor.touches(rest_at) { cursor.han(rest_at) } else { "" };
    match rest {
        _ if rest.starts_with('半') => return clock(30, rest_at + 1),
        _ if rest.starts_with("一刻") => return clock(15, rest_at + 2),
        _ if rest.starts_with("三刻") => return clock(45, rest_at + 2),
        _ if rest.starts_with(['钟', '整']) => return clock(0, rest_at + 1),
        _ => {}
    }
    if cursor.touches(rest_at)
        && let Some((minute, n_tokens)) =
            cursor.whole(rest_at, 0..=59).or_else(|| minute_of_two_digits(cursor, rest_at))
    {
        let after = rest_at + n_tokens;
        let unit = if cursor.touches(after) { cursor.han(after) } else { "" };
        let is_minute = unit.starts_with('分') && !unit.starts_with("分钟") && !unit.starts_with("分之");
        return match (is_minute, mark.starts_with('点')) {
            (true, _) => clock(minute, after + 1),
            // 三点五 is 3.5; 三点零五 and 三点十五 are times.
            (false, true) if 10 <= minute || cursor.text(rest_at..after).starts_with(['零', '0']) => {
                clock(minute, after)
            }
            (false, _) => None,
        };
    }
    let is_decimal = rest.starts_with(is_numeral);
    let is_hour = mark.starts_with('点') && !is_counting(cursor, at, rest);
    (!is_decimal && (is_sure || is_hour)).then(|| clock(0, rest_at))?
}

/// The minutes of `05`, which are no number elsewhere.
fn minute_of_two_digits(cursor: &Cursor, at: usize) -> Option<(u64, usize)> {
    let token = cursor.token(at).filter(|token| token.text.len() == 2)?;
    Some((token.text.parse().ok().filter(|minute| *minute < 60)?, 1))
}

/// Whether 点 counts points, or 一点 is a bit.
fn is_counting(cursor: &Cursor, at: usize, rest: &str) -> bool {
    const POINTS: [&str; 14] = [
        "建议", "意见", "要求", "原因", "理由", "注意", "好处", "问题", "想法", "看法", "内容", "共识", "优点", "缺点",
    ];
    let before = cursor.letter_before(at);
    matches!(before, Some('有' | '这' | '那' | '下' | '第' | '共' | '几' | '说'))
        || POINTS.iter().any(|point| rest.starts_with(point))
        || cursor.token(at).is_some_and(|token| token.text == "一")
            && !matches!(before, Some('午' | '晚' | '从' | '到' | '至' | '于' | '天' | '日' | '号'))
}

/// "at 6", where the clause ends or goes on with a day.
fn is_hour_after_at(cursor: &Cursor, at: usize) -> bool {
    let goes_on = cursor.token(at + 1).is_none_or(|next| {
        next.boundary != Boundary::None
            || is_one_of(next.text.as_str(), "on every each sharp daily today tomorrow tonight and")
    });
    cursor.before(at) == "at" && goes_on
}

#[cfg(test)]
mod tests;
