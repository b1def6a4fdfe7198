//! The lists of words of one meaning.

use std::collections::BTreeMap;

use super::*;

/// The key by which words are looked up.
fn key(words: &str) -> String {
    let mut key = String::new();
    for (nth, token) in tokenize(words).iter().enumerate() {
        append(&mut key, if 0 < nth { whose(&token.stem) } else { &token.stem }, token.kind);
    }
    key
}

#[test]
fn an_english_word_stands_in_one_group_only() {
    let mut groups: BTreeMap<String, &str> = BTreeMap::new();
    let mut twice = Vec::new();
    for line in lines(list!("../synonyms/english.txt")) {
        for word in line.split(", ") {
            if let Some(other) = groups.insert(key(word), line).filter(|other| *other != line) {
                twice.push(format!("{word}: {line} | {other}"));
            }
        }
    }
    assert!(twice.is_empty(), "\n{}", twice.join("\n"));
}
