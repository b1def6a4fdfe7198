//! The built-in embedder: hashed character and word n-grams, so that the library is useful with no callback.

use std::hash::Hasher;
use std::sync::OnceLock;

use siphasher::sip::SipHasher13;

use crate::embedding::Embedding;
use crate::sorted::sort_by;
use crate::text::list::{lines, list};
use crate::text::normalize::fold;
use crate::text::tokenize::{Kind, Token, tokenize_folded};
use crate::text::word_map::WordMap;

/// The name that vectors of this embedder are stored under. It changes with anything that changes a vector.
pub const MODEL: &str = "palimpsest-lexical-1";

/// How many numbers a vector has.
pub const DIMENSION: usize = 384;

/// The key of the hash: fixed for ever, or stored vectors would no longer fit new ones.
const KEY: (u64, u64) = (0x7061_6c69_6d70_7365, 0x7374_206c_6578_6963);

/// Words that say little of what a text is about; not the lists of the rules, which may grow without changing a vector.
const SMALL: &str = list!("text/words/small.txt");

/// What one occurrence of an n-gram weighs. Four bits of each feature say which.
///
/// Source: the best of four tried on extracted facts and questions about them (recall@5 0.60, against 0.61 for a sentence encoder).
const WEIGHTS: [f32; 5] = [3.0, 2.0, 1.0, 0.5, 0.25];

/// A word's stem, a number, a sign.
const WORD: u64 = 0;
/// Two Han letters that stand side by side: most Chinese words.
const HAN_PAIR: u64 = 1;
/// One Han letter, or three to four; two words that stand side by side.
const MIDDLE: u64 = 2;
/// A word that says little.
const SMALL_WORD: u64 = 3;
/// Two to four letters of a word, of which there are many; a pair with a small word.
const LETTERS: u64 = 4;

/// 1 + ln n for n of 1 to 16: what n occurrences count. A table, since the last bit of a logarithm differs between platforms.
#[rustfmt::skip]
const SUBLINEAR: [f32; 16] = [
    1.0, 1.693_147, 2.098_612, 2.386_294, 2.609_438, 2.791_76, 2.945_91, 3.079_442,
    3.197_225, 3.302_585, 3.397_895, 3.484_907, 3.564_949, 3.639_057, 3.708_05, 3.772_589,
];

/// The vector of `text`: the same on every platform and for ever, and there is one for every text.
///
/// ```
/// use palimpsest::lexical::embed;
/// let (tea, teas, rust) = (embed("likes green tea"), embed("liked green teas"), embed("writes Rust at work"));
/// assert!(tea.cosine(&teas) > tea.cosine(&rust));
/// ```
#[must_use]
pub fn embed(text: &str) -> Embedding {
    let folded = fold(text);
    let mut features = features(&folded);
    sort_by(&mut features, Ord::cmp);
    let mut values = vec![0.0_f32; DIMENSION];
    for same in features.chunk_by(|one, next| one >> 4 == next >> 4) {
        let [feature, ..] = same else { continue };
        let weight =
            WEIGHTS.iter().zip(0..).find_map(|(weight, at)| (at == feature & 15).then_some(*weight)).unwrap_or(1.0);
        let value = weight * SUBLINEAR[same.len().min(SUBLINEAR.len()) - 1];
        values[slot(*feature)] += if feature >> 63 == 0 { value } else { -value };
    }
    // Where nothing is left, or signs cancel out, the whole text is one feature.
    Embedding::new(values).unwrap_or_else(|_| Embedding::axis(DIMENSION, slot(feature(0, &[&folded], 0))))
}

fn slot(feature: u64) -> usize {
    ((feature >> 4) % DIMENSION as u64) as usize
}

/// The n-gram of `parts` among those of its kind: a hash, but for the four bits of its weight.
fn feature(kind: u8, parts: &[&str], weight: u64) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(KEY.0, KEY.1);
    hasher.write(&[kind]);
    for part in parts {
        hasher.write(part.as_bytes());
        hasher.write(&[0]);
    }
    hasher.finish() & !15 | weight
}

