//! Words of a model's text that tell a number, a date or a denial in other ways than the guards know: half, weekends, has stopped, 一半, 周末, 拒绝.

use super::names::has_word;
use super::{Shown, after_denial, clauses, content, finding};
use crate::record::{Finding, Guard};
use crate::text::letters::is_han;
use crate::text::opposite::are_opposite;
use crate::text::unit::{Role, Unit};

const LISTS: &str = include_str!("telling.txt");

/// One meaning: which guard it offends, the words that say it, and what tells it besides, each after a blank.
struct Meaning {
    guard: Guard,
    words: &'static str,
    others: &'static str,
}

fn meanings() -> impl Iterator<Item = Meaning> {
    LISTS.lines().filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        let guard = match name {
            "number" => Guard::Number,
            "date" => Guard::Date,
            "denial" => Guard::Negation,
            _ => return None,
        };
        let (words, others) = rest.split_once(" | ").unwrap_or((rest, ""));
        Some(Meaning { guard, words, others })
    })
}

/// The first of some words that a folded text has: of Latin ones whole words, of others these letters.
fn first_in<'word>(text: &str, words: &'word str) -> Option<&'word str> {
    words.split(' ').filter(|word| !word.is_empty()).find(|word| {
        let is_word = word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if is_word { has_word(text, &word.replace('_', " ")) } else { text.contains(*word) }
    })
}

/// Whether a clause denies by a word that is no "not".
fn denial_in(units: &[Unit]) -> Option<&Unit> {
    let words = meanings().find(|one| one.guard == Guard::Negation).map_or("", |one| one.words);
    units.iter().find(|unit| unit.role != Role::Negation && first_in(&unit.text.to_lowercase(), words).is_some())
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
        meanings().find_map(|Meaning { guard, words, others }| {
            let said = first_in(folded, words)?;
            let is_told = first_in(&self.folded, words).or_else(|| first_in(&self.folded, others)).is_some();
            // "Can't stand", and then "avoids".
            let is_denied = || guard == Guard::Negation && self.denies_something_of(units);
            let new = said.replace('_', " ");
            (!is_told && !is_denied()).then(|| Finding { guard, new, stored: String::new() })
        })
    }

    /// Whether a text denies something and has a word of these.
    fn denies_something_of(&self, units: &[Unit]) -> bool {
        self.sentences.iter().any(|told| {
            told.iter().any(|unit| unit.role == Role::Negation)
                && content(told).any(|one| content(units).any(|unit| unit.stem == one.stem))
        })
    }

    /// A clause that leaves out that something was stopped, refused or avoided, where no text tells it so.
    pub(super) fn lost_ending(&self, units: &[Unit]) -> Option<Finding> {
        let denies =
            |units: &[Unit]| units.iter().any(|unit| unit.role == Role::Negation) || denial_in(units).is_some();
        clauses(units).find_map(|clause| {
            // 没有 is one word, so 有 is looked for in no denial.
            let stems: Vec<&str> =
                content(clause).map(|unit| unit.stem.as_str()).filter(|stem| *stem != "有").collect();
            if stems.is_empty() || denies(clause) {
                return None;
            }
            let has_all = |told: &[Unit]| stems.iter().all(|stem| content(told).any(|unit| unit.stem == *stem));
            let tells = || self.sentences.iter().flat_map(|told| clauses(told)).filter(|told| has_all(told));
            let is_denied = |told: &[Unit]| denial_in(told).is_some() || denies_first(told, &stems);
            let is_lost = tells().next().is_some() && tells().all(is_denied);
            is_lost.then(|| finding(Guard::Negation, &clause.iter().collect::<Vec<_>>()))
        })
    }

    /// A word whose opposite a text says of the same, where none says the word.
    pub(super) fn opposite(&self, units: &[Unit]) -> Option<Finding> {
        let is_opposite =
            |one: &Unit, other: &Unit| are_opposite(&one.text, &other.text) || are_opposite(&one.stem, &other.stem);
        clauses(units).find_map(|clause| {
            let is_denying = |units: &[Unit]| units.iter().any(|unit| unit.role == Role::Negation);
            if is_denying(clause) {
                return None;
            }
            // A letter alone may be part of a name.
            let whole = content(clause).filter(|unit| unit.text.is_ascii() || 1 < unit.text.chars().count());
            let turned = whole.into_iter().find(|unit| {
                let is_said = self.sentences.iter().any(|told| told.iter().any(|one| one.stem == unit.stem));
                let shares =
                    |told: &[Unit]| content(told).any(|one| content(clause).any(|other| other.stem == one.stem));
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
