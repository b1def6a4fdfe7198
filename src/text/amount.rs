//! Amounts: a number, and the unit that it counts.

use super::cursor::Cursor;
use super::lexicon::Lexicon;
use super::measure;
use super::number::{self, Value};
use super::numeral::{self, Number};
use super::quantity::{Part, Reading};
use super::tokenize::{Kind, Token};
use super::unit::Role;

/// The amount that begins at `at`; nothing where the token says it all by itself.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Reading> {
    let token = cursor.token(at)?;
    if let Some(money) = money(cursor, at) {
        return Some(money);
    }
    if let Some(both) = both(token, at) {
        return Some(both);
    }
    Some(measured(cursor, at, numeral::read(cursor, at)?))
}

fn part(role: Role, stem: String, start: usize, end: usize) -> Part {
    Part { role, stem, tokens: start..end }
}

/// `number`, which began at `at`, with the unit after it.
fn measured(cursor: &Cursor, at: usize, mut number: Number) -> Reading {
    let (mut number_end, mut end) = (number.end, number.end);
    let mut unit = None;
    if let Some((name, n_tokens)) = unit_after(cursor, at, number.end).or_else(|| months(cursor, at, number.end)) {
        let start = end;
        end += n_tokens;
        let value = number.value.or_else(|| Value::parse(&number.stem));
        if let Some((value, next)) = value.and_then(|value| more(cursor, value, &name, start, end)) {
            (number.value, number_end, end) = (Some(value), next, next);
        }
        // An amount: noughts after the point say nothing. Elsewhere they may, as in a version.
        if let Some(value) = number.value.or_else(|| Value::parse(&number.stem)) {
            number.stem = value.to_string();
        } else if number.stem == "1/2" {
            number.stem = Value::HALF.to_string();
        }
        unit = Some(part(Role::Measure, name, start, start + n_tokens));
    }
    let mut parts = vec![part(Role::Number, number.stem, at, number_end)];
    parts.extend(unit);
    Reading { parts, n_tokens: end - at }
}

/// The unit after the number of tokens `at..end`, and its tokens.
pub(super) fn unit_after(cursor: &Cursor, at: usize, end: usize) -> Option<(String, usize)> {
    let found = measure::read(cursor, end)?;
    // The 1990s are no seconds.
    let is_decade = found.0 == "s"
        && cursor.touches(end)
        && cursor.text(at..end).ends_with('0')
        && !cursor.han(end).starts_with('秒');
    (!is_decade).then_some(found)
}

/// 两月 and 一个半月 are months; 二月 is one of the twelve.
fn months(cursor: &Cursor, at: usize, end: usize) -> Option<(String, usize)> {
    let counts = cursor.text(at..end).ends_with(['两', '半']);
    (counts && cursor.touches(end) && cursor.han(end).starts_with('月')).then(|| ("month".to_owned(), 1))
}

/// What follows a unit and belongs to the number: 三斤半, 一米七二, 三块五, an hour and a half.
fn more(cursor: &Cursor, value: Value, unit: &str, unit_at: usize, at: usize) -> Option<(Value, usize)> {
    if (cursor.word(at), cursor.word(at + 1), cursor.word(at + 2)) == ("and", "a", "half") {
        return Some((value.plus(Value::HALF)?, at + 3));
    }
    if !cursor.touches(at) {
        return None;
    }
    let rest = cursor.han(at);
    if rest.starts_with('半') && measure::read(cursor, at + 1).is_none() {
        return Some((value.plus(Value::HALF)?, at + 1));
    }
    let is_split = unit == "m" && cursor.text(unit_at..at) == "米" || unit == "cny" && cursor.text(unit_at..at) == "块";
    let written = cursor.token(at)?;
    let (digits, n_tokens) = if written.kind == Kind::Number && written.text.bytes().all(|digit| digit.is_ascii_digit())
    {
        (written.text.as_str().to_owned(), 1)
    } else {
        let digits: String = rest.chars().map_while(number::digit).map(|digit| digit.to_string()).collect();
        let n_tokens = cursor.n_tokens(at, digits.len());
        (digits, n_tokens)
    };
    let counts = cursor.touches(at + n_tokens) && Lexicon::shared().is_measure(cursor.han(at + n_tokens));
    let whole = value.as_whole().filter(|_| is_split && matches!(digits.len(), 1 | 2) && !counts)?;
    Some((Value::parse(&format!("{whole}.{digits}"))?, at + n_tokens))
}

/// $20, US$20, €1.5 million, ¥4500.
fn money(cursor: &Cursor, at: usize) -> Option<Reading> {
    let is_dollar = |at: usize| cursor.word(at) == "$" && cursor.touches(at);
    let sign_end = match cursor.token(at)?.kind {
        Kind::Sign => at + 1,
        Kind::Word if is_dollar(at + 1) => at + 2,
        Kind::Word | Kind::Number | Kind::Han => return None,
    };
    let unit = match cursor.text(at..sign_end) {
        "¥" if cursor.is_chinese() => "cny",
        "¥" => "¥",
        "$" => "usd",
        sign => measure::canonical(sign)?,
    };
    cursor.joined(sign_end).filter(|token| token.kind == Kind::Number)?;
    let mut number = numeral::plain(cursor, sign_end)
        .unwrap_or_else(|| Number::written(cursor.tokens[sign_end].stem.as_str().to_owned(), sign_end + 1));
    let n_zeros = match cursor.word(number.end) {
        "k" if cursor.touches(number.end) => 3,
        "m" | "mn" if cursor.touches(number.end) => 6,
        "b" | "bn" if cursor.touches(number.end) => 9,
        _ => 0,
    };
    let value = number.value.or_else(|| Value::parse(&number.stem)).and_then(|value| value.times_power(n_zeros));
    if let Some(value) = value {
        number = Number::of(value, number.end + usize::from(0 < n_zeros));
    }
    let n_tokens = number.end - at;
    let parts =
        vec![part(Role::Number, number.stem, sign_end, number.end), part(Role::Measure, unit.to_owned(), at, sign_end)];
    Some(Reading { parts, n_tokens })
}

/// 俩 and 仨 hold their counting word.
fn both(token: &Token, at: usize) -> Option<Reading> {
    let digit = match token.text.as_str() {
        "俩" => "2",
        "仨" => "3",
        _ => return None,
    };
    let parts =
        vec![part(Role::Number, digit.to_owned(), at, at + 1), part(Role::Content, "个".to_owned(), at, at + 1)];
    Some(Reading { parts, n_tokens: 1 })
}

#[cfg(test)]
mod tests;
