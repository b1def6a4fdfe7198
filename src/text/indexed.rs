//! What a text is found by, from one reading of it.

use super::align::{Parted, Words, words_of};
use super::key::key_of;
use super::tokenize::{Token, terms_of};
use super::unit::Unit;

/// What a text is found by. Each part is what the function of its name gives; to ask those one by one folds the text and parts it into words
/// each time.
#[derive(Clone, Debug)]
pub struct Indexed {
    /// Its [`careful_key`](super::key::careful_key).
    pub key: String,
    /// Its [`terms`](super::tokenize::terms).
    pub terms: Vec<String>,
    /// It, in one spelling; see [`fold`](super::normalize::fold).
    pub folded: String,
    /// Its tokens; see [`tokenize`](super::tokenize::tokenize).
    pub tokens: Vec<Token>,
    units: Vec<Unit>,
}

impl Indexed {
    /// Reads `text`.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let parted = Parted::of(text);
        let units = parted.units();
        let Parted { folded, tokens } = parted;
        let (key, terms) = (key_of(&folded, &tokens, &units), terms_of(&folded.text, &tokens));
        Self { key, terms, folded: folded.text, tokens, units }
    }

    /// Its [`words`](super::align::words). They are made of what was read, so this can be had once; a second time there are none.
    #[must_use]
    pub fn take_words(&mut self) -> Words {
        words_of(std::mem::take(&mut self.units))
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::text::align::words;
    use crate::text::key::careful_key;
    use crate::text::normalize::fold;
    use crate::text::tokenize::{terms, tokenize};
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str) {
        let mut indexed = Indexed::of(text);
        assert_eq!(indexed.key, careful_key(text), "{text}");
        assert_eq!(indexed.terms, terms(text), "{text}");
        assert_eq!(indexed.folded, fold(text), "{text}");
        assert_eq!(indexed.tokens, tokenize(text), "{text}");
        assert_eq!(indexed.take_words(), words(text), "{text}");
    }

    #[test]
    fn one_reading_gives_what_four_give() {
        for text in [
            "",
            "!!!",
            "User really likes C++ & 10⁵ teas, doesn't she?",
            "用戶非常喜歡簡潔的界面，對吧？",
            "ＵＳＥＲ は 42 ℃",
        ] {
            check(text);
        }
    }

    proptest! {
        #[test]
        fn of_any_text_too(text in "\\PC{0,60}") {
            check(&text);
        }
    }
}
