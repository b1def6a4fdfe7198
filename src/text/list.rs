//! Reading a list: a file of lines, with remarks.

/// The lines of a list, without remarks and empty ones.
pub(crate) fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Whether `word` is one of `words`, which bars part. A match on as many strings is many times as large.
pub(crate) fn listed(words: &str, word: &str) -> bool {
    words.split('|').any(|listed| listed == word)
}
