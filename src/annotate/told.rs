//! A text as the rules read it: once, however many others it is held against.

use std::cell::OnceCell;

use super::change::{self, Found, Retirement};
use super::reading::Reading;
use super::slot::{self, Cores, Slot};
use super::{Annotation, annotation};
use crate::text::align::Words;
use crate::text::tokenize::Token;

/// A text that was read.
#[derive(Debug)]
pub struct Told {
    reading: Reading,
    cores: Cores,
    changes: OnceCell<Vec<Found>>,
    hints: OnceCell<bool>,
}

impl Told {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::read(Reading::of(text))
    }

    /// [`Self::of`] a text that was folded, parted into tokens and read for alignment already.
    #[must_use]
    pub fn of_tokens(text: &str, folded: &str, tokens: &[Token], words: &Words) -> Self {
        let reading = Reading::of_tokens(text, folded.to_owned(), tokens);
        Self { cores: Cores::of(words), ..Self::read(reading) }
    }

    fn read(reading: Reading) -> Self {
        Self { reading, cores: Cores::default(), changes: OnceCell::new(), hints: OnceCell::new() }
    }

    /// As [`annotate`](super::annotate), of a text whose words were read for alignment too.
    #[must_use]
    pub fn annotation(&self, words: &Words) -> Annotation {
        annotation(&self.reading, words)
    }

    /// As [`slot`](super::slot()).
    #[must_use]
    pub fn slot(&self, stored: &Self) -> Option<Slot> {
        slot::between((&self.reading, &self.cores), (&stored.reading, &stored.cores))
    }

    /// Whether it is told as it is, so that it may have a value slot in common with another text: [`Self::slot`] finds none where one of two is not.
    #[must_use]
    pub fn may_have_slot(&self) -> bool {
        self.cores.are_told(&self.reading)
    }

    /// Whether it tells of a change, as [`change`](super::change()) finds it.
    #[must_use]
    pub fn tells_change(&self) -> bool {
        !self.changes().is_empty()
    }

    /// Whether a word hints at a change, whether or not a rule can read what changed: less sure than [`tells_change`](Self::tells_change).
    #[must_use]
    pub fn hints_at_change(&self) -> bool {
        *self.hints.get_or_init(|| change::has_hint(&self.reading) || self.tells_change())
    }

    /// As [`retires`](super::retires).
    #[must_use]
    pub fn retires(&self, stored: &Self) -> Option<Retirement> {
        change::retired(&self.reading, self.changes(), &stored.reading)
    }

    fn changes(&self) -> &[Found] {
        self.changes.get_or_init(|| change::changes(&self.reading))
    }
}
