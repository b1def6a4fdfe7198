//! The language of a text, and its canonical summary by rule.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::text::align::{Words, words};
use crate::text::letters::{Class, class, is_han};
use crate::text::lexicon::Flags;
use crate::text::normalize::fold;
use crate::text::stem::Form;
use crate::text::tokenize::Kind as TokenKind;
use crate::text::unit::{Ending, Role, Unit};

/// Letters that a canonical summary has at most.
///
/// Source: the article's fingerprints.
pub const SUMMARY_LETTERS: usize = 20;

/// The language in which a text is answered and asked about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Language {
    /// Chinese.
    Zh,
    /// English, and any language that has no prompts of its own.
    En,
}

/// The language of `text`: Chinese where it has more Han letters than words of other scripts.
///
/// ```
/// use palimpsest::annotate::{Language, language_of};
/// assert_eq!(language_of("用户喜欢 Windows"), Language::Zh);
/// assert_eq!(language_of("Lives in 北京 now"), Language::En);
/// ```
#[must_use]
pub fn language_of(text: &str) -> Language {
    let (mut n_han, mut n_words, mut before) = (0_usize, 0_usize, Class::Space);
    for letter in text.chars() {
        let class = class(letter);
        match class {
            Class::Han => n_han += 1,
            Class::Letter | Class::Hiragana | Class::Katakana if class != before => n_words += 1,
            Class::Letter
            | Class::Hiragana
            | Class::Katakana
            | Class::Digit
            | Class::Space
            | Class::Quote
            | Class::Punctuation
            | Class::Sign => {}
        }
        before = class;
    }
    if n_words < n_han { Language::Zh } else { Language::En }
}

/// The language of most of some texts: Chinese where more than half of them are.
#[must_use]
pub fn language_of_most(texts: &mut dyn Iterator<Item = &str>) -> Language {
    let (mut n_chinese, mut n_all) = (0_usize, 0_usize);
    for text in texts {
        n_chinese += usize::from(language_of(text) == Language::Zh);
        n_all += 1;
    }
    if n_all < 2 * n_chinese { Language::Zh } else { Language::En }
}

/// The canonical summary of `text` by rule, of at most [`SUMMARY_LETTERS`] letters: folded, without tone words, particles and articles, words of one meaning by
/// one name.
///
/// A longer one is cut, and ends in a mark and six digits that stand for the rest, so that two texts that only begin alike differ.
///
/// ```
/// use palimpsest::annotate::summary;
/// assert_eq!(summary("用户非常喜欢简洁的界面！"), "用户喜欢简洁的界面");
/// assert_eq!(summary("The user really enjoys tea."), "user like tea");
/// ```
#[must_use]
pub fn summary(text: &str) -> String {
    summary_of(text, &words(text))
}

/// [`summary`] of a text whose words were read before.
#[must_use]
pub fn summary_of(text: &str, units: &Words) -> String {
    let mut summary = String::new();
    for unit in units.iter().filter(|unit| unit.role != Role::Tone && !matches!(unit.text.as_str(), "a" | "an" | "the"))
    {
        if !summary.is_empty() && (unit.kind != TokenKind::Han || !summary.ends_with(is_han)) {
            summary.push(' ');
        }
        summary.push_str(&name(unit));
    }
    if summary.is_empty() { shortened(&fold(text)) } else { shortened(&summary) }
}

/// A word by the one name of its synonyms. An ending that may count stays: "a cat" is not "cats".
fn name(unit: &Unit) -> String {
    if unit.flags.has(Flags::FEELING) && unit.form == Form::Plain {
        return unit.stem.as_str().to_owned();
    }
    match unit.ending {
        Ending::Of(true) => format!("{}s", unit.stem.as_str()),
        Ending::Of(false) | Ending::Agrees => unit.stem.as_str().to_owned(),
        Ending::Written => unit.text.as_str().to_owned(),
    }
}

/// A summary cut to [`SUMMARY_LETTERS`] letters; one that is cut ends in a mark and six digits that stand for the rest.
#[must_use]
pub fn shortened(whole: &str) -> String {
    if whole.chars().count() <= SUMMARY_LETTERS {
        return whole.to_owned();
    }
    // Six digits and their mark.
    let beginning: String = whole.chars().take(SUMMARY_LETTERS - 7).collect();
    let mut hasher = SipHasher13::new();
    hasher.write(whole.as_bytes());
    format!("{}#{:06x}", beginning.trim_end(), hasher.finish() >> 40)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(summary(text), expected);
    }

    #[test]
    fn the_language_is_that_of_most_words() {
        for (text, language) in [
            ("I like 拉面", Language::En),
            ("用户喜欢茶", Language::Zh),
            ("用户最近在学 Python", Language::Zh),
            ("项目数据库用的是 PostgreSQL 15", Language::Zh),
            ("On a choisi SQLite", Language::En),
            ("🍵", Language::En),
            ("", Language::En),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }

    #[test]
    fn tone_and_articles_are_no_part_of_a_summary() {
        check("用户特别喜欢喝茶呢。", "用户喜欢喝茶");
        check("I really enjoy the tea!", "user like tea");
        check("用户用 Rust 写代码", "用户使用 rust 写代码");
        check("🍵", "🍵");
        check("……", "......");
    }

    #[test]
    fn long_texts_that_begin_alike_have_two_summaries() {
        let (one, other) = (
            summary("The user works at Initech in the Lisbon office"),
            summary("The user works at Initech in the Porto office"),
        );
        assert_ne!(one, other);
        assert!(one.starts_with("user work at#"));
    }

    proptest! {
        #[test]
        fn a_summary_is_short(text in "\\PC{0,80}") {
            prop_assert!(summary(&text).chars().count() <= SUMMARY_LETTERS);
        }
    }
}
