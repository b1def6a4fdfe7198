//! What two texts are compared by: their words without tone, articles and owners, the user under one name.

use std::ops::Range;
use std::rc::Rc;

use crate::annotate::lists::has;
use crate::annotate::reading::{Reading, says};
use crate::text::align::{Alignment, Side, Words, align_words};
use crate::text::stem::Form;
use crate::text::unit::{Role, Unit};

/// Some words of a reading, with where each stands in it.
#[derive(Debug)]
pub(super) struct Core {
    words: Words,
    places: Vec<usize>,
}

impl Core {
    /// Of `units` of a reading the words that say something, or how it is meant.
    pub(super) fn of(reading: &Reading, units: &Range<usize>) -> Self {
        let (mut words, mut places): (Vec<Unit>, Vec<usize>) = (Vec::new(), Vec::new());
        // Whether the verb that follows "do" or "did" is past: let and put look alike.
        let mut helped: Option<Form> = None;
        for at in units.clone() {
            let unit = &reading.units[at];
            match unit.text.as_str() {
                "did" => helped = Some(Form::Past),
                "do" | "does" => helped = Some(Form::Plain),
                _ => {}
            }
            if is_bare(reading, at) {
                continue;
            }
            let mut unit = unit.clone();
            if has("user", &unit.text) {
                unit.stem = "user".into();
            } else if let Some(form) = helped.filter(|_| matches!(unit.role, Role::Content | Role::Modality)) {
                (unit.form, helped) = (form, None);
            }
            words.push(unit);
            places.push(at);
        }
        Self { words: Rc::from(words), places }
    }

    pub(super) fn words(&self) -> &[Unit] {
        &self.words
    }

    /// Where some words stand in the reading, with what stands between them.
    pub(super) fn within(&self, words: &Range<usize>) -> Range<usize> {
        match (self.places.get(words.start), words.end.checked_sub(1).and_then(|last| self.places.get(last))) {
            (Some(start), Some(last)) if words.start < words.end => *start..last + 1,
            _ => 0..0,
        }
    }

    pub(super) fn align(&self, stored: &Self) -> Alignment {
        align_words(&self.words, &stored.words)
    }
}

/// Whether the word at `at` says nothing that a comparison needs: tone, an article, an owner, "did".
fn is_bare(reading: &Reading, at: usize) -> bool {
    let unit = &reading.units[at];
    unit.role == Role::Tone || has("bare", &unit.text)
}

/// Aligned words, if one of them says something.
pub(super) fn n_aligned(alignment: &Alignment) -> usize {
    let units = alignment.units(Side::New);
    let is_about_something = alignment.pairs().iter().any(|pair| says(&units[pair.0]));
    if is_about_something { alignment.pairs().len() } else { 0 }
}
