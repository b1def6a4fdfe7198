//! Whether a quote stands in a message: letter by letter, white space and the width of letters apart, and nothing else.

/// The words of `message` that `quote` quotes, as they stand there; `None` where it does not say them.
///
/// A quote begins and ends where a word of Latin letters or digits does: "art" is not in "party", nor 10 in 105.
#[must_use]
pub fn quote_in<'a>(quote: &str, message: &'a str) -> Option<&'a str> {
    Quote::of(quote)?.found_in(message, &plain(message))
}

/// A quote, read once for however many messages. It is looked for in the way of Knuth, Morris and Pratt: no letter of a message is gone
/// back to, so that neither "aaaa…b" nor many places inside of words cost more than their length.
pub(super) struct Quote {
    letters: Vec<char>,
    /// For each place, how many letters up to it the quote begins with too.
    again: Vec<usize>,
}

impl Quote {
    /// Reads it; `None` where it is blank.
    pub(super) fn of(quote: &str) -> Option<Self> {
        let letters: Vec<char> = plain(quote).into_iter().map(|(letter, _)| letter).collect();
        if letters.is_empty() {
            return None;
        }
        let mut quote = Self { again: vec![0; letters.len()], letters };
        let mut n_same = 0;
        for at in 1..quote.letters.len() {
            n_same = quote.next(n_same, quote.letters[at]);
            quote.again[at] = n_same;
        }
        Some(quote)
    }

    /// How many letters of the quote's beginning stand before the end of a text, where it was so many and then a letter came.
    fn next(&self, mut n_same: usize, letter: char) -> usize {
        while 0 < n_same && self.letters.get(n_same) != Some(&letter) {
            n_same = self.again[n_same - 1];
        }
        n_same + usize::from(self.letters[n_same] == letter)
    }

    /// The words of a message, whose letters are `said`, that the quote quotes.
    pub(super) fn found_in<'a>(&self, message: &'a str, said: &[(char, usize)]) -> Option<&'a str> {
        let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
        let letter = |at: usize| said.get(at).map(|(letter, _)| *letter);
        let (first, last) = (is_word(self.letters.first().copied()), is_word(self.letters.last().copied()));
        let mut n_same = 0;
        let place = said.iter().enumerate().find_map(|(at, (said, _))| {
            n_same = self.next(n_same, *said);
            let place = (at + 1).checked_sub(self.letters.len()).filter(|_| n_same == self.letters.len())?;
            let cuts_before = first && place.checked_sub(1).is_some_and(|before| is_word(letter(before)));
            let cuts_after = last && is_word(letter(at + 1));
            (!cuts_before && !cuts_after).then_some(place)
        })?;
        let start = said.get(place)?.1;
        let end = said.get(place + self.letters.len()).map_or(message.len(), |(_, byte)| *byte);
        message.get(start..end).map(str::trim)
    }
}

/// The letters, half-width, with white space in one spelling, each with its place in bytes.
pub(super) fn plain(text: &str) -> Vec<(char, usize)> {
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
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, each place of the message for itself.
    fn naive<'a>(quote: &str, message: &'a str) -> Option<&'a str> {
        let (wanted, said) = (plain(quote), plain(message));
        let is_word = |letter: Option<&(char, usize)>| letter.is_some_and(|(letter, _)| letter.is_ascii_alphanumeric());
        let place = (0..said.len()).filter(|_| !wanted.is_empty()).find(|at| {
            let is_same = said.len() >= at + wanted.len()
                && wanted.iter().zip(&said[*at..]).all(|((one, _), (other, _))| one == other);
            let cuts_before = is_word(wanted.first()) && *at != 0 && is_word(said.get(*at - 1));
            is_same && !cuts_before && !(is_word(wanted.last()) && is_word(said.get(at + wanted.len())))
        })?;
        let end = said.get(place + wanted.len()).map_or(message.len(), |(_, byte)| *byte);
        Some(message[said[place].1..end].trim())
    }

    proptest! {
        #[test]
        fn a_quote_is_found_where_looking_at_each_place_finds_it(quote in "[ab 茶]{0,6}", message in "[ab 茶]{0,40}") {
            prop_assert_eq!(quote_in(&quote, &message), naive(&quote, &message));
        }
    }

    #[test]
    fn a_quote_of_many_places_is_looked_for_in_time_that_grows_with_the_length() {
        let message = "a".repeat(1_000_000);
        assert_eq!(quote_in(&["a".repeat(300_000), "b".to_owned()].concat(), &message), None);
        // At every place but the first and the last it would cut a word.
        assert_eq!(quote_in(&"a".repeat(300_000), &message), None);
        assert_eq!(quote_in(&message, &message), Some(message.as_str()));
    }

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
