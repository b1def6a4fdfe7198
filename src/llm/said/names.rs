//! Names in a model's text that no text it was shown has.

use crate::sorted::SortedSet;

use super::is_listed;
use crate::annotate::city;
use crate::record::{Finding, Guard};
use crate::text::letters::{Boundary, is_han};
use crate::text::list::{lines, list};
use crate::text::normalize::{fold, fold_cased};
use crate::text::stem::Form;
use crate::text::tokenize::{Kind, tokenize_folded};
use crate::text::unit::{Role, Unit, units_cased};

/// Surnames, words before a person's name, titles behind one, and the letters that foreign names are written with.
const LISTS: &str = list!("names.txt");

/// The first name in `answer` that stands neither among `stems`, in lower case, nor in `folded`.
pub(super) fn unsaid(answer: &str, stems: &SortedSet<String>, folded: &str) -> Option<Finding> {
    let is_told = |name: &str| folded.contains(name);
    let name = latin(answer, stems, folded).or_else(|| han(&fold(answer), is_told)).or_else(|| quoted(answer, is_told));
    name.map(|new| Finding { guard: Guard::Object, new, stored: String::new() })
}

/// A word with a capital or a digit, or one among Han letters, that nobody told.
fn latin(answer: &str, stems: &SortedSet<String>, told: &str) -> Option<String> {
    let cased = fold_cased(answer);
    let units = units_cased(cased.cased(), &tokenize_folded(&cased.text));
    let is_chinese = units.iter().any(|unit| unit.kind == Kind::Han);
    units.iter().enumerate().find_map(|(at, unit)| {
        // Joined by a sign, as in `name@host`, it is looked up whole.
        let word = unit.text.to_lowercase();
        if unit.kind != Kind::Word || stems.contains(&unit.stem.to_lowercase()) || has_word(told, &word) {
            return None;
        }
        let has_capital = 0 < cased.cased().n_capitals(&unit.span);
        let has_digit = unit.text.chars().any(char::is_numeric);
        let is_name = has_digit
            || is_chinese
            || is_address(&word)
            || has_capital && !(is_first(&units, at) && is_plain(unit, &word));
        is_name.then(|| unit.text.as_str().to_owned())
    })
}

/// Whether a word is an address of the web, of mail or of a person: evil.example, name@host, @name.
fn is_address(word: &str) -> bool {
    let is_label = |label: &str| 1 < label.chars().filter(|letter| letter.is_alphanumeric()).count();
    word.contains('@')
        || word.contains("://")
        || word.rsplit_once('.').is_some_and(|(host, last)| is_label(host) && is_label(last))
}

/// Whether the unit begins a sentence, where every word has a capital.
pub(super) fn is_first(units: &[Unit], at: usize) -> bool {
    at == 0 || units[at].boundary == Boundary::Stop
}

/// Whether a word with the capital of a sentence's beginning is no name: one of the lists, grammar, or a verb in another form.
fn is_plain(unit: &Unit, word: &str) -> bool {
    unit.role != Role::Content || is_listed(word) || unit.form != Form::Plain || is_verb(word)
}

/// A third person, whose ending the stem took off; a name that ends so is told with its ending.
fn is_verb(word: &str) -> bool {
    list("verb").any(|verb| verb == word)
}

/// Whether `told` has `word`, not as a part of a longer one.
pub(super) fn has_word(told: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() && !is_han(letter);
    told.match_indices(word)
        .any(|(at, _)| !told[..at].ends_with(is_part) && !told[at + word.len()..].starts_with(is_part))
}

/// A Chinese name that nobody told: a city, a person behind a word that wants one or before a title, a foreign name by its letters.
fn han(answer: &str, is_told: impl Fn(&str) -> bool) -> Option<String> {
    let letters: Vec<(usize, char)> = answer.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect();
    let slice = |from: usize, n: usize| {
        let end = letters.get(from + n).map_or(answer.len(), |(at, _)| *at);
        letters.get(from).map(|(start, _)| &answer[*start..end])
    };
    let han_at = |at: usize| letters.get(at).map(|(_, letter)| *letter).filter(|letter| is_han(*letter));
    for at in 0..letters.len() {
        if let Some((first, length)) = city(&answer[letters[at].0..]) {
            let name = &answer[letters[at].0..letters[at].0 + length];
            let starts = at == 0 || is_han(letters[at].1) || !letters[at - 1].1.is_alphanumeric();
            // Whatever name of the city was told, in either language.
            if starts && !is_told(name) && !is_told(first) {
                return Some(name.to_owned());
            }
        }
        let person = |from: usize, n: usize| {
            let whole = (from..from + n).all(|at| han_at(at).is_some());
            slice(from, n).filter(|name| whole && !is_told(name)).map(str::to_owned)
        };
        let surname = |at: usize| han_at(at).is_some_and(|letter| in_letters("surname", letter));
        for before in list("before").filter(|word| answer[letters[at].0..].starts_with(word)) {
            let from = at + before.chars().count();
            let is_short = han_at(from).is_some_and(|letter| "小老阿".contains(letter)) && surname(from + 1);
            if (surname(from) || is_short)
                && let Some(name) = person(from, 2)
            {
                return Some(name);
            }
        }
        if surname(at) {
            let is_titled = list("title").any(|title| slice(at + 1, title.chars().count()) == Some(title));
            if is_titled && let Some(name) = person(at, 2) {
                return Some(name);
            }
        }
        let n_foreign = (at..letters.len()).take_while(|at| in_letters("foreign", letters[*at].1)).count();
        let begins = at == 0 || !in_letters("foreign", letters[at - 1].1);
        if begins
            && 3 <= n_foreign
            && let Some(name) = person(at, n_foreign)
        {
            return Some(name);
        }
    }
    None
}

/// A title in 《》 or 「」 that nobody told.
fn quoted(answer: &str, is_told: impl Fn(&str) -> bool) -> Option<String> {
    [('《', '》'), ('「', '」'), ('『', '』')].into_iter().find_map(|(open, close)| {
        let titles = answer.split(open).skip(1).filter_map(|rest| rest.split(close).next());
        titles.map(fold).find(|title| !title.trim().is_empty() && !is_told(title.trim()))
    })
}

pub(super) fn list(name: &str) -> impl Iterator<Item = &'static str> {
    let line = lines(LISTS).filter_map(|line| line.split_once(": ")).find(|(head, _)| *head == name);
    line.map(|(_, words)| words).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

pub(super) fn in_letters(name: &str, letter: char) -> bool {
    list(name).any(|letters| letters.contains(letter))
}
