//! Words of a model's text that tell a number, a date or a denial in other ways than the guards know: half, weekends, has stopped, 一半, 周末, 拒绝.

use std::sync::OnceLock;

use super::names::has_word;
use super::{Shown, after_denial, clauses, content, finding, is_denying};
use crate::record::{Finding, Guard};
use crate::text::letters::is_han;
use crate::text::list::{lines, list};
use crate::text::opposite::are_opposite;
use crate::text::unit::{Role, Unit, joined};

const LISTS: &str = list!("telling.txt");

/// One meaning: which guard it offends, the words that say it, and what tells it besides.
struct Meaning {
    guard: Guard,
    words: Vec<String>,
    others: Vec<String>,
}

/// The meanings of the list, read once.
fn meanings() -> &'static [Meaning] {
    static MEANINGS: OnceLock<Vec<Meaning>> = OnceLock::new();
    MEANINGS.get_or_init(|| lines(LISTS).filter_map(meaning).collect())
}

/// A line, `guard: words | others`: words stand apart by blanks, and within one `_` is a blank.
fn meaning(line: &str) -> Option<Meaning> {
    let (name, rest) = line.split_once(": ")?;
    let guard = match name {
        "number" => Guard::Number,
        "date" => Guard::Date,
        "denial" => Guard::Negation,
        _ => return None,
    };
    let (words, others) = rest.split_once(" | ").unwrap_or((rest, ""));
    let read = |words: &str| words.split_whitespace().map(|word| word.replace('_', " ")).collect();
    Some(Meaning { guard, words: read(words), others: read(others) })
}

/// The first of some words that a folded text has: of Latin ones whole words, of others these letters.
fn first_in<'word>(text: &str, words: &'word [String]) -> Option<&'word str> {
    let has = |word: &&String| {
        let is_word = word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if is_word { has_word(text, word) } else { text.contains(word.as_str()) }
    };
    words.iter().find(has).map(String::as_str)
}

/// Whether a clause denies by words that are no "not": "gave up", 戒了.
fn is_ending(clause: &[Unit]) -> bool {
    let says = |text: &str| {
        let mut denials = meanings().iter().filter(|one| one.guard == Guard::Negation);
        denials.any(|one| first_in(text, &one.words).is_some())
    };
    // Words of several units are looked for, too, though in no "not": it is told apart.
    let mut parts = clause.split(|unit| unit.role == Role::Negation);
    parts.any(|part| says(&joined(&part.iter().collect::<Vec<_>>()).to_lowercase()))
}

/// Whether a clause denies what one of these words names: the first one behind its denial.
fn denies_first(clause: &[Unit], stems: &[&str]) -> bool {
    let denials = clause.iter().enumerate().filter(|(_, unit)| unit.role == Role::Negation);
    let mut denied = denials.filter_map(|(at, _)| after_denial(clause, at).into_iter().next());
    denied.any(|unit| stems.contains(&unit.stem.as_str()))
}

impl Shown {
    /// A number, a date or a denial in words that no text tells.
    pub(super) fn telling(&self, folded: &str, units: &[Unit]) -> Option<Finding> {
        meanings().iter().find_map(|Meaning { guard, words, others }| {
            let said = first_in(folded, words)?;
            let is_told = first_in(&self.folded, words).or_else(|| first_in(&self.folded, others)).is_some();
            // "Can't stand", and then "avoids".
            let is_denied = || *guard == Guard::Negation && self.denies_something_of(units);
            let new = || said.to_owned();
            (!is_told && !is_denied()).then(|| Finding { guard: *guard, new: new(), stored: String::new() })
        })
    }

    /// Whether a text denies something and has a word of these.
    fn denies_something_of(&self, units: &[Unit]) -> bool {
        self.sentences
            .iter()
            .any(|told| is_denying(told) && content(told).any(|one| content(units).any(|unit| unit.stem == one.stem)))
    }

    /// A clause that leaves out that something was stopped, refused or avoided, where no text tells it so.
    pub(super) fn lost_ending(&self, units: &[Unit]) -> Option<Finding> {
        clauses(units).find_map(|clause| {
            // 没有 is one word, so 有 is looked for in no denial.
            let stems: Vec<&str> =
                content(clause).map(|unit| unit.stem.as_str()).filter(|stem| *stem != "有").collect();
            if stems.is_empty() || is_denying(clause) || is_ending(clause) {
                return None;
            }
            let has_all = |told: &[Unit]| stems.iter().all(|stem| content(told).any(|unit| unit.stem == *stem));
            let tells = || self.sentences.iter().flat_map(|told| clauses(told)).filter(|told| has_all(told));
            let is_denied = |told: &[Unit]| is_ending(told) || denies_first(told, &stems);
            let is_lost = tells().next().is_some() && tells().all(is_denied);
            (is_lost || self.is_given_up(&stems)).then(|| finding(Guard::Negation, &clause.iter().collect::<Vec<_>>()))
        })
    }

    /// Whether a text tells the end of what stands behind a Chinese verb that none tells: 把烟戒了, and then 抽烟.
    fn is_given_up(&self, stems: &[&str]) -> bool {
        let Some((verb, object)) = stems.split_first().filter(|(_, object)| !object.is_empty()) else { return false };
        if self.stems.contains(*verb) || !verb.chars().all(is_han) {
            return false;
        }
        let has_object = |told: &[Unit]| object.iter().all(|stem| content(told).any(|unit| unit.stem == *stem));
        self.sentences.iter().flat_map(|told| clauses(told)).any(|told| has_object(told) && is_ending(told))
    }

    /// A word whose opposite a text says of the same, where none says the word.
    pub(super) fn opposite(&self, units: &[Unit]) -> Option<Finding> {
        let is_opposite =
            |one: &Unit, other: &Unit| are_opposite(&one.text, &other.text) || are_opposite(&one.stem, &other.stem);
        clauses(units).find_map(|clause| {
            if is_denying(clause) {
                return None;
            }
            // A letter alone may be part of a name.
            let whole = content(clause).filter(|unit| unit.text.is_ascii() || 1 < unit.text.chars().count());
            let turned = whole.into_iter().find(|unit| {
                let is_said = self.sentences.iter().any(|told| told.iter().any(|one| one.stem == unit.stem));
                // Of whom all that is told is this one word, it is told in place of another.
                let is_alone = |units: &[Unit]| content(units).count() == 1;
                let shares = |told: &[Unit]| {
                    content(told).any(|one| content(clause).any(|other| other.stem == one.stem))
                        || is_alone(clause) && is_alone(told)
                };
                let tells = || self.sentences.iter().flat_map(|told| clauses(told)).filter(|told| shares(told));
                !is_said
                    && tells().all(|told| !is_denying(told))
                    && tells().any(|told| told.iter().any(|one| is_opposite(unit, one)))
            })?;
            Some(finding(Guard::Direction, &[turned]))
        })
    }
}

/// The first letters of `answer` that are neither Latin nor Han, where `told` has none such.
pub(super) fn script(answer: &str, told: &str) -> Option<Finding> {
    let is_other = |letter: &char| {
        letter.is_alphabetic() && !is_han(*letter) && !matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
    };
    if told.chars().any(|letter| is_other(&letter)) {
        return None;
    }
    let new: String = answer.chars().skip_while(|letter| !is_other(letter)).take_while(is_other).collect();
    (!new.is_empty()).then(|| Finding { guard: Guard::Object, new, stored: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_names_a_guard_and_has_words() {
        for line in lines(LISTS) {
            assert!(meaning(line).is_some_and(|one| !one.words.is_empty()), "{line}");
        }
    }
}
