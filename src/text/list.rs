//! Reading a list: a file of lines, with remarks.

/// The text of a list without its remarks, which are for who reads the file and are not shipped.
macro_rules! list {
    ($path:literal) => {{
        const WHOLE: &str = include_str!($path);
        const N_BYTES: usize = $crate::text::list::without_remarks::<0>(WHOLE).1;
        const BYTES: [u8; N_BYTES] = $crate::text::list::without_remarks(WHOLE).0;
        const TEXT: &str = match str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!(),
        };
        TEXT
    }};
}
pub(crate) use list;

/// The bytes of a text that stand in no line that begins with "#", the first `N` of them, and how many they are.
pub(crate) const fn without_remarks<const N: usize>(text: &str) -> ([u8; N], usize) {
    let (text, mut kept) = (text.as_bytes(), [0; N]);
    let (mut n_kept, mut at, mut is_first, mut is_remark) = (0, 0, true, false);
    while at < text.len() {
        if is_first {
            is_remark = text[at] == b'#';
        }
        is_first = text[at] == b'\n';
        if !is_remark {
            if n_kept < N {
                kept[n_kept] = text[at];
            }
            n_kept += 1;
        }
        at += 1;
    }
    (kept, n_kept)
}

/// The lines of a list, without empty ones.
pub(crate) fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.is_empty())
}

/// Whether `word` is one of `words`, which bars part. A match on as many strings is many times as large.
pub(crate) fn listed(words: &str, word: &str) -> bool {
    words.as_bytes().split(|byte| *byte == b'|').any(|listed| listed == word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_listed_whole() {
        for word in ["at", "on", "在"] {
            assert!(listed("at|on|在", word), "{word}");
        }
        for word in ["", "a", "n", "at|on", "ats", "不在"] {
            assert!(!listed("at|on|在", word), "{word}");
        }
    }

    #[test]
    fn a_remark_is_a_line_that_begins_with_a_hash() {
        let (kept, n_kept) = without_remarks::<64>("# 注\na # b\n#\n\n茶: #\n# end");
        assert_eq!(str::from_utf8(&kept[..n_kept]), Ok("a # b\n\n茶: #\n"));
        assert_eq!(without_remarks::<0>("a\n# b\nc").1, 3);
        assert_eq!(without_remarks::<0>("").1, 0);
    }
}
