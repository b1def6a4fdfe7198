//! The word lists of this folder: lines, and groups of words, read once.

use std::sync::OnceLock;

use crate::text::list::{lines, list};
use crate::text::word_map::{WordMap, first_letter};

/// How a sentence is meant, and how long it holds.
pub(super) const MARKS: &str = list!("words/marks.txt");

/// Whom a user has.
pub(super) const RELATIONS: &str = list!("words/relations.txt");

/// Cities by their names.
pub(super) const CITIES: &str = list!("words/cities.txt");

/// Attributes: key, labels, other names.
pub(super) const KEYS: &str = list!("words/keys.txt");

/// Sentences that give an attribute a value.
pub(super) const ATTRIBUTES: &str = list!("words/attributes.txt");

/// Words of ending and of replacing.
pub(super) const CHANGES: &str = list!("words/changes.txt");

/// Frames that hold one value, and what stands in them.
pub(super) const FRAMES: &str = list!("words/frames.txt");

/// The lists that have groups: lines `name: word, word`.
const GROUPED: [&str; 4] = [MARKS, ATTRIBUTES, CHANGES, FRAMES];

/// Words of one group, in order, and where each letter's words begin.
#[derive(Default)]
pub(super) struct Group {
    words: Vec<&'static str>,
    set: WordMap<()>,
    by_letter: WordMap<Vec<&'static str>>,
}

impl Group {
    /// The words that begin with `letter`.
    pub(super) fn beginning(&self, letter: char) -> &[&'static str] {
        self.by_letter.get(letter.encode_utf8(&mut [0; 4])).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The words of one group, of all its lines.
pub(super) fn group(name: &str) -> impl Iterator<Item = &'static str> + use<> {
    group_of(name).map(|group| group.words.as_slice()).unwrap_or_default().iter().copied()
}

/// The words of one group that begin with `letter`.
pub(super) fn beginning(name: &str, letter: char) -> impl Iterator<Item = &'static str> + use<> {
    group_of(name).map(|group| group.beginning(letter)).unwrap_or_default().iter().copied()
}

/// Whether a group has `word`.
pub(super) fn has(name: &str, word: &str) -> bool {
    group_of(name).is_some_and(|group| group.set.has(word))
}

/// A group by its name, for what asks it about many words.
pub(super) fn group_of(name: &str) -> Option<&'static Group> {
    static GROUPS: OnceLock<WordMap<Group>> = OnceLock::new();
    GROUPS.get_or_init(read).get(name)
}

fn read() -> WordMap<Group> {
    let mut groups: WordMap<Group> = WordMap::default();
    for list in GROUPED {
        for (name, words) in lines(list).filter_map(|line| line.split_once(": ")) {
            let group = groups.of(name);
            for word in words.split(", ") {
                group.words.push(word);
                group.set.of(word);
                if let Some(letter) = first_letter(word) {
                    group.by_letter.of(letter).push(word);
                }
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_says_where_it_comes_from_and_has_no_line_twice() {
        for (list, file) in [
            (MARKS, include_str!("words/marks.txt")),
            (RELATIONS, include_str!("words/relations.txt")),
            (CITIES, include_str!("words/cities.txt")),
            (KEYS, include_str!("words/keys.txt")),
            (ATTRIBUTES, include_str!("words/attributes.txt")),
            (CHANGES, include_str!("words/changes.txt")),
            (FRAMES, include_str!("words/frames.txt")),
        ] {
            let first = file.lines().next().unwrap();
            assert!(first.starts_with("# ") && first.ends_with("Compiled for this project."), "{first}");
            let mut seen: Vec<&str> = lines(list).collect();
            seen.sort_unstable();
            assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "{first}");
        }
    }

    #[test]
    fn no_two_lists_have_a_group_of_one_name() {
        for (nth, list) in GROUPED.into_iter().enumerate() {
            let names = |list: &'static str| lines(list).filter_map(|line| line.split_once(": ")).map(|(name, _)| name);
            let others = GROUPED[nth + 1..].iter().flat_map(|list| names(list));
            let shared: Vec<&str> = others.filter(|name| names(list).any(|own| own == *name)).collect();
            assert!(shared.is_empty(), "{shared:?}");
        }
    }

    #[test]
    fn a_group_may_have_several_lines() {
        assert!(has("guess", "可能") && has("guess", "maybe"));
        assert!(!has("guess", "guess"));
        assert!(beginning("guess", '可').eq(["可能"]));
    }
}
