//! What a value looks like, and when two are one.

use std::sync::OnceLock;

use crate::annotate::lists::{CITIES, has};
use crate::annotate::reading::Reading;
use crate::text::align::unified;
use crate::text::letters::is_han;
use crate::text::list::lines;
use crate::text::normalize::fold;
use crate::text::unit::Unit;
use crate::text::word_map::{WordMap, first_letter};

/// Whether two values of one key are the same: folded, a city by any of its names, and numbers by what they are.
///
/// ```
/// use palimpsest::annotate::same_value;
/// assert!(same_value("上海", "Shanghai") && same_value("4500元", "四千五百元"));
/// assert!(!same_value("上海", "杭州"));
/// ```
#[must_use]
pub fn same_value(one: &str, other: &str) -> bool {
    let (one, other) = (fold(one), fold(other));
    if one == other {
        return true;
    }
    let city = |value: &str| city_at(value).filter(|(_, n_bytes)| *n_bytes == value.len()).map(|(city, _)| city);
    if let (Some(one), Some(other)) = (city(&one), city(&other)) {
        return one == other;
    }
    let stems = |value: &str| -> Vec<String> {
        unified(Reading::of(value).units)
            .into_iter()
            .filter(|unit| !is_light(unit))
            .map(|unit| plain_unit(unit.stem.as_str().to_owned()))
            .collect()
    };
    let (one, other) = (stems(&one), stems(&other));
    !one.is_empty() && one == other
}

fn is_light(unit: &Unit) -> bool {
    matches!(unit.text.as_str(), "the" | "a" | "an" | "市" | "of" | "the user")
}

/// One word for units that are written in several ways.
fn plain_unit(stem: String) -> String {
    match stem.as_str() {
        "块" | "块钱" => "元".to_owned(),
        "号" => "日".to_owned(),
        "公分" | "厘米" => "cm".to_owned(),
        "公斤" | "千克" => "kg".to_owned(),
        _ => stem,
    }
}

/// The listed city with whose name `text`, folded, begins: its first name, and the bytes of the one that stands there.
#[must_use]
pub fn city(text: &str) -> Option<(&'static str, usize)> {
    city_at(text)
}

/// [`city`], for this module.
pub(in crate::annotate) fn city_at(text: &str) -> Option<(&'static str, usize)> {
    // By the first letter of a name: the city's first name, and this one.
    static NAMES: OnceLock<WordMap<Vec<(&'static str, &'static str)>>> = OnceLock::new();
    let read = || {
        let mut names: WordMap<Vec<(&'static str, &'static str)>> = WordMap::default();
        for line in lines(CITIES) {
            let first = line.split(' ').next().unwrap_or(line);
            for name in line.split(' ') {
                names.of(first_letter(name).unwrap_or_default()).push((first, name));
            }
        }
        names
    };
    let names = NAMES.get_or_init(read).get(first_letter(text)?)?.iter().copied();
    let fits = names.filter(|(_, name)| {
        let mut rest = Some(text);
        for (nth, word) in name.split('_').enumerate() {
            let here = if nth == 0 { rest } else { rest.and_then(|rest| rest.strip_prefix(' ')) };
            rest = here.and_then(|rest| rest.strip_prefix(word));
        }
        let is_han_name = name.ends_with(is_han);
        rest.is_some_and(|rest| is_han_name || !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
    });
    fits.max_by_key(|(_, name)| name.len()).map(|(first, name)| (first, name.len()))
}

/// Whether a unit is the sign or the short name of a currency.
pub(super) fn is_money_sign(unit: &Unit) -> bool {
    matches!(unit.text.as_str(), "$" | "€" | "£" | "¥" | "rs" | "usd" | "eur")
}

/// Whether a folded Chinese text is the name of an employer, and no place and no kind of one.
pub(in crate::annotate) fn is_organisation(name: &str, n_letters: usize) -> bool {
    let is_generic = has("generic_org", name) || name.contains(['的', '和', '家', '个', '某', '、', '里', '上']);
    let is_city = city_at(name).is_some_and(|(_, n_bytes)| name[n_bytes..].trim_matches('市').is_empty());
    (2..=12).contains(&n_letters)
        && !is_generic
        && !is_city
        && name.chars().all(|letter| is_han(letter) || letter.is_ascii_alphanumeric() || letter == ' ')
}
