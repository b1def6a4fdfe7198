//! Names that begin a sentence of a model's text and that no text it was shown has: written small, like a modal verb, or Chinese ones by their surname.
//!
//! What looks like a name only here is refused only where it must be one: before a verb of the third person, or by a surname that begins few other words
//! and that stands in no text.

use crate::sorted::SortedSet;

use super::is_listed;
use super::names::{has_word, in_letters, is_first, list};
use crate::record::{Finding, Guard};
use crate::text::letters::is_han;
use crate::text::normalize::{fold, fold_cased};
use crate::text::tokenize::{Kind, tokenize_folded};
use crate::text::unit::{Role, units_cased};

/// The first such name in `answer`; `stems` and `told` are of the texts that were shown, in lower case.
pub(super) fn unsaid(answer: &str, stems: &SortedSet<String>, told: &str) -> Option<Finding> {
    let name = latin(answer, stems, told).or_else(|| han(&fold(answer), told));
    name.map(|new| Finding { guard: Guard::Object, new, stored: String::new() })
}

/// A word that begins a sentence and does what its verb says: "ana manages", "Will plays".
fn latin(answer: &str, stems: &SortedSet<String>, told: &str) -> Option<String> {
    let cased = fold_cased(answer);
    let units = units_cased(cased.cased(), &tokenize_folded(&cased.text));
    units.iter().enumerate().find_map(|(at, unit)| {
        let verb = units.get(at + 1).map(|next| next.text.to_lowercase())?;
        if unit.kind != Kind::Word || !is_first(&units, at) || !list("verb").any(|known| known == verb) {
            return None;
        }
        let word = unit.text.to_lowercase();
        let is_told = if list("modal").any(|modal| modal == word) {
            names(told, &word)
        } else {
            let is_name = unit.role == Role::Content && !is_listed(&word);
            !is_name || stems.contains(&unit.stem.to_lowercase()) || has_word(told, &word)
        };
        (!is_told).then_some(word)
    })
}

/// Whether a text tells of somebody whose name is also a modal verb.
fn names(told: &str, name: &str) -> bool {
    let does = |verb: &str| has_word(told, &[name, verb].join(" "));
    let is_of = |before: &str| has_word(told, &[before, name].join(" "));
    list("verb").chain(list("name_before")).any(does)
        || list("name_behind").any(is_of)
        || told.contains(&[name, "'s"].concat())
}

/// A clause's first two letters, where the first is a surname that begins few other words.
fn han(answer: &str, told: &str) -> Option<String> {
    let mut before = None;
    let mut letters = answer.char_indices().filter(|(_, letter)| !letter.is_whitespace()).peekable();
    while let Some((at, letter)) = letters.next() {
        let begins = before.is_none_or(|before: char| !before.is_alphanumeric());
        before = Some(letter);
        if begins
            && in_letters("subject", letter)
            && !told.contains(letter)
            && let Some((next, given)) = letters.peek().copied()
            && is_han(given)
        {
            return Some(answer[at..next + given.len_utf8()].to_owned());
        }
    }
    None
}
