//! Whom or what a sentence is about: what stands before its verb.

use std::ops::Range;

use super::keys::{USER, canonical_subject, relation};
use super::lists::{group, has};
use super::reading::Reading;
use crate::text::letters::is_han;
use crate::text::stem::Form;
use crate::text::unit::{Unit, joined};

/// Who has an attribute.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Subject {
    /// Nobody is named: most often the user.
    Unnamed,
    /// The user by a word for him, a relation, a name, a thing; by its canonical name.
    Named(String),
}

impl Subject {
    /// The canonical name, where the text may leave the user unnamed.
    pub(super) fn name(self) -> String {
        match self {
            Self::Unnamed => USER.to_owned(),
            Self::Named(name) => name,
        }
    }

    /// Whether there is one such only, so that it has one name: the user, or someone of whom one has one.
    pub(super) fn is_sole(&self) -> bool {
        match self {
            Self::Unnamed => false,
            Self::Named(name) => name == USER || relation(name).is_some_and(|relation| relation.is_sole),
        }
    }
}

/// Letters that a Chinese subject has at most: more is a clause.
const MAX_LETTERS: usize = 8;

/// Words that an English subject has at most.
const MAX_WORDS: usize = 4;

/// The subject in a folded Chinese text that stands before a verb; `None` where it is nobody in particular or too much.
pub(super) fn chinese(before: &str) -> Option<Subject> {
    let mut rest = before.trim();
    // A removal or a former place: 从西安.
    if let Some(from) = rest.find('从') {
        rest = &rest[..from];
    }
    // The longest first: 非常 before 常.
    while let Some(shorter) = group("adverb")
        .filter_map(|adverb| rest.strip_suffix(adverb).or_else(|| rest.strip_prefix(adverb)))
        .min_by_key(|shorter| shorter.len())
    {
        rest = shorter.trim();
    }
    if rest.is_empty() {
        return Some(Subject::Unnamed);
    }
    let name = canonical_subject(rest);
    let is_listed = name == USER || relation(&name).is_some();
    let is_name = || {
        let n_letters = name.chars().count();
        let is_of_letters = name.chars().all(|letter| is_han(letter) || letter.is_ascii_alphabetic() || letter == ' ');
        n_letters <= MAX_LETTERS && is_of_letters && !group("nobody").any(|word| name.contains(word))
    };
    (is_listed || is_name()).then_some(Subject::Named(name))
}

/// The subject in `units`, English words that stand before a verb.
pub(super) fn english(reading: &Reading, units: Range<usize>) -> Option<Subject> {
    let mut range = units;
    let is_adverb = |unit: &Unit| has("adverb_en", &unit.stem) && unit.form != Form::Ing;
    while !range.is_empty() && is_adverb(&reading.units[range.end - 1]) {
        range.end -= 1;
    }
    while !range.is_empty() && is_adverb(&reading.units[range.start]) {
        range.start += 1;
    }
    let units = &reading.units[range.clone()];
    let Some(first) = units.first() else { return Some(Subject::Unnamed) };
    let words: Vec<&Unit> = units.iter().collect();
    let whole = joined(&words);
    let name = canonical_subject(&whole);
    if name == USER || first.text == "we" && units.len() == 1 {
        return Some(Subject::Named(USER.to_owned()));
    }
    let is_nobody = units.iter().any(|unit| has("nobody_en", &unit.text) || unit.form != Form::Plain);
    let n_words = units.iter().filter(|unit| unit.text != "'s").count();
    if is_nobody || MAX_WORDS < n_words || name.chars().any(is_han) {
        return None;
    }
    let is_owned = matches!(first.text.as_str(), "my" | "our" | "the") || units.iter().any(|unit| unit.text == "'s");
    let is_name = || range.clone().all(|at| reading.is_capital(at));
    (is_owned || relation(&name).is_some() || is_name()).then_some(Subject::Named(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_subject_is_the_user_a_relation_or_a_name() {
        for (before, expected) in [
            ("用户", Some("user")),
            ("我现在", Some("user")),
            ("用户的妹妹", Some("妹妹")),
            ("妈妈一直", Some("妈妈")),
            ("阿哲", Some("阿哲")),
            ("用户上周从西安", Some("user")),
            ("项目", Some("项目")),
            ("一个同事", None),
            ("他", None),
            ("妹妹和弟弟", None),
            ("今天在公司楼下碰到的那个同事", None),
        ] {
            let found = chinese(before).map(Subject::name);
            assert_eq!(found.as_deref(), expected, "{before}");
        }
        assert_eq!(chinese("现在"), Some(Subject::Unnamed));
    }

    #[test]
    fn an_english_subject_is_the_user_what_he_has_or_a_name() {
        for (before, expected) in [
            ("The user", Some("user")),
            ("I currently", Some("user")),
            ("User's sister", Some("sister")),
            ("My mum still", Some("mother")),
            ("The user's eldest sister", Some("eldest sister")),
            ("Ana", Some("ana")),
            ("Ana Silva", Some("ana silva")),
            ("Ana's brother", Some("ana's brother")),
            ("One of the user's brothers", None),
            ("He", None),
            ("some people", None),
            ("Bob thinks the user", None),
        ] {
            let reading = Reading::of(before);
            let found = english(&reading, 0..reading.units.len()).map(Subject::name);
            assert_eq!(found.as_deref(), expected, "{before}");
        }
    }
}
