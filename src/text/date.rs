//! Dates: year, month, day of the month, weekday, and days told from today; each a unit of its own, in this order.

use super::cursor::{Cursor, is_one_of};
use super::days;
use super::letters::Boundary;
use super::number_words::ordinal;
use super::numeral::tens_and_ordinal;
use super::quantity::{Part, Reading};
use super::tokenize::Kind;
use super::unit::Role;

/// Years that four digits may be; other numbers of four digits count something.
const YEARS: std::ops::RangeInclusive<u64> = 1800..=2100;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

pub(super) const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A date, or what of one begins at `at`.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Reading> {
    let token = cursor.token(at)?;
    match token.kind {
        Kind::Han => chinese(cursor, at),
        Kind::Number if token.text.len() > 4 && token.text.contains(['-', '/', '.']) => in_digits(&token.text, at),
        Kind::Number => chinese(cursor, at).or_else(|| day_first(cursor, at)).or_else(|| bare_year(cursor, at)),
        Kind::Word => weekday(cursor, at)
            .or_else(|| month_first(cursor, at))
            .or_else(|| day_first(cursor, at))
            .or_else(|| days::in_english(cursor, at)),
        Kind::Sign => None,
    }
}

pub(super) fn part(stem: String, start: usize, end: usize) -> Part {
    Part { role: Role::Date, stem, tokens: start..end }
}

pub(super) fn reading(parts: Vec<Part>, start: usize, end: usize) -> Option<Reading> {
    (!parts.is_empty()).then_some(Reading { parts, n_tokens: end - start })
}

/// 2025-03-04, 2025/3/4, 2025.3.4. Where the day or the month may come first, as in 3/4/2025, it stays as it is written.
fn in_digits(text: &str, at: usize) -> Option<Reading> {
    let sign = text.chars().find(|letter| !letter.is_ascii_digit())?;
    let mut fields = text.split(sign);
    let mut next = |most: usize| fields.next().filter(|field| field.len() <= most)?.parse::<u64>().ok();
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    let is_date = YEARS.contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    (is_date && fields.next().is_none()).then_some(())?;
    let parts = [year.to_string(), format!("month:{month}"), format!("day:{day}")];
    reading(parts.map(|stem| part(stem, at, at + 1)).into(), at, at + 1)
}

/// 2025年3月4日, 三月四号, 二月, 每月15号.
fn chinese(cursor: &Cursor, at: usize) -> Option<Reading> {
    let (mut parts, mut end) = (Vec::new(), at);
    if let Some((year, next)) = marked(cursor, at, "年", 0..=*YEARS.end())
        && let text = cursor.text(at..next - 1)
        && (YEARS.contains(&year) || year < 100 && text.starts_with(['零', '〇', '0']) && 1 < text.chars().count())
        && !cursor.han(next).starts_with(['级', '代'])
    {
        parts.push(part(if year < 100 { format!("{year:02}") } else { year.to_string() }, at, next));
        end = next;
    }
    // 两月 is two months.
    let is_two = cursor.token(end).is_some_and(|token| token.text == "两");
    let after_year = end == at || cursor.joined(end).is_some();
    let month = marked(cursor, end, "月", 1..=12).filter(|_| !is_two && after_year);
    if let Some((month, next)) = month {
        let next = next + usize::from(cursor.touches(next) && cursor.han(next).starts_with('份'));
        parts.push(part(format!("month:{month}"), end, next));
        end = next;
    }
    if month.is_some() || end == at && cursor.letter_before(at) == Some('月') {
        let day = marked(cursor, end, "日", 1..=31).or_else(|| marked(cursor, end, "号", 1..=31));
        if let Some((day, next)) = day.filter(|_| cursor.touches(end)) {
            parts.push(part(format!("day:{day}"), end, next));
            end = next;
        }
    }
    reading(parts, at, end)
}

