//! The list of sentences that give an attribute a value.

use std::sync::OnceLock;

use crate::annotate::keys::USER;
use crate::annotate::lists::ATTRIBUTES;
use crate::annotate::subject::Subject;
use crate::text::list::lines;

/// How a line of the list is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Grammar {
    /// Chinese words before a value, and perhaps behind it.
    Chinese,
    /// Chinese nouns: 的生日是.
    ChineseNoun,
    /// English words in their plain form.
    English,
    /// English nouns: "'s birthday is".
    EnglishNoun,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    City,
    Person,
    Organisation,
    /// An organisation, if a trade follows it: 在 … 做产品经理.
    Workplace,
    School,
    Date,
    Money,
    Length,
    Weight,
    Size,
    Digits,
    Email,
    Blood,
    Language,
    /// Letters and digits in one word.
    Code,
    /// One letter in Chinese, one or two words with a capital in English.
    Animal,
    /// A few letters or words.
    Words,
    /// The sentence itself is the value.
    Single,
    Married,
}

impl Shape {
    /// The value, where the sentence itself is it.
    pub(super) fn stated(self) -> Option<&'static str> {
        if self == Self::Single {
            Some("single")
        } else if self == Self::Married {
            Some("married")
        } else {
            None
        }
    }
}

/// Whose an attribute may be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Whose {
    /// The user's where nobody is named.
    Any,
    /// Of somebody who is named.
    Named,
    /// The user's, or of someone of whom one has one.
    Sole,
    /// A thing's, which goes into the key.
    Thing,
}

/// A line of the list.
pub(super) struct Sentences {
    grammar: Grammar,
    key: &'static str,
    pub(super) shape: Shape,
    pub(super) whose: Whose,
    /// What stands before the value.
    pub(super) before: Vec<&'static str>,
    /// What must follow it; empty where nothing must.
    pub(super) after: Vec<&'static str>,
}

impl Sentences {
    /// The subject and the key, if the attribute may be the owner's.
    pub(super) fn owned(&self, owner: Subject) -> Option<(Subject, String)> {
        let is_named = matches!(owner, Subject::Named(_));
        match (self.whose, &owner) {
            (Whose::Sole, _) if !owner.is_sole() => None,
            (Whose::Named, _) if !is_named => None,
            (Whose::Any | Whose::Named | Whose::Sole, _) => Some((owner, self.key.to_owned())),
            (Whose::Thing, Subject::Named(thing)) if thing != USER => {
                let key = format!("{}{thing}", self.key.trim_end_matches('X'));
                Some((Subject::Named(USER.to_owned()), key))
            }
            (Whose::Thing, _) => None,
        }
    }
}

/// The lines of the list that are read by `grammar`.
pub(super) fn sentences(grammar: Grammar) -> impl Iterator<Item = &'static Sentences> {
    static SENTENCES: OnceLock<Vec<Sentences>> = OnceLock::new();
    let all = SENTENCES.get_or_init(|| lines(ATTRIBUTES).filter_map(parse).collect());
    all.iter().filter(move |line| line.grammar == grammar)
}

/// A line such as `zh home_city city any: 住在, 现居`; other groups of the file are no lines of the list.
fn parse(line: &'static str) -> Option<Sentences> {
    let (head, rest) = line.split_once(": ")?;
    let (before, after) = rest.split_once(" > ").unwrap_or((rest, ""));
    let mut head = head.split(' ');
    let grammar = match head.next()? {
        "zh" => Grammar::Chinese,
        "zh-noun" => Grammar::ChineseNoun,
        "en" => Grammar::English,
        "en-noun" => Grammar::EnglishNoun,
        _ => return None,
    };
    Some(Sentences {
        grammar,
        key: head.next()?,
        shape: shape(head.next()?)?,
        whose: match head.next()? {
            "any" => Whose::Any,
            "named" => Whose::Named,
            "sole" => Whose::Sole,
            "thing" => Whose::Thing,
            _ => return None,
        },
        before: before.split(", ").collect(),
        after: after.split(", ").filter(|word| !word.is_empty()).collect(),
    })
}

fn shape(name: &str) -> Option<Shape> {
    Some(match name {
        "city" => Shape::City,
        "person" => Shape::Person,
        "organisation" => Shape::Organisation,
        "workplace" => Shape::Workplace,
        "school" => Shape::School,
        "date" => Shape::Date,
        "money" => Shape::Money,
        "length" => Shape::Length,
        "weight" => Shape::Weight,
        "size" => Shape::Size,
        "digits" => Shape::Digits,
        "email" => Shape::Email,
        "blood" => Shape::Blood,
        "language" => Shape::Language,
        "code" => Shape::Code,
        "animal" => Shape::Animal,
        "words" => Shape::Words,
        "single" => Shape::Single,
        "married" => Shape::Married,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::is_one_valued;

    #[test]
    fn every_line_of_the_list_is_read_and_has_a_key_of_the_other_list() {
        let begins = ["zh ", "zh-noun ", "en ", "en-noun "];
        let n_lines = lines(ATTRIBUTES).filter(|line| begins.iter().any(|begin| line.starts_with(begin))).count();
        let grammars = [Grammar::Chinese, Grammar::ChineseNoun, Grammar::English, Grammar::EnglishNoun];
        let read: Vec<&Sentences> = grammars.into_iter().flat_map(sentences).collect();
        assert_eq!(read.len(), n_lines);
        for line in read {
            assert!(is_one_valued(line.key), "{}", line.key);
            assert_eq!(line.whose == Whose::Thing, line.key.ends_with(":X"), "{}", line.key);
        }
    }
}
