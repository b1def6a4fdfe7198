//! A text as the rules read it: once, however many others it is held against.

use std::cell::OnceCell;

use super::change::{self, Found, Retirement};
use super::reading::Reading;
use super::slot::{self, Slot};
use super::{Annotation, annotation};
use crate::text::align::Words;

/// A text that was read.
#[derive(Debug)]
pub struct Told {
    reading: Reading,
    changes: OnceCell<Vec<Found>>,
    hints: OnceCell<bool>,
}

impl Told {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self { reading: Reading::of(text), changes: OnceCell::new(), hints: OnceCell::new() }
    }

    /// As [`annotate`](super::annotate), of a text whose words were read for alignment too.
    #[must_use]
    pub fn annotation(&self, words: &Words) -> Annotation {
        annotation(&self.reading, words)
    }

    /// As [`slot`](super::slot()).
    #[must_use]
    pub fn slot(&self, stored: &Self) -> Option<Slot> {
        slot::between(&self.reading, &stored.reading)
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
