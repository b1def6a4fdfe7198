//! Numbers as they stand in a text, in digits and in words of both languages.

use super::amount::unit_after;
use super::cursor::{Cursor, is_one_of};
use super::letters::is_han;
use super::lexicon::{Flags, Lexicon};
use super::measure;
use super::number::{self, Value};
use super::number_words::{ordinal, together};
use super::tokenize::{Kind, Token};

/// A number as it was read.
pub(super) struct Number {
    /// What is compared, until a unit shows that it is an amount.
    pub(super) stem: String,
    /// Its value, where it has one.
    pub(super) value: Option<Value>,
    /// Where it ends.
    pub(super) end: usize,
}

impl Number {
    pub(super) fn of(value: Value, end: usize) -> Self {
        Self { stem: value.to_string(), value: Some(value), end }
    }

    pub(super) fn written(stem: String, end: usize) -> Self {
        Self { stem, value: None, end }
    }
}

/// The number that begins at `at`.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Number> {
    range(cursor, at)
        .or_else(|| rate(cursor, at))
        .or_else(|| nth(cursor, at))
        .or_else(|| half(cursor, at))
        .or_else(|| plain(cursor, at))
}

/// 3 to 5, 三到五个, 3~5, 三五个: as `3-5` is written.
fn range(cursor: &Cursor, at: usize) -> Option<Number> {
    let token = cursor.token(at)?;
    if token.kind == Kind::Han {
        return neighbours(cursor, at);
    }
    if token.kind != Kind::Number || is_one_of(cursor.before(at), "from at 从 由") {
        return None;
    }
    let (low, n_tokens) = cursor.number(at)?;
    let end = at + n_tokens;
    let next = end + 1;
    let is_to = match cursor.word(end) {
        "to" => true,
        "到" | "至" | "~" => cursor.touches(end) && cursor.touches(next),
        _ => false,
    };
    let (high, n_tokens) = cursor.number(next).filter(|_| is_to && cursor.joined(next).is_some())?;
    (low.as_whole()? < high.as_whole()?).then(|| Number::written(format!("{low}-{high}"), next + n_tokens))
}

/// 三五个, 两三天: about so many.
fn neighbours(cursor: &Cursor, at: usize) -> Option<Number> {
    let mut letters = cursor.han(at).chars();
    let (low, high) = (letters.next().and_then(number::digit)?, letters.next().and_then(number::digit)?);
    let before = cursor.letter_before(at);
    let counts = Lexicon::shared().is_measure(letters.as_str());
    let alone = before.is_none_or(|before| !number::is_numeral(before) && !matches!(before, '周' | '期' | '拜'));
    (0 < low && low < high && counts && alone)
        .then(|| Number::written(format!("{low}-{high}"), at + cursor.n_tokens(at, 2)))
}

/// 百分之五, five percent, 5 per cent; 三分之一.
fn rate(cursor: &Cursor, at: usize) -> Option<Number> {
    if let Some(rest) = cursor.han(at).strip_prefix("百分之") {
        let start = at + cursor.n_tokens(at, 3);
        let number = if rest.is_empty() && !cursor.touches(start) { None } else { decimal(cursor, start) };
        let number = number.or_else(|| {
            let (value, n_tokens) = cursor.number(start)?;
            Some(Number::of(value, start + n_tokens))
        })?;
        return Some(Number::written(format!("{}%", number.stem), number.end));
    }
    let (low, n_tokens) = cursor.number(at)?;
    let end = at + n_tokens;
    if cursor.touches(end) && cursor.han(end).starts_with("分之") {
        let (high, n_tokens) = cursor.number(end + 2)?;
        let (low, high) = (high.as_whole()?, low.as_whole()?);
        let end = end + 2 + n_tokens;
        return Some(if (low, high) == (1, 2) {
            Number::of(Value::HALF, end)
        } else {
            Number::written(format!("{low}/{high}"), end)
        });
    }
    None
}

