//! A text that is to be compared, with what the comparison needs of it, made once.

use std::cell::{OnceCell, RefCell};

use crate::annotate::{Annotation, Told, summary_of};
use crate::fingerprint::fingerprint_of;
use crate::text::align::Words;
use crate::text::indexed::Indexed;
use crate::text::similarity::Letters;
use crate::text::tokenize::Token;

use super::judge::Sighting;

/// A text that is to be compared.
pub(super) struct Probe {
    /// The text.
    pub(super) text: String,
    /// Its key for word-for-word equality.
    pub(super) key: String,
    /// Its words, read for alignment.
    pub(super) words: Words,
    /// Its words as the word index knows them.
    pub(super) terms: Vec<String>,
    /// It, folded to one spelling.
    pub(super) folded: String,
    /// The tokens of that.
    tokens: Vec<Token>,
    /// The letters of that.
    pub(super) letters: Letters,
    /// It as the rules read it, once they did.
    told: OnceCell<Told>,
    /// What rules make of it, once they were asked.
    annotation: OnceCell<Annotation>,
    /// What words alone found last time.
    pub(super) sighting: RefCell<Option<Sighting>>,
}

impl Probe {
    pub(super) fn of(text: &str) -> Self {
        let mut indexed = Indexed::of(text);
        let words = indexed.take_words();
        let Indexed { key, terms, folded, tokens, .. } = indexed;
        let letters = Letters::of(&folded);
        Self {
            text: text.to_owned(),
            key,
            words,
            terms,
            folded,
            tokens,
            letters,
            told: OnceCell::new(),
            annotation: OnceCell::new(),
            sighting: RefCell::default(),
        }
    }

    /// What rules make of the text: read once, however often a write is decided.
    pub(super) fn annotation(&self) -> &Annotation {
        self.annotation.get_or_init(|| self.told().annotation(&self.words))
    }

    /// The text as the rules read it.
    pub(super) fn told(&self) -> &Told {
        self.told.get_or_init(|| Told::of_tokens(&self.text, &self.folded, &self.tokens, &self.words))
    }

    /// The hash of the text's canonical summary.
    pub(super) fn fingerprint(&self) -> String {
        fingerprint_of(&summary_of(&self.text, &self.words), &self.words)
    }
}
