//! A text's words; for Chinese its letters and pairs of letters.

use std::ops::Range;

use super::letters::Boundary;
use super::normalize::fold;
use super::scanner::scan;
use super::stem::Form;
use super::word::Word;

/// What kind of word a token is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A word or a name, its inner signs included: `c++`, `.net`, `node.js`, `gpt-4`, `a/b`.
    Word,
    /// A number with its inner signs, `1.5`, `9:10`, `2025-06-20`, `10^5`, `5%`; or a word of number.
    Number,
    /// One Han letter.
    Han,
    /// A sign that says something: `$`, `°`, an emoji, a question mark; a comma after a word that denies.
    Sign,
}

/// One word of a folded text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Token {
    /// As the folded text has it; of a contraction its part in full (`doesn't`: `does`, `not`).
    pub text: Word,
    /// Without its inflection; of a number its digits in one spelling (`three`, 三 and `3`: `3`; `1,000`: `1000`).
    pub stem: Word,
    /// What its ending said beside the stem.
    pub form: Form,
    /// What kind of word.
    pub kind: Kind,
    /// How strongly the text breaks before it.
    pub boundary: Boundary,
    /// Where it stands in the folded text, in bytes.
    pub span: Range<usize>,
}

/// The words of `text`, in order, after folding.
#[must_use]
pub fn tokenize(text: &str) -> Vec<Token> {
    tokenize_folded(&fold(text))
}

/// The words of a text that was folded already, in order.
#[must_use]
pub fn tokenize_folded(folded: &str) -> Vec<Token> {
    scan(folded)
}

/// What a word index knows `text` by, in order and with repetitions: stems of words, numbers, signs, Han letters and pairs of them.
/// English articles are left out.
///
/// ```
/// use palimpsest::text::tokenize::terms;
/// assert_eq!(terms("The cats drank 1,000 teas"), ["cat", "drink", "1000", "tea"]);
/// assert_eq!(terms("喝茶"), ["喝", "茶", "喝茶"]);
/// ```
#[must_use]
pub fn terms(text: &str) -> Vec<String> {
    let folded = fold(text);
    terms_of(&folded, &tokenize_folded(&folded))
}

/// [`terms`] of a text that was read already.
pub(super) fn terms_of(folded: &str, tokens: &[Token]) -> Vec<String> {
    let mut terms = Vec::with_capacity(tokens.len() * 2);
    for (at, token) in tokens.iter().enumerate() {
        if matches!(token.text.as_str(), "a" | "an" | "the" | "?" | "," | "'s") {
            continue;
        }
        terms.push(token.stem.as_str().to_owned());
        // An option, a type or a path is also asked for without its signs.
        if token.kind == Kind::Word && token.text.starts_with(['-', '/', '.', '~'])
            || token.text.ends_with(['-', '*', ']', '!'])
        {
            let bare =
                token.text.trim_matches(|sign: char| matches!(sign, '-' | '/' | '.' | '~' | '*' | '[' | ']' | '!'));
            if !bare.is_empty() && token.stem != bare {
                terms.push(bare.to_owned());
            }
        }
        if let Some(before) = at.checked_sub(1).map(|at| &tokens[at])
            && before.kind == Kind::Han
            && token.kind == Kind::Han
            && before.span.end == token.span.start
        {
            terms.push(folded[before.span.start..token.span.end].to_owned());
        }
    }
    terms
}

#[cfg(test)]
mod tests;