/// 第十五, 15th, fifteenth, twenty-first.
fn nth(cursor: &Cursor, at: usize) -> Option<Number> {
    let token = cursor.token(at)?;
    let (value, end) = match token.kind {
        Kind::Han => {
            cursor.han(at).strip_prefix('第')?;
            let (value, n_tokens) = cursor.whole(at + 1, 1..=9_999).filter(|_| cursor.touches(at + 1))?;
            (value, at + 1 + n_tokens)
        }
        Kind::Number if token.text.ends_with("th") || token.text.ends_with(['t', 'd']) => {
            let digits = token.text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
            (digits.parse().ok().filter(|_| token.text.starts_with(|digit: char| digit.is_ascii_digit()))?, at + 1)
        }
        Kind::Number if token.text.ends_with("ty") => tens_and_ordinal(cursor, at)?,
        Kind::Word => (ordinal(&token.text).filter(|value| 3 < *value || is_ordinal_here(cursor, at))?, at + 1),
        Kind::Number | Kind::Sign => return None,
    };
    Some(Number::written(format!("{value}th"), end))
}

/// Twenty-first: the token is `twenty`.
pub(super) fn tens_and_ordinal(cursor: &Cursor, at: usize) -> Option<(u64, usize)> {
    let (tens, _) = cursor.whole(at, 20..=90).filter(|(tens, _)| tens % 10 == 0)?;
    let digit = ordinal(cursor.word(at + 1)).filter(|digit| *digit < 10)?;
    Some((tens + digit, at + 2))
}

/// Whether "first", "second" or "third" counts: between an owner or an article and a word that it belongs to.
fn is_ordinal_here(cursor: &Cursor, at: usize) -> bool {
    let is_led = is_one_of(cursor.before(at), "the his her my our their its 's your every");
    let next = cursor.joined(at + 1).filter(|next| next.kind == Kind::Word);
    is_led && next.is_some_and(|next| !Lexicon::shared().flags(&next.text).has(Flags::ANY))
}

/// 半斤, half an hour, half a dozen.
fn half(cursor: &Cursor, at: usize) -> Option<Number> {
    match cursor.token(at)?.text.as_str() {
        "半" => {
            let is_counting = cursor.touches(at + 1) && Lexicon::shared().is_measure(cursor.han(at + 1));
            let unit = cursor.touches(at + 1).then(|| measure::read(cursor, at + 1)).flatten();
            (is_counting || unit.is_some()).then(|| Number::of(Value::HALF, at + 1))
        }
        "half" if matches!(cursor.word(at + 1), "a" | "an") => {
            if cursor.word(at + 2) == "dozen" {
                return Some(Number::of(Value::whole(6), at + 3));
            }
            Some(Number::of(Value::HALF, at + 2))
        }
        _ => None,
    }
}

/// Any other number: 1.5万, 三点五, twenty-one, two and a half, 一个半; one that is a number only before a unit.
pub(super) fn plain(cursor: &Cursor, at: usize) -> Option<Number> {
    let token = cursor.token(at)?;
    let is_one = token.text == "one" || token.text == "a" || token.text == "an";
    let word = |nth: usize| {
        let token = if nth == 0 { cursor.token(at) } else { cursor.joined(at + nth) };
        token.map(|token| {
            if token.kind == Kind::Number
                && !token.text.starts_with(is_han)
                && token.text.starts_with(|letter: char| letter.is_ascii_digit())
            {
                token.stem.as_str()
            } else {
                token.text.as_str()
            }
        })
    };
    if let Some((value, n_words)) = together(word) {
        let end = at + n_words;
        return Some(
            and_a_half(cursor, value, end)
                .or_else(|| percent(cursor, &value.to_string(), end))
                .unwrap_or_else(|| Number::of(value, end)),
        );
    }
    if is_one {
        return one(cursor, at);
    }
    if let Some(number) = decimal(cursor, at) {
        return Some(number);
    }
    if token.kind == Kind::Han {
        let (value, n_tokens) = cursor.number(at)?;
        let unit = unit_after(cursor, at, at + n_tokens).filter(|_| cursor.touches(at + n_tokens));
        return unit.map(|_| Number::of(value, at + n_tokens));
    }
    let end = at + 1;
    if token.stem == "1/2" && is_before_thing(cursor, end) {
        return Some(Number::of(Value::HALF, end));
    }
    let Some(value) = Value::parse(&token.stem) else {
        return (token.kind == Kind::Number).then(|| as_written(token, end));
    };
    if let Some(number) = percent(cursor, &value.to_string(), end).or_else(|| and_a_half(cursor, value, end)) {
        return Some(number);
    }
    let rest = if cursor.touches(end) { cursor.han(end) } else { "" };
    if rest.starts_with("个半") && (rest.starts_with("个半月") || measure::read(cursor, end + 2).is_some()) {
        return Some(Number::of(value.plus(Value::HALF)?, end + 2));
    }
    let n_zeros = rest.chars().next().and_then(number::power).filter(|n_zeros| 2 <= *n_zeros);
    // 千克 and 千米 are units.
    if let Some(n_zeros) = n_zeros.filter(|_| measure::read(cursor, end).is_none()) {
        return Some(Number::of(value.times_power(n_zeros)?, end + 1));
    }
    Some(Number::written(token.stem.as_str().to_owned(), end))
}

