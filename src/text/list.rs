//! Reading a list: a file of lines, with remarks.

/// The lines of a list, without remarks and empty ones.
pub(crate) fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Whether `word` is one of `words`, which bars part. A match on as many strings is many times as large, and a split by a pattern many times as slow.
pub(crate) fn listed(words: &str, word: &str) -> bool {
    let mut rest = words.as_bytes();
    loop {
        let end = rest.iter().position(|byte| *byte == b'|').unwrap_or(rest.len());
        if rest[..end] == *word.as_bytes() {
            return true;
        }
        let Some(after) = rest.get(end + 1..) else { return false };
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_word_is_listed_whole() {
        for word in ["at", "on", "在"] {
            assert!(listed("at|on|在", word), "{word}");
        }
        for word in ["", "a", "n", "at|on", "ats", "不在"] {
            assert!(!listed("at|on|在", word), "{word}");
        }
    }
}
