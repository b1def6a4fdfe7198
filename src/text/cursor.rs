//! A place among the words of a text, and what can be asked there: what the readers of numbers, dates and units look through.

use std::ops::Range;

use super::letters::{Boundary, is_han};
use super::normalize::Cased;
use super::number::{self, Value};
use super::tokenize::{Kind, Token};

/// Letters of a Chinese text that are looked at from one place: more than the longest name of a unit or a day has.
const MAX_HAN: usize = 8;

/// Whether `word` is one of `words`, which stand a space apart.
pub(super) fn is_one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// The words of a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'text> {
    /// The folded text.
    pub(super) cased: Cased<'text>,
    /// Its words.
    pub(super) tokens: &'text [Token],
}

impl<'text> Cursor<'text> {
    /// The token at `at`.
    pub(super) fn token(&self, at: usize) -> Option<&'text Token> {
        self.tokens.get(at)
    }

    /// The token at `at` where nothing parts it from the one before.
    pub(super) fn joined(&self, at: usize) -> Option<&'text Token> {
        self.tokens.get(at).filter(|token| token.boundary == Boundary::None)
    }

    /// The word at `at`, where nothing parts it from the one before; else nothing.
    pub(super) fn word(&self, at: usize) -> &'text str {
        self.joined(at).map_or("", |token| &token.text)
    }

    /// The word before `at`, where nothing parts the two; else nothing.
    pub(super) fn before(&self, at: usize) -> &'text str {
        let parted = self.token(at).is_none_or(|token| token.boundary != Boundary::None);
        if parted { "" } else { at.checked_sub(1).and_then(|at| self.token(at)).map_or("", |token| &token.text) }
    }

    /// The letter before `at`, where the two touch.
    pub(super) fn letter_before(&self, at: usize) -> Option<char> {
        self.cased.text[..self.tokens.get(at)?.span.start].chars().next_back()
    }

    /// Whether the tokens at `at` and before it touch.
    pub(super) fn touches(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.token(at));
        before.zip(self.token(at)).is_some_and(|(before, token)| before.span.end == token.span.start)
    }

    /// What stands in the tokens of `range`, folded.
    pub(super) fn text(&self, range: Range<usize>) -> &'text str {
        let (Some(first), Some(last)) = (self.token(range.start), self.token(range.end.saturating_sub(1))) else {
            return "";
        };
        self.cased.text.get(first.span.start..last.span.end).unwrap_or("")
    }

    /// The Han letters from `at` on that touch, some eight at most.
    pub(super) fn han(&self, at: usize) -> &'text str {
        let Some(token) = self.token(at) else { return "" };
        let rest = &self.cased.text[token.span.start..];
        let end = rest.char_indices().take(MAX_HAN).take_while(|letter| is_han(letter.1)).last();
        end.map_or("", |(start, letter)| &rest[..start + letter.len_utf8()])
    }

    /// How many tokens the next `n_letters` Han letters from `at` are; letters of number may share one.
    pub(super) fn n_tokens(&self, at: usize, n_letters: usize) -> usize {
        let n_bytes: usize = self.han(at).chars().take(n_letters).map(char::len_utf8).sum();
        let end = self.token(at).map_or(0, |token| token.span.start + n_bytes);
        self.tokens[at..].iter().take_while(|token| token.span.end <= end).count()
    }

    /// The number at `at`, in digits, in a word, or in Chinese letters, and how many tokens it is.
    pub(super) fn number(&self, at: usize) -> Option<(Value, usize)> {
        let token = self.token(at)?;
        match token.kind {
            Kind::Number => Some((Value::parse(&token.stem)?, 1)),
            Kind::Han => {
                let rest = self.han(at);
                let n_letters = rest.chars().take_while(|letter| number::is_numeral(*letter)).count();
                let end = rest.char_indices().nth(n_letters).map_or(rest.len(), |(end, _)| end);
                Some((Value::whole(number::chinese(&rest[..end])?), self.n_tokens(at, n_letters)))
            }
            Kind::Word | Kind::Sign => None,
        }
    }

    /// The whole number at `at` if it is one of `range`, and how many tokens it is.
    pub(super) fn whole(&self, at: usize, range: std::ops::RangeInclusive<u64>) -> Option<(u64, usize)> {
        let (value, n_tokens) = self.number(at)?;
        Some((value.as_whole().filter(|value| range.contains(value))?, n_tokens))
    }

    /// Whether the text has Han letters.
    pub(super) fn is_chinese(&self) -> bool {
        self.cased.text.contains(is_han)
    }
}