/// Whether a word follows at `at` that can be counted: "1/2 tablet" is half of it, "on 1/2" is a day.
fn is_before_thing(cursor: &Cursor, at: usize) -> bool {
    let next = cursor.joined(at).filter(|next| next.kind == Kind::Word);
    next.is_some_and(|next| !Lexicon::shared().flags(&next.text).has(Flags::ANY))
}

/// A number that only its token tells: `5%`, `-5`, `1.10.2`.
fn as_written(token: &Token, end: usize) -> Number {
    let percent = token.stem.strip_suffix('%').and_then(Value::parse);
    Number::written(percent.map_or_else(|| token.stem.as_str().to_owned(), |value| format!("{value}%")), end)
}

/// "one" and "a" before a unit; "one" before what can be counted.
fn one(cursor: &Cursor, at: usize) -> Option<Number> {
    let next = cursor.joined(at + 1)?;
    if cursor.word(at) != "one" && cursor.token(at)?.text != "one" {
        // "an hour and a half".
        let unit = measure::read(cursor, at + 1)?;
        let end = at + 1 + unit.1;
        let has_half = (cursor.word(end), cursor.word(end + 1), cursor.word(end + 2)) == ("and", "a", "half");
        return has_half.then(|| Number::of(Value::whole(1), at + 1));
    }
    if let Some(number) = and_a_half(cursor, Value::whole(1), at + 1).or_else(|| percent(cursor, "1", at + 1)) {
        return Some(number);
    }
    let is_pronoun = is_one_of(cursor.before(at), "no this that the which each every any some another")
        || next.kind != Kind::Word
        || Lexicon::shared().flags(&next.text).or(Lexicon::shared().flags(&next.stem)).has(Flags::ANY);
    (!is_pronoun || measure::read(cursor, at + 1).is_some()).then(|| Number::of(Value::whole(1), at + 1))
}

/// "and a half" after a number.
fn and_a_half(cursor: &Cursor, value: Value, end: usize) -> Option<Number> {
    let follows = (cursor.word(end), cursor.word(end + 1), cursor.word(end + 2)) == ("and", "a", "half");
    // 5 1/2.
    let is_mixed = cursor.word(end) == "1/2" && value.as_whole().is_some();
    let n_tokens = if follows { 3 } else { usize::from(is_mixed) };
    (0 < n_tokens).then(|| Some(Number::of(value.plus(Value::HALF)?, end + n_tokens)))?
}

/// "percent" after a number.
fn percent(cursor: &Cursor, number: &str, end: usize) -> Option<Number> {
    match (cursor.word(end), cursor.word(end + 1)) {
        ("percent", _) => Some(Number::written(format!("{number}%"), end + 1)),
        ("per", "cent") => Some(Number::written(format!("{number}%"), end + 2)),
        _ => None,
    }
}

/// 三点五, 一点五倍: where a unit or the end follows.
fn decimal(cursor: &Cursor, at: usize) -> Option<Number> {
    let (whole, n_tokens) = cursor.number(at)?;
    let point = at + n_tokens;
    let is_han = cursor.token(at)?.text.starts_with(is_han);
    if !is_han || !cursor.touches(point) || !cursor.touches(point + 1) {
        return None;
    }
    let digits: String =
        cursor.han(point).strip_prefix('点')?.chars().map_while(number::digit).map(|digit| digit.to_string()).collect();
    let end = point + 1 + cursor.n_tokens(point + 1, digits.len());
    let value = Value::parse(&format!("{}.{digits}", whole.as_whole()?)).filter(|_| !digits.is_empty())?;
    let rest = if cursor.touches(end) { cursor.han(end) } else { "" };
    let scale = rest.chars().next().and_then(number::power).filter(|n_zeros| 2 <= *n_zeros);
    if let Some(n_zeros) = scale {
        return Some(Number::of(value.times_power(n_zeros)?, end + 1));
    }
    (rest.is_empty() || Lexicon::shared().is_measure(rest)).then(|| Number::of(value, end))
}
