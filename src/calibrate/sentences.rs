//! The sentences by which a model is measured, and the one by which it is known again.

use crate::embedding::Embedding;

/// A pair of sentences that say the same a line, parted by `|`: first the Chinese ones, then as many English ones. They are this
/// project's own.
const SENTENCES: &str = include_str!("sentences.txt");

/// The sentence whose vector shows whether a model is still the same one. It may never change: every store holds its vector.
pub const PROBE: &str = "用户住在杭州，喜欢喝绿茶。 The user has lived in Hangzhou since 2019 and drinks green tea.";

/// The sentences, two of each pair one after the other.
///
/// ```
/// let sentences: Vec<&str> = palimpsest::calibrate::sentences().collect();
/// assert_eq!(sentences[..2], ["用户住在杭州", "用户的家在杭州"]);
/// assert_eq!(sentences.len(), 64);
/// ```
pub fn sentences() -> impl Iterator<Item = &'static str> {
    SENTENCES.lines().flat_map(|line| line.split('|'))
}

/// The cosines of the vectors of [`sentences`]: of those that say the same, and of those of one language that have nothing to do with
/// each other. `None` where there is not one vector a sentence, or they are of two dimensions.
#[must_use]
pub fn cosines(vectors: &[Embedding]) -> Option<(Vec<f64>, Vec<f64>)> {
    let (pairs, left) = vectors.as_chunks::<2>();
    if !left.is_empty() || pairs.len() != SENTENCES.lines().count() {
        return None;
    }
    let cosine = |one: &Embedding, other: &Embedding| one.cosine(other).map(f64::from);
    let same = pairs.iter().map(|[one, other]| cosine(one, other)).collect::<Option<_>>()?;
    let mut unrelated = Vec::new();
    for language in pairs.chunks(pairs.len().div_ceil(2)) {
        for (at, [one, _]) in language.iter().enumerate() {
            for [other, _] in &language[at + 1..] {
                unrelated.push(cosine(one, other)?);
            }
        }
    }
    Some((same, unrelated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_half_is_chinese_and_every_sentence_stands_there_once() {
        let all: Vec<&str> = sentences().collect();
        for (at, sentence) in all.iter().enumerate() {
            let is_chinese = sentence.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
            assert_eq!(is_chinese, at < all.len() / 2, "{sentence}");
            assert!(!sentence.is_empty() && !all[..at].contains(sentence), "{sentence}");
        }
        assert_eq!(all.len(), 64);
    }

    #[test]
    fn each_pair_and_every_two_of_a_language_are_compared() {
        // Of pair n the vectors are those of axis n, so the same are 1 and the unrelated 0.
        let vectors: Vec<Embedding> = (0..64).map(|at| Embedding::axis(32, at / 2)).collect();
        let (same, unrelated) = cosines(&vectors).unwrap();
        assert_eq!(same, [1.0; 32]);
        assert_eq!(unrelated, [0.0; 2 * 16 * 15 / 2]);
        assert_eq!(cosines(&vectors[2..]), None);
        let mut mixed = vectors;
        mixed[5] = Embedding::axis(31, 0);
        assert_eq!(cosines(&mixed), None);
    }
}
