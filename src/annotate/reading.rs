//! A text read for the rules: its words, its clauses, and how its words are meant.

use std::ops::Range;

use super::lists::{group_of, has};
use crate::text::letters::{Boundary, is_han};
use crate::text::lexicon::Flags;
use crate::text::normalize::fold;
use crate::text::stem::Form;
use crate::text::tokenize::{Kind, Token, tokenize_folded};
use crate::text::unit::{Role, Unit, units};
use crate::text::word::Word;

/// A text, folded and cut into words.
#[derive(Debug)]
pub(super) struct Reading {
    text: String,
    pub(super) folded: String,
    pub(super) units: Vec<Unit>,
}

impl Reading {
    pub(super) fn of(text: &str) -> Self {
        let folded = fold(text);
        let tokens = tokenize_folded(&folded);
        Self::of_tokens(text, folded, &tokens)
    }

    /// [`Self::of`] a text that was folded and parted into tokens already.
    pub(super) fn of_tokens(text: &str, folded: String, tokens: &[Token]) -> Self {
        let mut units = units(&folded, tokens);
        for at in 0..units.len() {
            if is_month(&units, at) {
                units[at].role = Role::Content;
            }
        }
        Self { text: text.to_owned(), folded, units }
    }

    /// The text as it was written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The clauses, as ranges of units: a comma, a colon, a bracket or a full stop begins one.
    pub(super) fn clauses(&self) -> Vec<Range<usize>> {
        let mut clauses = Vec::new();
        let mut start = 0;
        for at in 1..=self.units.len() {
            if self.units.get(at).is_none_or(|unit| Boundary::Comma <= unit.boundary) {
                clauses.push(start..at);
                start = at;
            }
        }
        clauses.retain(|clause| !clause.is_empty());
        clauses
    }

    /// Where some units stand in the folded text, in bytes. A sign of money may stand behind the number that it was written before.
    pub(super) fn span(&self, units: &Range<usize>) -> Range<usize> {
        let units = self.units.get(units.clone()).unwrap_or_default();
        let start = units.iter().map(|unit| unit.span.start).min();
        let end = units.iter().map(|unit| unit.span.end).max();
        start.unwrap_or_default()..end.unwrap_or_default()
    }

    /// The units that stand in a part of the folded text.
    pub(super) fn within(&self, span: &Range<usize>) -> Range<usize> {
        self.those(|unit| span.start <= unit.span.start && unit.span.end <= span.end)
    }

    /// The units of which a part of the folded text has a letter.
    pub(super) fn touched(&self, span: &Range<usize>) -> Range<usize> {
        self.those(|unit| unit.span.start < span.end && span.start < unit.span.end)
    }

    fn those(&self, are: impl Fn(&Unit) -> bool) -> Range<usize> {
        let start = self.units.iter().position(&are);
        start.map_or(0..0, |start| start..self.units.iter().rposition(&are).map_or(start, |last| last + 1))
    }

    /// A part of the folded text as its writer wrote it, or folded where folding moved letters about.
    pub(super) fn written(&self, span: &Range<usize>) -> String {
        self.original(span).unwrap_or(&self.folded[span.clone()]).trim().to_owned()
    }

    fn original(&self, span: &Range<usize>) -> Option<&str> {
        let (mut at, mut start) = (0, None);
        for (byte, letter) in self.text.char_indices() {
            let rest = self.folded.get(at..)?;
            let piece = fold(letter.encode_utf8(&mut [0; 4]));
            if piece.is_empty() {
                at += usize::from(rest.starts_with(' '));
                continue;
            }
            if !rest.starts_with(&piece) {
                return None;
            }
            if at == span.start {
                start = Some(byte);
            }
            at += piece.len();
            if span.end <= at {
                return self.text.get(start?..byte + letter.len_utf8());
            }
        }
        None
    }

    /// Whether the writer began a word with a capital letter.
    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.units.get(at).is_some_and(|unit| {
            let is_cased = self.folded[unit.span.clone()].starts_with(char::is_lowercase);
            is_cased && self.original(&unit.span).is_some_and(|word| word.starts_with(char::is_uppercase))
        })
    }
}

/// Whether the unit is the month of May, and not the verb.
fn is_month(units: &[Unit], at: usize) -> bool {
    let has_number = |at: Option<usize>| at.and_then(|at| units.get(at)).is_some_and(is_number);
    let before = at.checked_sub(1).map(|at| units[at].text.as_str()).unwrap_or_default();
    units[at].text == "may"
        && (has_number(Some(at + 1))
            || has_number(at.checked_sub(1))
            || matches!(before, "in" | "of" | "until" | "since" | "by" | "from" | "last" | "next"))
}

/// How many units from `at` are `phrase`; `None` where they are not.
pub(super) fn phrase_at(units: &[Unit], at: usize, phrase: &str) -> Option<usize> {
    spelled(units, at, phrase, |unit| &unit.text)
}

