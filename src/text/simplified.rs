//! Traditional Chinese letters and their simplified forms.

use std::sync::OnceLock;

use super::list::{lines, list};

/// Pairs of lines: letters in order of code, and below each its simplified form. Where context decides, the commonest form.
const TABLE: &str = list!("words/simplified.txt");

/// The simplified form of `letter`, or `letter` itself.
#[must_use]
pub fn simplified(letter: char) -> char {
    static PAIRS: OnceLock<Vec<(char, char)>> = OnceLock::new();
    if !('\u{4e00}'..='\u{9fff}').contains(&letter) {
        return letter;
    }
    let pairs = PAIRS.get_or_init(parse);
    pairs.binary_search_by_key(&letter, |pair| pair.0).map_or(letter, |at| pairs[at].1)
}

fn parse() -> Vec<(char, char)> {
    let mut lines = lines(TABLE);
    let mut pairs = Vec::new();
    while let (Some(from), Some(to)) = (lines.next(), lines.next()) {
        pairs.extend(from.chars().zip(to.chars()));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_letters_become_simplified_ones() {
        let simple: String =
            "用戶喜歡簡潔的介面，週末騎車。後來，乾淨的頭髮，看著電視，裡面隻麼".chars().map(simplified).collect();
        assert_eq!(simple, "用户喜欢简洁的介面，周末骑车。后来，干净的头发，看着电视，里面只么");
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(parse().is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn a_simplified_letter_stays_as_it_is() {
        for (_, simple) in parse() {
            assert_eq!(simplified(simple), simple, "{simple} is simplified again");
        }
    }
}
