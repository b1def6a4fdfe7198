//! Units of measure, time and money, under whichever name.

use std::sync::OnceLock;

use super::cursor::Cursor;
use super::letters::is_han;
use super::list::{lines, list};
use super::stem::stem;
use super::word_map::WordMap;

const UNITS: &str = list!("words/units.txt");

/// Letters that the longest Chinese name has.
const MAX_HAN: usize = 6;

/// English words that the longest name has.
const MAX_WORDS: usize = 3;

/// The unit that `name`, folded, stands for: `milligrams` and 毫克 for `mg`.
///
/// ```
/// use palimpsest::text::measure::canonical;
/// assert_eq!(canonical("kilometres"), canonical("公里"));
/// assert_eq!(canonical("cat"), None);
/// ```
#[must_use]
pub fn canonical(name: &str) -> Option<&'static str> {
    static NAMES: OnceLock<WordMap<&'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let mut names = WordMap::default();
        for line in lines(UNITS) {
            let mut line = line.split('|');
            let Some(unit) = line.next() else { continue };
            for name in line.chain([unit]) {
                *names.of(name) = unit;
            }
        }
        names
    });
    names.get(name).copied().or_else(|| {
        let is_plural = |word: &str| 3 < word.len() && word.ends_with('s');
        if !name.split(' ').any(is_plural) {
            return None;
        }
        let words: Vec<String> = name.split(' ').map(|word| stem(word).0).collect();
        names.get(words.join(" ").as_str()).copied()
    })
}

/// The unit that the tokens from `at` on name after a number, and how many tokens they are.
///
/// Case tells bits from bytes where it is mixed (`Gb`, `GB`), mega from milli (`MW`, `mW`), and a letter by itself from a unit (`5G`).
pub(super) fn read(cursor: &Cursor, at: usize) -> Option<(String, usize)> {
    let first = cursor.joined(at)?;
    if first.text.starts_with(is_han) {
        let rest = cursor.han(at);
        let ends = rest.char_indices().map(|(start, letter)| start + letter.len_utf8()).take(MAX_HAN).enumerate();
        let (n_letters, unit) = ends.filter_map(|(nth, end)| Some((nth + 1, canonical(&rest[..end])?))).last()?;
        return is_unit_here(rest, n_letters, unit).then(|| (unit.to_owned(), n_letters));
    }
    if !first.text.starts_with(|letter: char| {
        letter.is_alphabetic() || matches!(letter, '°' | '\'' | '"' | '$' | '€' | '£' | '¥' | '¢' | '₩' | '₹' | '₽')
    }) {
        return None;
    }
    let n_words = (1..MAX_WORDS).take_while(|nth| cursor.joined(at + nth).is_some()).count() + 1;
    for n_words in (1..=n_words).rev() {
        let name = cursor.text(at..at + n_words);
        if n_words == 1 && 0 < cursor.cased.n_capitals(&first.span) {
            let written = cursor.cased.written(&first.span);
            if let Some(unit) = by_case(&written) {
                return Some((unit.to_owned(), 1));
            }
        }
        if let Some(unit) = canonical(name) {
            return Some((unit.to_owned(), n_words));
        }
    }
    match first.text.as_str() {
        "$" => Some(("usd".to_owned(), 1)),
        // The yen's sign too, except among Chinese letters.
        "¥" => Some(((if cursor.is_chinese() { "cny" } else { "¥" }).to_owned(), 1)),
        _ => None,
    }
}

/// What capitals make another unit of.
pub(super) fn by_case(written: &str) -> Option<&'static str> {
    Some(match written {
        "Kb" | "kB" if written == "kB" => "kb",
        "Kb" | "Kbit" => "kbit",
        "Mb" | "Mbit" => "mbit",
        "Gb" | "Gbit" => "gbit",
        "MW" => "megawatt",
        "M" => "M",
        "G" => "G",
        "T" => "T",
        "S" => "S",
        _ => return None,
    })
}

/// Whether Chinese letters that name a unit do so here: 块 is a piece too, 度 and 年 begin other words.
fn is_unit_here(rest: &str, n_letters: usize, unit: &str) -> bool {
    let after: &str = rest.char_indices().nth(n_letters).map_or("", |(end, _)| &rest[end..]);
    match unit {
        "cny" if rest.starts_with('块') && n_letters == 1 => {
            after.is_empty()
                || after.starts_with(['一', '每', '的', '左', '以'])
                || after.starts_with(super::number::is_numeral)
        }
        "cny" if rest.starts_with('元') && n_letters == 1 => !after.starts_with(['旦', '宵']),
        "year" => !after.starts_with(['级', '代', '糕']),
        "day" => !after.starts_with('津'),
        "usd" => !rest.starts_with('刀') || after.is_empty(),
        "km" | "m" => !after.starts_with(['饭', '粉']),
        "°" => !after.starts_with('假'),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