/// A number in `range` before `mark`, and where the mark ends.
fn marked(cursor: &Cursor, at: usize, mark: &str, range: std::ops::RangeInclusive<u64>) -> Option<(u64, usize)> {
    let (value, n_tokens) = match cursor.whole(at, range.clone()) {
        Some(found) => found,
        // 08年, 03月: digits that are no number elsewhere.
        None => {
            let token = cursor.token(at).filter(|token| token.kind == Kind::Number && token.text.len() == 2)?;
            (token.text.parse().ok().filter(|value| range.contains(value))?, 1)
        }
    };
    let end = at + n_tokens;
    (cursor.touches(end) && cursor.han(end).starts_with(mark)).then_some((value, end + 1))
}

/// 周一, 星期一, 礼拜一: not 每周一次, nor 周一三五.
pub(super) fn weekday_in_chinese(cursor: &Cursor, at: usize) -> Option<Reading> {
    let han = cursor.han(at);
    let name = ["星期", "礼拜", "周"].into_iter().find(|name| han.starts_with(name))?;
    let mut rest = han[name.len()..].chars();
    let day = match rest.next()? {
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '日' | '天' => 7,
        _ => return None,
    };
    let after = rest.as_str();
    let counts =
        day < 7 && after.starts_with(['次', '个', '回', '趟', '遍', '顿', '节']) || after.starts_with("到两次");
    let is_list = after.starts_with(['一', '二', '三', '四', '五', '六', '日', '七', '八', '九', '十'])
        && !after.trim_start_matches(super::number::is_numeral).starts_with(['点', '月', '时']);
    let end = at + name.chars().count() + 1;
    // A number may have been read across the end: 周三十.
    (!counts && !is_list && cursor.text(at..end).chars().count() == end - at)
        .then(|| reading(vec![part(format!("weekday:{day}"), at, end)], at, end))?
}

/// Monday, Mon, Thurs.; a short name that is a word too only where a day is likely. Mondays are not one Monday.
fn weekday(cursor: &Cursor, at: usize) -> Option<Reading> {
    let text = cursor.token(at)?.text.as_str();
    let singular = text.strip_suffix('s').filter(|singular| singular.ends_with("day")).unwrap_or(text);
    let day = WEEKDAYS.iter().position(|name| *name == singular).or_else(|| {
        let is_short = is_one_of(text, "mon tue tues wed thu thur thurs fri sat sun");
        let is_likely =
            is_one_of(text, "tue tues thu thur thurs") || is_one_of(cursor.before(at), "on every each next until till");
        (is_short && is_likely).then(|| WEEKDAYS.iter().position(|name| name.starts_with(text)))?
    })?;
    let many = if singular.len() < text.len() { "s" } else { "" };
    reading(vec![part(format!("weekday{many}:{}", day + 1), at, at + 1)], at, at + 1)
}

/// The month, from 1 on, that a word names in full or in three letters.
pub(super) fn month_named(word: &str) -> Option<u64> {
    (1..)
        .zip(MONTHS)
        .find(|(_, name)| {
            *name == word || word.len() == 3 && name.starts_with(word) || *name == "september" && word == "sept"
        })
        .map(|(nth, _)| nth)
}

/// The month that the word at `at` names. Words that mean something else too are names only beside a day, a year or a preposition.
fn month(cursor: &Cursor, at: usize, is_beside: bool) -> Option<u64> {
    let text = cursor.token(at).filter(|token| token.kind == Kind::Word)?.text.as_str();
    let nth = month_named(text)?;
    let is_plain = 3 < text.len() && !matches!(text, "march" | "sept");
    let is_led = match text {
        "may" => is_one_of(cursor.before(at), "in of since until by early late mid from last next"),
        _ => is_one_of(
            cursor.before(at),
            "in of since until till by early late mid from last next this every each before after through during",
        ),
    };
    (is_plain || is_led || is_beside).then_some(nth)
}

/// The day of the month at `at`, 4, 4th, fourth, and where it ends.
fn day(cursor: &Cursor, at: usize) -> Option<(u64, usize)> {
    let token = cursor.token(at)?;
    if let Some((day, end)) = tens_and_ordinal(cursor, at) {
        return (day <= 31).then_some((day, end));
    }
    let text = token.text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_ordinal = text.len() < token.text.len();
    let value = match token.kind {
        Kind::Number if is_ordinal => text.parse().ok()?,
        Kind::Number => cursor.whole(at, 1..=31)?.0,
        Kind::Word => ordinal(&token.text)?,
        Kind::Han | Kind::Sign => return None,
    };
    (1..=31).contains(&value).then_some((value, at + 1))
}

