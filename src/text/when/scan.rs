//! A text as its letters and its Latin words, each in one spelling, with the places where they stand.

use std::ops::Range;

use super::calendar::{Stretch, Today};
use crate::text::letters::is_han;
use crate::text::simplified::simplified;

/// Letters on each side of a time in which its sentence is looked at. Without it a long text without a stop would take the square of its length.
///
/// Source: a judgement; few sentences are longer.
const NEAR: usize = 100;

/// What was read at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    /// The letter after it.
    pub(super) end: usize,
    /// The time; `None` where it may be meant in two ways, so that no part of it is read for itself.
    pub(super) stretch: Option<Stretch>,
    /// Whether it is told from today.
    pub(super) is_relative: bool,
    /// Whether it is an hour that no day is told of.
    pub(super) is_hour_alone: bool,
}

impl Read {
    pub(super) fn told(end: usize, stretch: Option<Stretch>) -> Self {
        Self { end, stretch, is_relative: true, is_hour_alone: false }
    }

    pub(super) fn whole(end: usize, stretch: Option<Stretch>) -> Self {
        Self { is_relative: false, ..Self::told(end, stretch) }
    }
}

/// A run of Latin letters and digits, in lower case.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// Its first letter.
    pub(super) start: usize,
    /// The letter after it.
    pub(super) end: usize,
    /// Whether a mark parts it from the word before.
    pub(super) is_parted: bool,
}

/// A text that is looked through.
pub(super) struct Scan {
    /// Simplified, half-width, in lower case: one letter each, with its place in bytes.
    letters: Vec<(usize, char)>,
    n_bytes: usize,
    pub(super) words: Vec<Word>,
    pub(super) today: Today,
}

impl Scan {
    /// The text, said when the speaker's clock shows so many milliseconds since 1970.
    pub(super) fn of(text: &str, local_ms: i64) -> Self {
        let letters: Vec<(usize, char)> = text.char_indices().map(|(at, letter)| (at, plain(letter))).collect();
        let words = words(&letters);
        Self { letters, n_bytes: text.len(), words, today: Today::of(local_ms) }
    }

    pub(super) fn n_letters(&self) -> usize {
        self.letters.len()
    }

    pub(super) fn letter(&self, at: usize) -> Option<char> {
        self.letters.get(at).map(|(_, letter)| *letter)
    }

    /// The letter before, white space passed over as far as [`NEAR`].
    pub(super) fn before(&self, at: usize) -> Option<char> {
        let before = self.letters.get(..at)?.iter().rev().take(NEAR);
        before.map(|(_, letter)| *letter).find(|letter| !letter.is_whitespace())
    }

    /// The first letter from `at` on that is no white space.
    pub(super) fn skip_space(&self, at: usize) -> usize {
        (at..self.letters.len()).find(|at| self.letters[*at].1 != ' ').unwrap_or(self.letters.len())
    }

