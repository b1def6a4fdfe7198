//! One spelling for texts that are written differently.

use std::ops::Range;

use super::nfkc::nfkc;
use super::simplified::simplified;

pub use super::key::careful_key;

/// `text` in one spelling: composed, half-width, lower case, simplified Chinese, its white space collapsed.
///
/// A raised or lowered digit keeps a sign before it (`10⁵` is `10^5`), and a fraction or a number in a circle a space, so that none
/// fuses with the digits beside it. Dashes and quotation marks become the plain ones, and letters that can't be seen go.
///
/// ```
/// use palimpsest::text::normalize::fold;
/// assert_eq!(fold("Ｕｓｅｒ　喜歡\n Café ５½ m²"), "user 喜欢 café 5 1/2 m^2");
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    fold_cased(text).text
}

/// A folded text that remembers its capitals.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Folded {
    /// The text, as [`fold`] gives it.
    pub text: String,
    /// Where a capital of ASCII stood, in bytes of `text`, ascending. Codes and units have no others.
    capitals: Vec<usize>,
}

impl Folded {
    /// The text and its capitals.
    #[must_use]
    pub fn cased(&self) -> Cased<'_> {
        Cased { text: &self.text, capitals: &self.capitals }
    }
}

/// A folded text, and which of its letters were capitals.
#[derive(Clone, Copy, Debug)]
pub struct Cased<'text> {
    /// The folded text.
    pub text: &'text str,
    capitals: &'text [usize],
}

impl<'text> Cased<'text> {
    /// A folded text whose capitals are not known, so that it has none.
    #[must_use]
    pub fn without_capitals(text: &'text str) -> Self {
        Self { text, capitals: &[] }
    }

    /// How many capitals are in `span`.
    #[must_use]
    pub fn n_capitals(&self, span: &Range<usize>) -> usize {
        let before = |end: usize| self.capitals.partition_point(|capital| *capital < end);
        before(span.end).saturating_sub(before(span.start))
    }

    /// What stands in `span`, with its capitals.
    #[must_use]
    pub fn written(&self, span: &Range<usize>) -> String {
        let mut written = String::with_capacity(span.len());
        for (at, letter) in self.text[span.clone()].char_indices() {
            if self.capitals.binary_search(&(span.start + at)).is_ok() {
                written.push(letter.to_ascii_uppercase());
            } else {
                written.push(letter);
            }
        }
        written
    }
}

/// [`fold`], with its capitals.
#[must_use]
pub fn fold_cased(text: &str) -> Folded {
    let spread = spread(text);
    let mut composed = if spread.chars().all(is_plain) { spread } else { nfkc(&spread) };
    // The lower case of İ is not composed; such a text is made lower case as a whole, and composed once more.
    if composed.contains(['İ', '\u{307}']) {
        composed = nfkc(&composed.to_lowercase());
    }
    let mut folded = Folded { text: String::with_capacity(composed.len()), capitals: Vec::new() };
    for letter in composed.chars() {
        if letter.is_whitespace() {
            if !folded.text.is_empty() && !folded.text.ends_with(' ') {
                folded.text.push(' ');
            }
        } else if letter.is_ascii_uppercase() {
            folded.capitals.push(folded.text.len());
            folded.text.push(letter.to_ascii_lowercase());
        } else if letter.is_ascii() {
            folded.text.push(letter);
        } else if letter < '\u{2e80}' {
            folded.text.extend(letter.to_lowercase().map(plain_sign));
        } else {
            folded.text.extend(simplified(letter).to_lowercase().map(plain_sign));
        }
    }
    folded.text.truncate(folded.text.trim_end().len());
    folded
}

/// Whether NFKC leaves `letter` and its neighbours of the same kind alone.
fn is_plain(letter: char) -> bool {
    letter.is_ascii() || matches!(letter, '\u{4e00}'..='\u{9fff}' | '、'..='。' | '〈'..='】' | '“' | '”' | '‘' | '’')
}

