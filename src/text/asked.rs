//! What a query asks for, word by word, and how much each word counts.

use std::sync::OnceLock;

use super::list::{lines, list};
use super::tokenize::terms;
use super::word_map::WordMap;

/// Words that say little of what a text is about; the built-in embedder's list, which never changes.
const SMALL: &str = list!("words/small.txt");

/// The same for Chinese.
const LIGHT: &str = list!("words/light.txt");

/// What a word counts that says little, in percent.
///
/// Source: LoCoMo's questions over recorded e5 and USE vectors, and the golden stream's: of 0, 10, 30, 50 and 100 the middle ones differ
/// by less than chance; without such words at all e5 loses half a point, with all of their weight USE two.
const OF_SMALL: u16 = 30;

/// What a number, a date or a code counts, in percent: who names one asks for exactly that.
///
/// Source: a judgement; on the questions above it changes nothing measurable.
const OF_CODE: u16 = 150;

/// What any other word counts, in percent.
const OF_WORD: u16 = 100;

/// A word that is asked for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Asked {
    /// As an index knows it.
    pub term: String,
    /// What it counts, in percent of its weight.
    pub percent: u16,
}

impl Asked {
    /// Whether it says something of what is asked.
    #[must_use]
    pub fn is_content(&self) -> bool {
        OF_WORD <= self.percent
    }
}

/// The words of a query, in order and with repetitions.
///
/// ```
/// use palimpsest::text::asked::asked;
/// let words = |query| asked(query).into_iter().map(|word| (word.term, word.percent)).collect::<Vec<_>>();
/// assert_eq!(words("Where is room B12?"), [("where".into(), 30), ("is".into(), 30), ("room".into(), 100), ("b12".into(), 150)]);
/// assert_eq!(words("谁喝茶")[..2], [("谁".into(), 30), ("喝".into(), 100)]);
/// ```
#[must_use]
pub fn asked(query: &str) -> Vec<Asked> {
    let weigh = |term: String| {
        let percent = if is_small(&term) {
            OF_SMALL
        } else if term.contains(|letter: char| letter.is_ascii_digit()) {
            OF_CODE
        } else {
            OF_WORD
        };
        Asked { term, percent }
    };
    terms(query).into_iter().map(weigh).collect()
}

fn is_small(term: &str) -> bool {
    static WORDS: OnceLock<WordMap<()>> = OnceLock::new();
    WORDS.get_or_init(|| WordMap::set(&mut lines(SMALL).chain(lines(LIGHT)))).has(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, expected: &[(&str, u16)]) {
        let found: Vec<(String, u16)> = asked(query).into_iter().map(|word| (word.term, word.percent)).collect();
        let expected: Vec<(String, u16)> =
            expected.iter().map(|(term, percent)| ((*term).to_owned(), *percent)).collect();
        assert_eq!(found, expected, "{query}");
    }

    #[test]
    fn words_of_asking_count_little_and_numbers_and_codes_much() {
        check(
            "When did she run 10 km?",
            &[("when", 30), ("do", 30), ("she", 30), ("run", 100), ("10", 150), ("km", 100)],
        );
        check("gpt-4", &[("gpt-4", 150)]);
        check(
            "用户几点睡",
            &[
                ("用", 100),
                ("户", 100),
                ("用户", 30),
                ("几", 30),
                ("户几", 100),
                ("点", 100),
                ("几点", 100),
                ("睡", 100),
                ("点睡", 100),
            ],
        );
        check("5号", &[("5", 150), ("号", 100)]);
    }

    #[test]
    fn both_scripts_ask_for_the_same() {
        assert_eq!(asked("誰養貓"), asked("谁养猫"));
        assert_eq!(asked("ＧＰＴ－４"), asked("gpt-4"));
        assert_eq!(asked(""), []);
    }
}
