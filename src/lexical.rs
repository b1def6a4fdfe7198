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

/// What one occurrence of each kind of n-gram weighs, against one pair of letters inside a word.
mod weight {
    /// A word's stem, a number, a Chinese word of the lists.
    pub(super) const WORD: f32 = 3.0;
    /// Two words that stand side by side.
    pub(super) const PAIR: f32 = 1.0;
    /// One Han letter.
    pub(super) const HAN: f32 = 1.0;
    /// Two Han letters that stand side by side: most Chinese words.
    pub(super) const HAN_PAIR: f32 = 2.0;
    /// Two to four letters of a word, or three to four Han letters.
    pub(super) const LETTERS: f32 = 1.0;
    /// What grammar, tone and the usual subject count, against other words.
    pub(super) const SMALL: f32 = 0.25;
}

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
    features.sort_unstable_by_key(|feature| (feature.0, feature.1.to_bits()));
    let mut values = vec![0.0_f32; DIMENSION];
    for same in features.chunk_by(|one, next| one.0 == next.0) {
        let (hash, weight) = same[same.len() - 1];
        let value = weight * SUBLINEAR[same.len().min(SUBLINEAR.len()) - 1];
        values[slot(hash)] += if hash >> 63 == 0 { value } else { -value };
    }
    // Where nothing is left, or signs cancel out, the whole text is one feature.
    Embedding::new(values).unwrap_or_else(|_| Embedding::axis(DIMENSION, slot(hash(0, &folded))))
}

#[expect(clippy::cast_possible_truncation, reason = "less than DIMENSION")]
fn slot(hash: u64) -> usize {
    (hash % DIMENSION as u64) as usize
}

/// The hash of `gram` among those of its kind.
fn hash(kind: u8, gram: &str) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(KEY.0, KEY.1);
    hasher.write(&[kind]);
    hasher.write(gram.as_bytes());
    hasher.finish()
}

/// Every n-gram with its weight, one entry an occurrence.
fn features(folded: &str) -> Vec<(u64, f32)> {
    let units = units(folded, &tokenize_folded(folded));
    let mut features = Vec::with_capacity(folded.len() * 4);
    let mut run = String::new();
    for (at, unit) in units.iter().enumerate() {
        let share = share(unit);
        let before = at.checked_sub(1).map(|at| &units[at]);
        let is_joined = before.is_some_and(|before| {
            before.kind == Kind::Han && unit.kind == Kind::Han && before.span.end == unit.span.start
        });
        if !is_joined {
            han_grams(&run, &mut features);
            run.clear();
        }
        if unit.kind == Kind::Han {
            run.push_str(&unit.text);
            if 1 < unit.text.chars().count() {
                features.push((hash(1, &unit.stem), weight::WORD * share));
            }
            continue;
        }
        features.push((hash(1, &unit.stem), weight::WORD * share));
        if let Some(before) = before.filter(|before| before.kind != Kind::Han) {
            features.push((
                hash(2, &format!("{} {}", before.stem, unit.stem)),
                weight::PAIR * share.min(self::share(before)),
            ));
        }
        if unit.kind == Kind::Word {
            letter_grams(&unit.text, weight::LETTERS * share, &mut features);
        }
    }
    han_grams(&run, &mut features);
    features
}

fn share(unit: &Unit) -> f32 {
    let is_small = matches!(unit.role, Role::Function | Role::Tone | Role::Tense)
        || unit.flags.has(Flags::SUBJECT.or(Flags::PLACE));
    if is_small { weight::SMALL } else { 1.0 }
}

/// Two to four letters of a word, its two ends among them.
fn letter_grams(word: &str, weight: f32, features: &mut Vec<(u64, f32)>) {
    let letters: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
    for length in 2..=4 {
        for gram in letters.windows(length) {
            let gram: String = gram.iter().collect();
            features.push((hash(3, &gram), weight / 3.0));
        }
    }
}

/// One to four Han letters.
fn han_grams(run: &str, features: &mut Vec<(u64, f32)>) {
    let letters: Vec<char> = run.chars().collect();
    for (length, weight) in [(1, weight::HAN), (2, weight::HAN_PAIR), (3, weight::LETTERS), (4, weight::LETTERS)] {
        for gram in letters.windows(length) {
            let gram: String = gram.iter().collect();
            features.push((hash(4, &gram), weight));
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
