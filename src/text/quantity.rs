//! What the text reads as a quantity: numbers, dates, times and units, each with one canonical stem however it is written.

use std::ops::Range;

use super::cursor::Cursor;
use super::tokenize::Kind;
use super::unit::Role;
use super::{amount, date, time_of_day};

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

/// The quantity that begins at `at`.
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<Reading> {
    let token = cursor.token(at)?;
    let may_begin = match token.kind {
        Kind::Number => true,
        Kind::Han => token.text.chars().next().is_some_and(may_begin_in_chinese),
        Kind::Word => may_begin_in_english(&token.text),
        Kind::Sign => matches!(token.text.as_str(), "$" | "€" | "£" | "¥" | "₩" | "₹" | "₽"),
    };
    if !may_begin {
        return None;
    }
    time_of_day::read(cursor, at).or_else(|| date::read(cursor, at)).or_else(|| amount::read(cursor, at))
}

/// Whether a quantity may begin with `letter`; most letters are told apart here.
fn may_begin_in_chinese(letter: char) -> bool {
    super::number::is_numeral(letter) || "早清凌中正下午傍黄晚夜半深周星礼今明昨大后前去上这本第俩仨".contains(letter)
}

/// Whether a quantity may begin with `word`; most words are told apart here.
fn may_begin_in_english(word: &str) -> bool {
    let is_short = word.len() <= 4;
    match word.as_bytes().first() {
        Some(b'a') => is_short || matches!(word, "april" | "august"),
        Some(b'c') => is_short && word.len() <= 2,
        Some(b'd') => matches!(word, "dec" | "december" | "day"),
        Some(b'e') => word.starts_with("eig") || word.starts_with("ele"),
        Some(b'f') => {
            word.starts_with("fi") || word.starts_with("fo") || word.starts_with("fr") || word.starts_with("fe")
        }
        Some(b'h') => matches!(word, "half" | "hk"),
        Some(b'j') => word.starts_with("ja") || word.starts_with("ju"),
        Some(b'l') => word == "last",
        Some(b'm') => word.starts_with("ma") || word.starts_with("mi") || word.starts_with("mo"),
        Some(b'n') => matches!(word, "nt" | "noon" | "next" | "nov" | "november") || word.starts_with("nin"),
        Some(b'o') => matches!(word, "one" | "oct" | "october"),
        Some(b'q') => word == "quarter",
        Some(b's') => {
            word.len() <= 3
                || word.starts_with("se")
                || word.starts_with("si")
                || word.starts_with("sa")
                || word.starts_with("su")
        }
        Some(b't') => {
            word.starts_with("th")
                || word.starts_with("tu")
                || word.starts_with("to")
                || word.starts_with("tw")
                || word.starts_with("te")
        }
        Some(b'u') => word == "us",
        Some(b'w') => word.starts_with("wed"),
        Some(b'y') => word == "yesterday",
        _ => false,
    }
}

/// What the tests of the readers ask.
#[cfg(test)]
pub(super) mod test {
    use super::Role;
    use crate::text::align::words;

    /// The canonical stems of the quantities in `text`.
    pub(in crate::text) fn stems(text: &str) -> Vec<String> {
        let is_quantity = |role| matches!(role, Role::Number | Role::Date | Role::Measure);
        words(text).iter().filter(|unit| is_quantity(unit.role)).map(|unit| unit.stem.clone()).collect()
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