    /// Where `word` ends, if it stands at `at`.
    pub(super) fn after(&self, at: usize, word: &str) -> Option<usize> {
        let mut end = at;
        for letter in word.chars() {
            if self.letter(end) != Some(letter) {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// The first of some words that stands at `at`, and where it ends.
    pub(super) fn one_of<T: Copy>(&self, at: usize, words: &[(&str, T)]) -> Option<(T, usize)> {
        words.iter().find_map(|(word, what)| self.after(at, word).map(|end| (*what, end)))
    }

    /// Whether the letter at `at` is one of these.
    pub(super) fn is_any(&self, at: usize, letters: &str) -> bool {
        self.letter(at).is_some_and(|letter| letters.contains(letter))
    }

    /// Digits from `at` on, at most so many, with no further digit behind them.
    pub(super) fn digits(&self, at: usize, most: usize) -> Option<(i64, usize)> {
        // One more than may be: a text of digits alone would take the square of its length.
        let n = (at..self.letters.len()).take(most + 1).take_while(|at| self.letters[*at].1.is_ascii_digit()).count();
        if n == 0 || most < n {
            return None;
        }
        let value = self.letters[at..at + n]
            .iter()
            .fold(0, |value, (_, digit)| value * 10 + i64::from(u32::from(*digit) - u32::from('0')));
        Some((value, at + n))
    }

    /// Where a title in 《》 that begins at `at` ends.
    pub(super) fn title_end(&self, at: usize) -> Option<usize> {
        if self.letter(at) != Some('《') {
            return None;
        }
        let last = (at + NEAR).min(self.letters.len());
        let length = self.letters[at..last].iter().position(|(_, letter)| *letter == '》')?;
        Some(at + length + 1)
    }

    /// Whether the digit at `at` goes on a number behind a point, a comma or a stroke: 1.5, 1,500, 3/4.
    pub(super) fn is_rest_of_number(&self, at: usize) -> bool {
        let is_digit =
            |at: Option<usize>| at.and_then(|at| self.letter(at)).is_some_and(|letter| letter.is_ascii_digit());
        let is_sign = at.checked_sub(1).is_some_and(|before| self.is_any(before, ".,/"));
        is_sign && is_digit(Some(at)) && is_digit(at.checked_sub(2))
    }

    /// The place of letters in the text, in bytes.
    pub(super) fn span(&self, start: usize, end: usize) -> Range<usize> {
        let byte = |at: usize| self.letters.get(at).map_or(self.n_bytes, |(byte, _)| *byte);
        byte(start)..byte(end)
    }

    /// The letters around `at` between two of `marks`, as far as [`NEAR`] on each side.
    pub(super) fn part(&self, at: usize, marks: &str) -> Range<usize> {
        let is_mark = |(_, letter): &(usize, char)| marks.contains(*letter);
        let (first, last) = (at.saturating_sub(NEAR), (at + NEAR).min(self.letters.len()));
        let start = self.letters[first..at].iter().rposition(is_mark).map_or(first, |mark| first + mark + 1);
        let end = self.letters[at..last].iter().position(is_mark).map_or(last, |mark| at + mark);
        start..end
    }

    /// The words that begin among letters.
    pub(super) fn words_in(&self, letters: &Range<usize>) -> &[Word] {
        let place = |letter: usize| self.words.partition_point(|word| word.start < letter);
        &self.words[place(letters.start)..place(letters.end)]
    }

    /// Letters as a text.
    pub(super) fn text(&self, letters: Range<usize>) -> String {
        self.letters[letters].iter().map(|(_, letter)| *letter).collect()
    }

    /// The word that begins at a letter.
    pub(super) fn word_at(&self, letter: usize) -> Option<usize> {
        self.words.binary_search_by_key(&letter, |word| word.start).ok()
    }

    /// The word at a place among the words, where no mark parts it from the one before; else nothing.
    pub(super) fn word(&self, nth: usize) -> &str {
        self.words.get(nth).filter(|word| !word.is_parted).map_or("", |word| &word.text)
    }

    /// The word before, where no mark parts the two; else nothing.
    pub(super) fn word_before(&self, nth: usize, n_back: usize) -> &str {
        let Some(at) = nth.checked_sub(n_back) else { return "" };
        let is_parted = self.words[at + 1..=nth].iter().any(|word| word.is_parted);
        if is_parted { "" } else { &self.words[at].text }
    }

    /// The letter after a word.
    pub(super) fn end_of(&self, nth: usize) -> usize {
        self.words.get(nth).map_or(self.letters.len(), |word| word.end)
    }
}

/// A letter in one spelling.
fn plain(letter: char) -> char {
    let half = match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' | '\t' | '\u{a0}' => ' ',
        '’' | '‘' => '\'',
        '–' | '−' => '-',
        // 臺 and the like are listed; these two are written so in dates alone.
        '〇' | '○' => '零',
        _ => simplified(letter),
    };
    half.to_ascii_lowercase()
}

fn words(letters: &[(usize, char)]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut at, mut is_parted) = (0, true);
    while let Some((_, letter)) = letters.get(at) {
        if letter.is_ascii_alphanumeric() {
            let end = (at..letters.len()).find(|at| !letters[*at].1.is_ascii_alphanumeric()).unwrap_or(letters.len());
            let text = letters[at..end].iter().map(|(_, letter)| *letter).collect();
            words.push(Word { text, start: at, end, is_parted });
            (at, is_parted) = (end, false);
        } else {
            is_parted |= !matches!(letter, ' ' | '\'' | '-' | ':' | '"') || is_han(*letter);
            at += 1;
        }
    }
    words
}