/// The year of four digits at `at`.
fn year(cursor: &Cursor, at: usize) -> Option<u64> {
    let token = cursor.token(at).filter(|token| token.boundary <= Boundary::Comma && token.text.len() == 4)?;
    cursor.whole(at, YEARS).filter(|_| token.kind == Kind::Number).map(|(year, _)| year)
}

/// March 4, March 4th, 2025, March 2025, March.
fn month_first(cursor: &Cursor, at: usize) -> Option<Reading> {
    let day_at = at + 1 + usize::from(cursor.word(at + 1) == "the");
    let found = day(cursor, day_at).filter(|_| cursor.joined(day_at).is_some());
    let day_end = found.map_or(at + 1, |(_, end)| end);
    let is_time = is_one_of(cursor.word(day_end), "am pm a.m p.m a.m. p.m. o'clock");
    let found = found.filter(|_| !is_time);
    let year_at = if found.is_some() { day_end } else { at + 1 };
    let year = year(cursor, year_at).filter(|_| found.is_some() || cursor.joined(year_at).is_some());
    let month = month(cursor, at, found.is_some() || year.is_some())?;
    let mut parts: Vec<Part> = year.map(|year| part(year.to_string(), year_at, year_at + 1)).into_iter().collect();
    parts.push(part(format!("month:{month}"), at, at + 1));
    parts.extend(found.map(|(day, end)| part(format!("day:{day}"), day_at, end)));
    reading(parts, at, if year.is_some() { year_at + 1 } else { year_at })
}

/// 4 March, the 4th of March 2025; the 5th alone after a preposition.
fn day_first(cursor: &Cursor, at: usize) -> Option<Reading> {
    let (day, day_end) = day(cursor, at)?;
    let month_at = day_end + usize::from(cursor.word(day_end) == "of");
    let found = month(cursor, month_at, true).filter(|_| cursor.joined(month_at).is_some());
    if let Some(month) = found.filter(|_| is_date_there(cursor, at, day_end, month_at)) {
        let year = year(cursor, month_at + 1);
        let mut parts: Vec<Part> =
            year.map(|year| part(year.to_string(), month_at + 1, month_at + 2)).into_iter().collect();
        parts.push(part(format!("month:{month}"), month_at, month_at + 1));
        parts.push(part(format!("day:{day}"), at, day_end));
        return reading(parts, at, month_at + 1 + usize::from(year.is_some()));
    }
    let is_ordinal = cursor.whole(at, 1..=31).is_none();
    let ends = cursor
        .token(day_end)
        .is_none_or(|next| next.boundary != Boundary::None || matches!(next.text.as_str(), "and" | "at" | "of"));
    let preposition = at.checked_sub(1).map_or("", |the| cursor.before(the));
    let is_led = cursor.before(at) == "the" && is_one_of(preposition, "on by until till before after since from");
    (is_ordinal && ends && is_led).then(|| reading(vec![part(format!("day:{day}"), at, day_end)], at, day_end))?
}

/// Whether a month that is a verb too ("only 5 may come") is a month after the day `at..day_end`.
fn is_date_there(cursor: &Cursor, at: usize, day_end: usize, month_at: usize) -> bool {
    let is_led = is_one_of(cursor.before(at), "on by until till since before after from the to of");
    !matches!(cursor.word(month_at), "may" | "march" | "mar")
        || is_led
        || month_at != day_end
        || cursor.joined(month_at + 1).is_none()
        || year(cursor, month_at + 1).is_some()
}

/// 2025, where a preposition or "year" says that it is one.
fn bare_year(cursor: &Cursor, at: usize) -> Option<Reading> {
    let year = year(cursor, at)?;
    let is_led = is_one_of(cursor.before(at), "in since until till by from of before after year early late mid during");
    is_led.then(|| reading(vec![part(year.to_string(), at, at + 1)], at, at + 1))?
}

#[cfg(test)]
mod tests;
