//! Escapes of half a surrogate pair, which JSON can't hold as text.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// What an escape that stands for no character becomes: as long as the escape.
const REPLACEMENT: &str = "\\ufffd";

const HIGH: RangeInclusive<u16> = 0xd800..=0xdbff;
const LOW: RangeInclusive<u16> = 0xdc00..=0xdfff;

/// The text with each `\ud83d` that lacks its other half replaced by `\ufffd`. An escaped backslash before a `u` is no escape of this
/// kind.
pub(super) fn mend(text: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut copied = 0;
    let mut place = 0;
    while let Some(step) = text[place..].find('\\') {
        place += step;
        match unit(&text[place..]) {
            Some(high) if HIGH.contains(&high) && unit(&text[place + 6..]).is_some_and(|low| LOW.contains(&low)) => {
                place += 12;
            }
            Some(half) if HIGH.contains(&half) || LOW.contains(&half) => {
                mended.push_str(&text[copied..place]);
                mended.push_str(REPLACEMENT);
                place += 6;
                copied = place;
            }
            Some(_) => place += 6,
            // The backslash and what it escapes, so that `\\u` is not taken for an escape of its own.
            None => place += 1 + text[place + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    mended.push_str(&text[copied..]);
    Cow::Owned(mended)
}

/// The number of the `\uXXXX` that the text begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    // Rust's own reading would allow a plus sign.
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(mend(text), expected);
    }

    #[test]
    fn half_a_pair_becomes_the_replacement_character_and_all_else_stays() {
        check(r#"{"a": "\ud83d\ude00"}"#, r#"{"a": "\ud83d\ude00"}"#);
        check(r#"{"a": "\ud83d"}"#, r#"{"a": "\ufffd"}"#);
        check(r"\uDE00x\ud83d\uD83D\ude00", r"\ufffdx\ufffd\uD83D\ude00");
        check(r"\ud83d\n\ude00", r"\ufffd\n\ufffd");
        check(r"\\ud83d \\\ud83d", r"\\ud83d \\\ufffd");
        check(r"\u4e2d \ud7ff \ue000 \u+d83 \ud83", r"\u4e2d \ud7ff \ue000 \u+d83 \ud83");
        check("\\ud8", "\\ud8");
        check("\\", "\\");
        check("\\中\\ud800中", "\\中\\ufffd中");
    }
}
