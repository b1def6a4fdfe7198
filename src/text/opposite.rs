//! Opposites: words of one scale that name different places on it, as left and right, cheap and expensive, 喜欢 and 讨厌, always and sometimes.

use std::sync::OnceLock;

use super::list::{lines, list};
use super::unit::{Unit, joined};
use super::word_map::WordMap;

const SCALES: &str = list!("words/opposites.txt");

/// Letters that what a prefix turns into its contrary has at least: "unless" denies no "less".
const MIN_ROOT: usize = 5;

/// Where a word stands: which scale, which place on it.
type Place = (u16, u8);

/// Whether two words or phrases, folded, stand at different places of one scale, or one is the other with a denial in its form: `furnished` and `unfurnished`.
///
/// ```
/// use palimpsest::text::opposite::are_opposite;
/// assert!(are_opposite("left", "right") && are_opposite("便宜", "贵") && are_opposite("unfurnished", "furnished"));
/// assert!(!are_opposite("big", "large") && !are_opposite("left", "cheap"));
/// ```
#[must_use]
pub fn are_opposite(one: &str, other: &str) -> bool {
    let (mine, theirs) = (places(one), places(other));
    // Two places of one scale; words of one place anywhere are no opposites.
    let share = mine.iter().any(|place| theirs.contains(place));
    !share && mine.iter().any(|mine| theirs.iter().any(|theirs| mine.0 == theirs.0))
        || is_contrary_form(one, other)
        || is_contrary_form(other, one)
}

/// Whether two pieces of text are opposites, by their words as they stand or in their plain forms, without articles.
#[must_use]
pub fn are_opposite_units(one: &[&Unit], other: &[&Unit]) -> bool {
    let (one, other) = (without_articles(one), without_articles(other));
    if one.is_empty() || other.is_empty() || 4 < one.len().max(other.len()) {
        return false;
    }
    let stems = |units: &[&Unit]| units.iter().map(|unit| unit.stem.as_str()).collect::<Vec<_>>().join(" ");
    are_opposite(&joined(&one), &joined(&other)) || are_opposite(&stems(&one), &stems(&other))
}

fn without_articles<'text>(units: &[&'text Unit]) -> Vec<&'text Unit> {
    units.iter().copied().filter(|unit| !matches!(unit.text.as_str(), "a" | "an" | "the" | "的")).collect()
}

fn places(word: &str) -> &'static [Place] {
    static PLACES: OnceLock<WordMap<Vec<Place>>> = OnceLock::new();
    PLACES.get_or_init(read).get(word).map(Vec::as_slice).unwrap_or_default()
}

fn read() -> WordMap<Vec<Place>> {
    let mut places: WordMap<Vec<Place>> = WordMap::default();
    let lines = lines(SCALES);
    for (scale, line) in (0_u16..).zip(lines) {
        for (place, words) in (0_u8..).zip(line.split('|')) {
            for word in words.split(", ") {
                places.of(word).push((scale, place));
            }
        }
    }
    places
}

/// Whether `longer` is `plain` with a prefix or an ending that denies it.
fn is_contrary_form(plain: &str, longer: &str) -> bool {
    let is_root = |rest: Option<&str>| MIN_ROOT <= plain.len() && rest == Some(plain);
    let prefixes = ["un", "non-", "non"];
    let is_prefixed = prefixes.into_iter().any(|prefix| is_root(longer.strip_prefix(prefix)));
    let is_bare = || plain.strip_suffix("ful").is_some_and(|root| longer.strip_suffix("less") == Some(root));
    is_prefixed && plain.is_ascii() || is_bare()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::align::words;

    #[track_caller]
    fn check(expected: bool, pairs: &[(&str, &str)]) {
        for (one, other) in pairs {
            let (mine, theirs) = (words(one), words(other));
            let (mine, theirs): (Vec<&Unit>, Vec<&Unit>) = (mine.iter().collect(), theirs.iter().collect());
            assert_eq!(are_opposite_units(&mine, &theirs), expected, "{one} | {other}");
            assert_eq!(are_opposite_units(&theirs, &mine), expected, "{other} | {one}");
        }
    }

    #[test]
    fn sides_antonyms_and_degrees_are_opposites() {
        check(
            true,
            &[
                ("left", "right"),
                ("upstream", "downstream"),
                ("before", "after"),
                ("the cheap", "an expensive"),
                ("loves", "hates"),
                ("always", "sometimes"),
                ("very", "slightly"),
                ("far away from", "near"),
                ("furnished", "unfurnished"),
                ("careful", "careless"),
                ("左", "右"),
                ("上游", "下游"),
                ("喜欢", "讨厌"),
                ("增加", "减少"),
                ("每天", "偶尔"),
                ("全部", "部分"),
                ("拔尖", "垫底"),
            ],
        );
    }

    #[test]
    fn words_of_one_place_and_of_two_scales_are_none() {
        check(
            false,
            &[
                ("big", "large"),
                ("small", "tiny"),
                ("left", "cheap"),
                ("unit", "it"),
                ("unless", "less"),
                ("喜欢", "热爱"),
                ("左", "上"),
                ("茶", "咖啡"),
                ("left", "left"),
                ("", "left"),
            ],
        );
    }

    #[test]
    fn no_word_stands_twice_on_one_scale() {
        for line in lines(SCALES) {
            let mut words: Vec<&str> = line.split('|').flat_map(|words| words.split(", ")).collect();
            words.sort_unstable();
            assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{line}");
            assert!(line.contains('|'), "{line}");
        }
    }
}