/// As [`phrase_at`], for a phrase whose words stand in their plain form.
pub(super) fn stems_at(units: &[Unit], at: usize, phrase: &str) -> Option<usize> {
    spelled(units, at, phrase, |unit| &unit.stem)
}

fn spelled(units: &[Unit], at: usize, phrase: &str, of: impl Fn(&Unit) -> &Word) -> Option<usize> {
    let mut rest = phrase;
    for (nth, unit) in units.get(at..)?.iter().enumerate() {
        let mut words = of(unit).split(' ');
        rest = words.try_fold(rest, |rest, word| rest.trim_start().strip_prefix(word))?;
        if rest.is_empty() {
            return Some(nth + 1);
        }
        // "in" is no beginning of "instead".
        if !rest.starts_with([' ', '\'']) && !rest.starts_with(is_han) {
            return None;
        }
    }
    None
}

/// The first of the words of a group in `units`: where it begins, and of how many units it is.
pub(super) fn mark(units: &[Unit], name: &'static str) -> Option<Range<usize>> {
    let group = group_of(name)?;
    (0..units.len()).find_map(|at| {
        let letter = units[at].text.chars().next()?;
        let longest = group.beginning(letter).iter().filter_map(|phrase| phrase_at(units, at, phrase)).max()?;
        Some(at..at + longest)
    })
}

/// Whether a unit may change how its sentence is meant: a condition, a guess, a plan, another's words, a question.
pub(super) fn is_doubtful(unit: &Unit) -> bool {
    let asks = unit.flags.has(Flags::ASKING) || unit.text == "?";
    asks || unit.role == Role::Modality && !has("plain", &unit.text)
}

/// Whether a unit sets another time than now.
pub(super) fn is_of_another_time(unit: &Unit) -> bool {
    unit.form == Form::Past && unit.kind == Kind::Word && unit.text != unit.stem
        || matches!(
            unit.text.as_str(),
            "会" | "将"
                | "将要"
                | "即将"
                | "过"
                | "was"
                | "were"
                | "will"
                | "'ll"
                | "'d"
                | "would"
                | "did"
                | "had"
                | "been"
        )
}

/// Whether a sentence is told as it is: nothing guessed, wished, asked, said by another, or over. A denial is not looked at.
pub(super) fn is_told(units: &[Unit]) -> bool {
    !units.iter().any(is_doubtful)
        && ["guess", "said", "plan", "condition", "past"].into_iter().all(|name| mark(units, name).is_none())
}

/// Whether a unit is a number, or the part of a date or an hour that is one.
pub(super) fn is_number(unit: &Unit) -> bool {
    unit.kind == Kind::Number
}

/// Whether a Latin word has an ending: a plural, a third person, a past. A month and a unit have a stem of another kind.
pub(super) fn is_inflected(unit: &Unit) -> bool {
    let is_word = unit.stem.bytes().all(|byte| byte.is_ascii_lowercase());
    unit.kind == Kind::Word && unit.text != unit.stem && is_word && unit.text != "'s"
}

/// Whether a unit says something: it is no grammar, no tone, no denial and no doubt.
pub(super) fn says(unit: &Unit) -> bool {
    !matches!(unit.role, Role::Tone | Role::Function | Role::Negation | Role::Modality | Role::Tense)
}

/// Whether a unit denies.
pub(super) fn denies(unit: &Unit) -> bool {
    unit.role == Role::Negation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_comes_back_as_it_was_written() {
        let reading = Reading::of("Ｕｓｅｒ  lives in Cádiz,  用戶 住在 臺北");
        let of = |part: &str| {
            let start = reading.folded.find(part).unwrap();
            reading.written(&(start..start + part.len()))
        };
        assert_eq!(of("cádiz"), "Cádiz");
        assert_eq!(of("user lives"), "Ｕｓｅｒ  lives");
        assert_eq!(of("台北"), "臺北");
        assert!(reading.is_capital(3) && !reading.is_capital(1));
    }

    #[test]
    fn a_phrase_is_found_at_the_borders_of_words() {
        let units = Reading::of("He left last night; 用户昨晚看小说").units;
        assert_eq!(mark(&units, "state"), Some(2..4));
        assert_eq!(mark(&Reading::of("用户爱看小说").units, "said"), None);
        assert_eq!(mark(&Reading::of("He is used to commuting instead").units, "condition"), None);
        assert_eq!(phrase_at(&units, 2, "lastly"), None);
    }

    #[test]
    fn clauses_part_at_commas_and_stops() {
        let reading = Reading::of("用户住在上海、杭州，会说粤语。Likes tea");
        let clauses: Vec<&str> = reading.clauses().iter().map(|clause| &reading.folded[reading.span(clause)]).collect();
        assert_eq!(clauses, ["用户住在上海、杭州", "会说粤语", "likes tea"]);
    }
}
