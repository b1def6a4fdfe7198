//! What slots are looked for by in a text, each part made once, however many texts it is held against.

use std::cell::OnceCell;
use std::ops::Range;

use super::common::Core;
use super::is_told;
use super::topic::Topic;
use crate::annotate::reading::Reading;
use crate::text::align::{Words, words};

/// What a text's reading is compared by. It belongs to one reading, which is handed in where a part of it may have to be made.
#[derive(Debug, Default)]
pub(in crate::annotate) struct Cores {
    are_told: OnceCell<bool>,
    whole: OnceCell<Core>,
    clauses: OnceCell<Vec<Clause>>,
    words: OnceCell<Words>,
    topic: OnceCell<Option<Topic>>,
}

/// A clause of a reading.
#[derive(Debug)]
pub(super) struct Clause {
    units: Range<usize>,
    core: OnceCell<Core>,
}

impl Cores {
    /// Of a text whose words were read for alignment.
    pub(in crate::annotate) fn of(words: &Words) -> Self {
        Self { words: words.clone().into(), ..Self::default() }
    }

    /// Whether the text is told as it is.
    pub(in crate::annotate) fn are_told(&self, reading: &Reading) -> bool {
        *self.are_told.get_or_init(|| is_told(reading))
    }

    /// The words of the whole text.
    pub(super) fn whole(&self, reading: &Reading) -> &Core {
        self.whole.get_or_init(|| Core::of(reading, &(0..reading.units.len())))
    }

    /// The words of the whole text in one form, those of one meaning as one: as two texts are aligned by.
    pub(super) fn words(&self, reading: &Reading) -> &Words {
        self.words.get_or_init(|| words(reading.text()))
    }

    /// What the text is about, where that can be told.
    pub(super) fn topic(&self, reading: &Reading) -> Option<&Topic> {
        self.topic.get_or_init(|| Topic::of(reading, self.words(reading))).as_ref()
    }

    pub(super) fn clauses(&self, reading: &Reading) -> &[Clause] {
        let clause = |units| Clause { units, core: OnceCell::new() };
        self.clauses.get_or_init(|| reading.clauses().into_iter().map(clause).collect())
    }
}

impl Clause {
    /// The words of the clause.
    pub(super) fn core(&self, reading: &Reading) -> &Core {
        self.core.get_or_init(|| Core::of(reading, &self.units))
    }
}
