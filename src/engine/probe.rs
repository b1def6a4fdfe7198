//! A text that is to be compared, with what the comparison needs of it, made once.

use crate::annotate;
use crate::fingerprint::fingerprint;
use crate::text::normalize::careful_key;
use crate::text::similarity::Letters;
use crate::text::tokenize::terms;

/// A text that is to be compared.
pub(super) struct Probe {
    /// The text.
    pub(super) text: String,
    /// Its key for word-for-word equality.
    pub(super) key: String,
    /// Its words as the word index knows them.
    pub(super) terms: Vec<String>,
    /// Its letters.
    pub(super) letters: Letters,
}

impl Probe {
    pub(super) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), key: careful_key(text), terms: terms(text), letters: Letters::of(text) }
    }

    /// The hash of the text's canonical summary.
    pub(super) fn fingerprint(&self) -> String {
        fingerprint(&annotate::summary(&self.text), &self.text)
    }
}
