//! The built-in embedder: hashed character and word n-grams, so that the library is useful with no callback.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::embedding::Embedding;
use crate::text::lexicon::Flags;
use crate::text::normalize::fold;
use crate::text::tokenize::{Kind, tokenize_folded};
use crate::text::unit::{Role, Unit, units};

/// The name that vectors of this embedder are stored under. It changes with anything that changes a vector.
pub const MODEL: &str = "palimpsest-lexical-1";

/// How many numbers a vector has.
pub const DIMENSION: usize = 384;

/// The key of the hash: fixed for ever, or stored vectors would no longer fit new ones.
const KEY: (u64, u64) = (0x7061_6c69_6d70_7365, 0x7374_206c_6578_6963);

/// What one occurrence of an n-gram weighs. Four bits of each feature say which.
const WEIGHTS: [f32; 5] = [3.0, 2.0, 1.0, 0.75, 0.25];

/// A word's stem, a number, a Chinese word of the lists.
const WORD: u64 = 0;
/// Two Han letters that stand side by side: most Chinese words.
const HAN_PAIR: u64 = 1;
/// One Han letter, or three to four; two words that stand side by side.
const MIDDLE: u64 = 2;
/// A word that is grammar, tone or the usual subject.
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
    features.sort_unstable();
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

#[expect(clippy::cast_possible_truncation, reason = "less than DIMENSION")]
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
    let units = units(folded, &tokenize_folded(folded));
    let mut features = Vec::with_capacity(folded.len() * 4);
    let mut run = String::new();
    let mut before: Option<&Unit> = None;
    for unit in &units {
        let is_han = unit.kind == Kind::Han;
        let is_joined =
            before.is_some_and(|before| before.kind == Kind::Han && is_han && before.span.end == unit.span.start);
        if !is_joined {
            grams(4, &run, &[MIDDLE, HAN_PAIR, MIDDLE, MIDDLE], &mut features);
            run.clear();
        }
        if is_han {
            run.push_str(&unit.text);
        }
        if !is_han || unit.stem.chars().nth(1).is_some() {
            features.push(feature(1, &[&unit.stem], if is_small(unit) { SMALL_WORD } else { WORD }));
        }
        if let Some(before) = before.filter(|before| before.kind != Kind::Han && !is_han) {
            let weight = if is_small(unit) || is_small(before) { LETTERS } else { MIDDLE };
            features.push(feature(2, &[&before.stem, &unit.stem], weight));
        }
        if unit.kind == Kind::Word && !is_small(unit) {
            grams(3, &format!(" {} ", unit.text), &[LETTERS; 4], &mut features);
        }
        before = Some(unit);
    }
    grams(4, &run, &[MIDDLE, HAN_PAIR, MIDDLE, MIDDLE], &mut features);
    features
}

fn is_small(unit: &Unit) -> bool {
    matches!(unit.role, Role::Function | Role::Tone | Role::Tense) || unit.flags.has(Flags::SUBJECT.or(Flags::PLACE))
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
