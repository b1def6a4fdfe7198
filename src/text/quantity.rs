//! What the text reads as a quantity: numbers, dates, times and units, each with one canonical stem however it is written.

use std::ops::Range;

use super::cursor::{Cursor, is_one_of};
use super::lexicon::{Flags, Lexicon};
use super::tokenize::Kind;
use super::unit::Role;
use super::{amount, date, days, number, time_of_day};

/// A unit that was read: its canonical stem, and the tokens that show it.
#[derive(Debug)]
pub(super) struct Part {
    /// A number, a date's part or a measure; of a counting word that a number holds (俩) content.
    pub(super) role: Role,
    /// What is compared.
    pub(super) stem: String,
    /// Which tokens.
    pub(super) tokens: Range<usize>,
}

/// What some tokens together say, in canonical order.
#[derive(Debug)]
pub(super) struct Reading {
    /// The parts; at least one.
    pub(super) parts: Vec<Part>,
    /// How many tokens they took.
    pub(super) n_tokens: usize,
}

/// The quantity that begins at `at`. The first letter or word tells most tokens apart.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Reading> {
    let token = cursor.token(at)?;
    match token.kind {
        Kind::Number => {}
        Kind::Word => {
            let next_is_likely = match token.text.as_str() {
                "a" | "an" => is_after_article(cursor.word(at + 1)),
                "this" | "next" | "last" => matches!(cursor.word(at + 1), "week" | "month" | "year"),
                "us" | "hk" | "nt" | "au" | "ca" | "c" | "s" | "sg" => cursor.word(at + 1) == "$",
                _ => true,
            };
            if !next_is_likely || !Lexicon::shared().flags(&token.text).has(Flags::QUANTITY) {
                return None;
            }
        }
        Kind::Sign => {
            let is_money = is_one_of(token.text.as_str(), "$ € £ ¥ ₩ ₹ ₽");
            return if is_money { amount::read(cursor, at) } else { None };
        }
        Kind::Han => match token.text.chars().next()? {
            '早' | '清' | '凌' | '中' | '正' | '午' | '傍' | '黄' | '晚' | '夜' | '深' => {
                return time_of_day::read(cursor, at);
            }
            '上' | '下' => return time_of_day::read(cursor, at).or_else(|| days::in_chinese(cursor, at)),
            '今' | '明' | '昨' | '大' | '后' | '前' | '去' | '这' | '本' => {
                return days::in_chinese(cursor, at);
            }
            '周' | '星' | '礼' => return date::weekday_in_chinese(cursor, at),
            '第' | '百' | '俩' | '仨' => return amount::read(cursor, at),
            '半' => return time_of_day::read(cursor, at).or_else(|| amount::read(cursor, at)),
            letter if number::is_numeral(letter) => {}
            _ => return None,
        },
    }
    time_of_day::read(cursor, at).or_else(|| date::read(cursor, at)).or_else(|| amount::read(cursor, at))
}

/// Whether a quantity may begin with "a" before `word`: a hundred, a quarter to ten, an hour and a half.
fn is_after_article(word: &str) -> bool {
    is_one_of(
        word,
        "hundred thousand million billion dozen quarter second minute hour day week month year mile cup litre liter pound kilo",
    )
}

/// What the tests of the readers ask.
#[cfg(test)]
pub(super) mod test {
    use super::Role;
    use crate::text::normalize::fold_cased;
    use crate::text::tokenize::tokenize_folded;
    use crate::text::unit::units_cased;

    /// The canonical stems of the quantities in `text`.
    pub(in crate::text) fn stems(text: &str) -> Vec<String> {
        let is_quantity = |role| matches!(role, Role::Number | Role::Date | Role::Measure);
        let folded = fold_cased(text);
        units_cased(folded.cased(), &tokenize_folded(&folded.text))
            .iter()
            .filter(|unit| is_quantity(unit.role))
            .map(|unit| unit.stem.as_str().to_owned())
            .collect()
    }

    /// Every one of `texts` has the quantities `expected`.
    #[track_caller]
    pub(in crate::text) fn check(expected: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(stems(text).join(" "), expected, "{text}");
        }
    }

    /// No two of `texts` have the same quantities.
    #[track_caller]
    pub(in crate::text) fn apart(texts: &[&str]) {
        for (at, text) in texts.iter().enumerate() {
            for other in &texts[at + 1..] {
                assert_ne!(stems(text), stems(other), "{text} | {other}");
            }
        }
    }
}