/// Every n-gram, one entry an occurrence.
fn features(folded: &str) -> Vec<u64> {
    let mut features = Vec::with_capacity(folded.len() * 4);
    let mut run = 0..0;
    let mut before: Option<Token> = None;
    for token in tokenize_folded(folded) {
        let is_han = token.kind == Kind::Han;
        if is_han && run.end == token.span.start && !run.is_empty() {
            run.end = token.span.end;
        } else {
            grams(4, &folded[run], &[MIDDLE, HAN_PAIR, MIDDLE, MIDDLE], &mut features);
            run = if is_han { token.span.clone() } else { 0..0 };
        }
        if !is_han {
            let small = is_small(&token);
            features.push(feature(1, &[&token.stem], if small { SMALL_WORD } else { WORD }));
            if let Some(before) = before.filter(|before| before.kind != Kind::Han) {
                let weight = if small || is_small(&before) { LETTERS } else { MIDDLE };
                features.push(feature(2, &[&before.stem, &token.stem], weight));
            }
            if token.kind == Kind::Word && !small {
                grams(3, &format!(" {} ", token.text.as_str()), &[LETTERS; 4], &mut features);
            }
        }
        before = Some(token);
    }
    grams(4, &folded[run], &[MIDDLE, HAN_PAIR, MIDDLE, MIDDLE], &mut features);
    features
}

/// Whether a word says little of what its text is about.
fn is_small(token: &Token) -> bool {
    static WORDS: OnceLock<WordMap<()>> = OnceLock::new();
    let words = WORDS.get_or_init(|| WordMap::set(&mut lines(SMALL)));
    words.has(token.stem.as_str()) || words.has(token.text.as_str())
}

/// One to four letters of `text`, each length with its weight; of a word the single letters say nothing.
fn grams(kind: u8, text: &str, weights: &[u64; 4], features: &mut Vec<u64>) {
    let ends: Vec<usize> = text.char_indices().map(|(start, _)| start).chain([text.len()]).collect();
    let shortest = if weights[0] == LETTERS { 2 } else { 1 };
    for length in shortest..=4 {
        for gram in ends.windows(length + 1) {
            features.push(feature(kind, &[&text[gram[0]..gram[length]]], weights[length - 1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn nearer(text: &str, near: &str, far: &str) {
        let text_vector = embed(text);
        assert!(text_vector.cosine(&embed(far)) < text_vector.cosine(&embed(near)), "{text} | {near} | {far}");
    }

    #[test]
    fn a_text_is_nearer_to_its_own_words() {
        nearer("When does the flight leave?", "Flight leaves at 9:10", "User likes green tea");
        nearer("用户住在哪个城市", "用户住在上海", "妹妹在学钢琴");
        nearer("typos in recieve", "typo in receive", "the cat sat");
        nearer("用戶喜歡茶", "用户喜欢茶", "用户喜欢咖啡");
    }

    #[test]
    fn what_the_fold_makes_one_has_one_vector() {
        assert_eq!(embed("User prefers Dark Mode"), embed("Ｕｓｅｒ ｐｒｅｆｅｒｓ ｄａｒｋ ｍｏｄｅ"));
    }

    #[test]
    fn a_text_without_letters_has_a_vector() {
        for text in ["🍵", "!!!", "。", "", "   ", "?"] {
            assert_eq!(embed(text).dimension(), DIMENSION, "{text}");
        }
        assert_ne!(embed("🍵"), embed("☕"));
        assert_ne!(embed("!!!"), embed("。。"));
    }

    /// Slots and signs computed apart from this code, by the published definition of SipHash-1-3.
    #[test]
    fn a_feature_has_the_slot_that_stored_vectors_gave_it() {
        for (text, slot, value) in [("🍵", 178, -1.0), ("茶", 348, -1.0), ("42", 98, 1.0)] {
            let embedding = embed(text);
            let found = embedding.values().iter().zip(0..).find(|(value, _)| **value != 0.0);
            assert_eq!(found, Some((&value, slot)), "{text}");
        }
    }

    #[test]
    fn the_table_is_the_logarithm() {
        for (n, value) in (1_u8..).zip(SUBLINEAR) {
            assert!((f64::from(value) - (1.0 + f64::from(n).ln())).abs() < 1e-6, "{n}");
        }
    }

    proptest! {
        #[test]
        fn every_text_has_a_unit_vector(text in "\\PC{0,80}") {
            let embedding = embed(&text);
            let norm: f32 = embedding.values().iter().map(|value| value * value).sum();
            prop_assert!((norm - 1.0).abs() < 1e-4);
            prop_assert_eq!(embed(&text), embedding);
        }
    }
}