/// Puts a sign or a space where NFKC would fuse a raised digit, a fraction or a number in a circle with a digit beside it; makes
/// full-width letters plain, and drops what can't be seen.
fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 8);
    let mut raised = None;
    for letter in text.chars().filter(|letter| !is_unseen(*letter)) {
        if raised.is_none() && is_plain(letter) && !letter.is_ascii_digit() {
            spread.push(letter);
            continue;
        }
        let sign = raised_sign(letter);
        if let Some(sign) = sign {
            if raised != Some(sign) && (sign == '^' || spread.ends_with(|before: char| before.is_ascii_digit())) {
                spread.push(sign);
            }
        } else if raised.is_some() && matches!(letter, '0'..='9' | '０'..='９')
            || is_framed_number(letter) && spread.ends_with(char::is_numeric)
            || letter.is_numeric() && spread.ends_with(is_framed_number)
        {
            spread.push(' ');
        }
        raised = sign;
        match letter {
            '㎡' => spread.push_str("m^2"),
            '㎥' => spread.push_str("m^3"),
            '\u{ff01}'..='\u{ff5e}' => spread.extend(char::from_u32(u32::from(letter) - 0xfee0)),
            _ => spread.push(letter),
        }
    }
    spread
}

fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// `^` for what is raised, `_` for what is lowered.
fn raised_sign(letter: char) -> Option<char> {
    match letter {
        '²' | '³' | '¹' | '⁰' | 'ⁱ' | '⁴'..='ⁿ' => Some('^'),
        '₀'..='₎' => Some('_'),
        _ => None,
    }
}

/// Fractions, Roman numerals, numbers in circles, brackets and with full stops.
fn is_framed_number(letter: char) -> bool {
    matches!(letter, '¼'..='¾' | '\u{2150}'..='\u{218f}' | '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}'
        | '\u{3248}'..='\u{325f}' | '\u{32b1}'..='\u{32bf}' | '\u{1f100}'..='\u{1f10c}')
}

fn plain_sign(letter: char) -> char {
    match letter {
        '‘' | '’' | 'ʼ' | '‛' | '′' => '\'',
        '“' | '”' | '„' | '″' => '"',
        '\u{2010}'..='\u{2013}' | '−' => '-',
        '⁄' | '∕' => '/',
        // The two forms of a small sigma have one capital.
        'ς' => 'σ',
        '〜' => '~',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(fold(text), expected);
    }

    #[test]
    fn case_width_script_and_composition_do_not_count() {
        check("User prefers Dark Mode", "user prefers dark mode");
        check("Ｕｓｅｒ ｐｒｅｆｅｒｓ　ｄａｒｋ ｍｏｄｅ", "user prefers dark mode");
        check("User lives in Orle\u{301}ans", "user lives in orléans");
        check("用戶喜歡簡潔的介面", "用户喜欢简洁的介面");
        check("ｶﾞﾗｽ", "ガラス");
        check(" a\t\n b\u{a0}c ", "a b c");
        check("İstanbul", "i\u{307}stanbul");
        check("don’t “go”", "don't \"go\"");
        check("zero\u{200b}width\u{feff}", "zerowidth");
    }

    #[test]
    fn a_raised_digit_does_not_fuse_with_the_digit_before_it() {
        check("10⁵", "10^5");
        check("10⁻⁵", "10^-5");
        check("10¹²", "10^12");
        check("m²", "m^2");
        check("10₂", "10_2");
        check("H₂O", "h2o");
        check("log₂8", "log2 8");
        check("10⁵5", "10^5 5");
        check("5½", "5 1/2");
        check("½", "1/2");
        check("1①", "1 1");
        check("①1", "1 1");
        check("１０５", "105");
    }

    #[test]
    fn capitals_are_remembered() {
        for text in ["User prefers Dark Mode", "ＧＢ and Gb", "在 US 买 5 GB"] {
            let folded = fold_cased(text);
            let whole = 0..folded.text.len();
            assert_eq!(folded.cased().written(&whole), super::nfkc(text), "{text}");
            assert_eq!(folded.cased().n_capitals(&whole), text.chars().filter(|letter| letter.is_uppercase()).count());
        }
        check("ΟΔΟΣ", &fold("οδος"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing_more(text in "\\PC{0,40}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }
    }
}
