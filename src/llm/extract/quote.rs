//! Whether a quote stands in a message: letter by letter, white space and the width of letters apart, and nothing else.

/// The words of `message` that `quote` quotes, as they stand there; `None` where it does not say them.
///
/// A quote begins and ends where a word of Latin letters or digits does: "art" is not in "party", nor 10 in 105.
#[must_use]
pub fn quote_in<'a>(quote: &str, message: &'a str) -> Option<&'a str> {
    let wanted: Vec<char> = plain(quote).into_iter().map(|(letter, _)| letter).collect();
    let said = plain(message);
    if wanted.iter().all(|letter| *letter == ' ') {
        return None;
    }
    let is_word = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    let (first, last) = (is_word(wanted.first()), is_word(wanted.last()));
    let place = (0..(said.len() + 1).saturating_sub(wanted.len())).find(|at| {
        let end = at + wanted.len();
        let is_same = wanted.iter().zip(&said[*at..end]).all(|(one, (other, _))| one == other);
        let before = at.checked_sub(1).and_then(|before| said.get(before)).map(|(letter, _)| letter);
        let after = said.get(end).map(|(letter, _)| letter);
        is_same && !(first && is_word(before)) && !(last && is_word(after))
    })?;
    let start = said.get(place)?.1;
    let end = said.get(place + wanted.len()).map_or(message.len(), |(_, byte)| *byte);
    message.get(start..end).map(str::trim)
}

/// The letters, half-width, with white space in one spelling, each with its place in bytes.
fn plain(text: &str) -> Vec<(char, usize)> {
    let mut letters: Vec<(char, usize)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let letter = match letter {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
            _ if letter.is_whitespace() => ' ',
            _ => letter,
        };
        let is_more_space = letter == ' ' && letters.last().is_none_or(|(before, _)| *before == ' ');
        if !is_more_space {
            letters.push((letter, at));
        }
    }
    while letters.last().is_some_and(|(letter, _)| *letter == ' ') {
        letters.pop();
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(quote: &str, message: &str, expected: Option<&str>) {
        assert_eq!(quote_in(quote, message), expected, "{quote}");
    }

    #[test]
    fn white_space_and_width_do_not_count() {
        check("我养了一只猫", "你好，我养了一只猫。", Some("我养了一只猫"));
        check("I  have\na cat", "Well, I have a cat.", Some("I have a cat"));
        check("I have a cat", " I have\u{3000}a\n cat", Some("I have\u{3000}a\n cat"));
        check("ABC１２３", "代码是 ＡＢＣ123", Some("ＡＢＣ123"));
        check("住在上海。", "住在上海。", Some("住在上海。"));
    }

    #[test]
    fn anything_else_counts() {
        check("i have a cat", "I have a cat", None);
        check("我养一只猫", "我养了一只猫", None);
        check("我养了…猫", "我养了一只猫", None);
        check("don't", "don’t", None);
        check("喜歡", "喜欢", None);
        check("住 在上海", "住在上海", None);
        check("", "anything", None);
        check("  ", "any thing", None);
        check("a", "", None);
    }

    #[test]
    fn a_quote_does_not_cut_a_word() {
        check("art", "a party", None);
        check("10", "105", None);
        check("art", "the art of tea", Some("art"));
        check("10", "房间10号", Some("10"));
    }
}
