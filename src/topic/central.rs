//! The sentence that says most of what others say.

use crate::sorted::SortedSet;

use rustc_hash::FxHashMap;

use crate::text::tokenize::terms;

/// Sentences that are held against each other, the last ones.
const COMPARED: usize = 64;

/// Which of the sentences is most central: whose words the others share most, and who has most of theirs; of equals the one with more words, then
/// the first. `None` of none.
///
/// ```
/// use palimpsest::topic::central;
/// let told = ["喜欢深色模式", "用户喜欢界面用深色模式", "界面"];
/// assert_eq!(central(&told), Some(1));
/// ```
#[must_use]
pub fn central(sentences: &[&str]) -> Option<usize> {
    let skipped = sentences.len().saturating_sub(COMPARED);
    let read: Vec<SortedSet<String>> =
        sentences.iter().skip(skipped).map(|sentence| terms(sentence).into_iter().collect()).collect();
    // How many sentences have a word, and what share of each it is, altogether. FxHash: looked up by word only, never walked.
    let mut shared: FxHashMap<&str, (f64, f64)> = FxHashMap::default();
    for words in &read {
        for word in words {
            let (count, share) = shared.entry(word).or_default();
            *count += 1.0;
            *share += 1.0 / length(words);
        }
    }
    let weight = |words: &SortedSet<String>| -> f64 {
        let of_word = |word: &String| {
            let (count, share) = shared.get(word.as_str()).copied().unwrap_or_default();
            share + count / length(words)
        };
        words.iter().map(of_word).sum()
    };
    let ranked = read.iter().enumerate().map(|(at, words)| (at, weight(words), words.len()));
    let best = ranked.reduce(|best, next| {
        let order = next.1.total_cmp(&best.1).then(next.2.cmp(&best.2));
        if order.is_gt() { next } else { best }
    });
    best.map(|(at, _, _)| skipped + at)
}

#[expect(clippy::cast_precision_loss, reason = "a text has far fewer than 2^53 words")]
fn length(words: &SortedSet<String>) -> f64 {
    words.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentences: &[&str], expected: Option<usize>) {
        assert_eq!(central(sentences), expected, "{sentences:?}");
    }

    #[test]
    fn the_sentence_that_shares_most_is_central() {
        check(&[], None);
        check(&["x"], Some(0));
        check(&["goes to concerts", "plays jazz on the bass", "likes jazz and concerts"], Some(2));
        check(&["想住温泉旅馆", "计划去日本旅行，想住温泉", "去日本"], Some(1));
        check(&["", "?", "茶"], Some(2));
    }

    #[test]
    fn of_many_sentences_the_last_ones_are_compared() {
        let many: Vec<String> = (0..200).map(|n| format!("note {n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(central(&many).is_some_and(|at| (136..200).contains(&at)));
    }
}
