//! What two texts are compared by: their words without tone, articles and owners, the user under one name.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use crate::annotate::lists::has;
use crate::annotate::reading::{Reading, says};
use crate::text::align::{Alignment, Side, Words, align_words, unified};
use crate::text::lexicon::Flags;
use crate::text::stem::Form;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Some words of a reading, with where each stands in it.
#[derive(Debug)]
pub(super) struct Core {
    words: Words,
    /// Which units of the reading each word is.
    places: Vec<Range<usize>>,
}

impl Core {
    /// Of `units` of a reading the words that say something, or how it is meant.
    pub(super) fn of(reading: &Reading, units: &Range<usize>) -> Self {
        let (mut words, mut places): (Vec<Unit>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
        // Whether the verb that follows "do" or "did" is past: let and put look alike.
        let mut helped: Option<Form> = None;
        let mut at = units.start;
        for unit in &*read_as_one(&reading.units[units.clone()]) {
            let start = at;
            at += 1;
            while at < units.end && reading.units[at - 1].span.end < unit.span.end {
                at += 1;
            }
            match unit.text.as_str() {
                "did" => helped = Some(Form::Past),
                "do" | "does" => helped = Some(Form::Plain),
                _ => {}
            }
            if is_bare(unit) {
                continue;
            }
            let mut unit = unit.clone();
            if has("user", &unit.text) {
                unit.stem = "user".into();
            } else if let Some(form) = helped.filter(|_| matches!(unit.role, Role::Content | Role::Modality)) {
                (unit.form, helped) = (form, None);
            }
            words.push(unit);
            places.push(start..at);
        }
        Self { words: Rc::from(words), places }
    }

    pub(super) fn words(&self) -> &[Unit] {
        &self.words
    }

    /// Where some words stand in the reading, with what stands between them.
    pub(super) fn within(&self, words: &Range<usize>) -> Range<usize> {
        match (self.places.get(words.start), words.end.checked_sub(1).and_then(|last| self.places.get(last))) {
            (Some(first), Some(last)) if words.start < words.end => first.start..last.end,
            _ => 0..0,
        }
    }

    pub(super) fn align(&self, stored: &Self) -> Alignment {
        align_words(&self.words, &stored.words)
    }
}

/// The units, in Chinese those of one meaning as one.
fn read_as_one(units: &[Unit]) -> Cow<'_, [Unit]> {
    let is_chinese = units.iter().any(|unit| unit.kind == Kind::Han);
    if is_chinese { unified(units.to_vec()).into() } else { units.into() }
}

/// Whether a word may say what a text is about: it is no frame, no filler, nobody's name for the user.
pub(super) fn may_tell(unit: &Unit) -> bool {
    !has("frame", &unit.stem)
        && !has("empty", &unit.text)
        && !is_bare(unit)
        && !matches!(unit.stem.as_str(), "user" | "user's")
        && !unit.text.starts_with('\'')
}

/// Whether a verb, with the word before it, tells what somebody did, which may have been undone as well: "I packed", "I unpacked"; not "is packed".
pub(super) fn is_deed(verb: &Unit, before: Option<&Unit>) -> bool {
    verb.form == Form::Past && before.is_some_and(|before| before.flags.has(Flags::SUBJECT))
}

/// Whether two numbers of the same digits count different things: "0726" is a code, "07/26" a date.
pub(super) fn are_of_two_kinds(mine: &[Unit], theirs: &[Unit]) -> bool {
    let has = |units: &[Unit], holds: fn(&str) -> bool| units.iter().any(|unit| holds(&unit.text));
    let are_codes = [mine, theirs].into_iter().all(|units| has(units, |text| text.starts_with('0')));
    are_codes && has(mine, |text| text.contains('/')) != has(theirs, |text| text.contains('/'))
}

/// Whether a word says nothing that a comparison needs: tone, an article, an owner, "did".
fn is_bare(unit: &Unit) -> bool {
    unit.role == Role::Tone || has("bare", &unit.text)
}

/// Aligned words, if one of them says something.
pub(super) fn n_aligned(alignment: &Alignment) -> usize {
    let units = alignment.units(Side::New);
    let is_about_something = alignment.pairs().iter().any(|pair| says(&units[pair.0]));
    if is_about_something { alignment.pairs().len() } else { 0 }
}
