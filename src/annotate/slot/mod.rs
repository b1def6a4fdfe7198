//! One frame with one value slot: two texts of which all is alike but one amount, date, degree or name.

mod name;
mod number;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::rc::Rc;

use super::lists::{group, has};
use super::reading::{Reading, mark, phrase_at, says};
use crate::text::align::{Alignment, Gap, Position, Side, align_words};
use crate::text::letters::{Boundary, is_han};
use crate::text::lexicon::Flags;
use crate::text::unit::{Role, Unit, joined};

/// What kind of value differs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SlotKind {
    /// How much or how many.
    Amount,
    /// A day, a month, a year, an hour.
    Date,
    /// How good, how near, on which side: one of two opposites.
    Degree,
    /// The name of something of which there is one.
    Name,
}

/// Two values of one slot, in the folded words of their texts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slot {
    /// What kind of value differs.
    pub kind: SlotKind,
    /// The new text's value.
    pub new: String,
    /// The stored text's value.
    pub stored: String,
}

/// The value slot in which two texts differ that are alike otherwise; `None` where more differs, where both values can hold, or where the difference
/// only tells which thing is meant (invoice 1043 and 1044).
///
/// `slot(a, b)` and `slot(b, a)` are mirror images.
///
/// ```
/// use palimpsest::annotate::{SlotKind, slot};
/// let rent = slot("User's rent is $1,540 a month", "User's rent is $1,450 a month").unwrap();
/// assert_eq!((rent.kind, rent.new.as_str(), rent.stored.as_str()), (SlotKind::Amount, "1,540", "1,450"));
/// assert_eq!(slot("Invoice 1044 was paid by card", "Invoice 1043 was paid by card"), None);
/// assert_eq!(slot("User speaks English", "User speaks Catalan"), None);
/// ```
#[must_use]
pub fn slot(new: &str, stored: &str) -> Option<Slot> {
    let (new, stored) = (Reading::of(new), Reading::of(stored));
    let alignment = align_words(&Rc::from(new.units.as_slice()), &Rc::from(stored.units.as_slice()));
    let gap = only_gap(&alignment)?;
    let sides = [Frame::of(&new, &gap.new)?, Frame::of(&stored, &gap.stored)?];
    if !sides.iter().all(Frame::is_plain) || n_aligned(&alignment) < 2 {
        return None;
    }
    let is_first = alignment.position(gap) == Position::Leading;
    let kind = number::kind(&sides).filter(|_| !is_first).or_else(|| degree(&sides)).or_else(|| name::kind(&sides));
    let text = |frame: &Frame| joined(&frame.value().iter().collect::<Vec<_>>());
    Some(Slot { kind: kind?, new: text(&sides[0]), stored: text(&sides[1]) })
}

/// The gap that alone parts two texts, if both have something in it.
fn only_gap(alignment: &Alignment) -> Option<&Gap> {
    let has_words = |gap: &Gap, side| alignment.left_over(gap, side).iter().any(|unit| unit.role != Role::Tone);
    let mut gaps = alignment.gaps().iter().filter(|gap| has_words(gap, Side::New) || has_words(gap, Side::Stored));
    let gap = gaps.next()?;
    (gaps.next().is_none() && has_words(gap, Side::New) && has_words(gap, Side::Stored)).then_some(gap)
}

/// Aligned words that say something.
fn n_aligned(alignment: &Alignment) -> usize {
    let units = alignment.units(Side::New);
    alignment.pairs().iter().filter(|pair| says(&units[pair.0])).count()
}

/// One of the two texts, with its value.
struct Frame<'text> {
    reading: &'text Reading<'text>,
    value: Range<usize>,
    clause: Range<usize>,
}

impl<'text> Frame<'text> {
    fn of(reading: &'text Reading<'text>, gap: &Range<usize>) -> Option<Self> {
        let mut value = gap.clone();
        while !value.is_empty() && reading.units[value.start].role == Role::Tone {
            value.start += 1;
        }
        // A value is within one clause.
        let clause =
            reading.clauses().into_iter().find(|clause| clause.contains(&value.start) && value.end <= clause.end)?;
        Some(Self { reading, value, clause })
    }

    fn units(&self) -> &'text [Unit] {
        &self.reading.units
    }

    fn value(&self) -> &'text [Unit] {
        &self.reading.units[self.value.clone()]
    }

    /// What stands in the clause before the value.
    fn before(&self) -> &'text [Unit] {
        &self.reading.units[self.clause.start..self.value.start]
    }

    /// What stands in the clause after the value.
    fn after(&self) -> &'text [Unit] {
        &self.reading.units[self.value.end..self.clause.end]
    }

    fn previous(&self) -> Option<&'text Unit> {
        self.before().last()
    }

    fn next(&self) -> Option<&'text Unit> {
        self.after().first()
    }

    /// Whether the text is told as it is, of someone in particular, and not of a passing state.
    fn is_plain(&self) -> bool {
        let units = self.units();
        let is_meant = ["guess", "said", "condition", "state"].into_iter().all(|name| mark(units, name).is_none());
        let asks = units.iter().any(|unit| unit.flags.has(Flags::ASKING) || unit.text == "?");
        // A single letter may be a part of a name: 育才.
        let doubts = |unit: &Unit| unit.role == Role::Modality && 1 < unit.text.chars().count();
        let denies = self.value().iter().any(|unit| unit.role == Role::Negation || doubts(unit));
        let starts =
            |phrase: &str, most: usize| (0..most.min(units.len())).any(|at| phrase_at(units, at, phrase).is_some());
        let is_indefinite = group("indefinite").any(|word| starts(word, self.value.start))
            || group("indefinite_en").any(|word| starts(word, 1))
            || units.windows(2).any(|pair| pair[0].text == "one" && pair[1].text == "of");
        is_meant && !asks && !denies && !is_indefinite
    }

    /// Whether a word says that nothing else is so.
    fn says_only(&self) -> bool {
        self.units().iter().any(|unit| has("only", &unit.text))
    }
}

/// Opposites, said of what stands before them.
fn degree(sides: &[Frame; 2]) -> Option<SlotKind> {
    let text = |units: &[Unit]| joined(&units.iter().collect::<Vec<_>>());
    let with_next = |frame: &Frame| {
        let next = frame.next().map(|next| next.text.as_str()).unwrap_or_default();
        format!("{}{next}", text(frame.value()))
    };
    let is_pair = |name: &'static str, one: &str, other: &str| {
        group(name)
            .filter_map(|pair| pair.split_once(' '))
            .any(|(first, second)| (first, second) == (one, other) || (second, first) == (one, other))
    };
    let [new, stored] = sides;
    let (one, other) = (text(new.value()), text(stored.value()));
    let is_predicate = |frame: &Frame| {
        let ends = frame.next().is_none_or(|next| {
            Boundary::None < next.boundary
                || next.flags.has(Flags::PLACE.or(Flags::FUNCTION)) && next.text != "的"
                || matches!(next.text.as_str(), "than" | "and" | "with" | "了")
        });
        ends && !frame.before().is_empty()
            && frame.previous().is_none_or(|before| !matches!(before.text.as_str(), "a" | "an"))
    };
    let is_said =
        (is_pair("degree", &one, &other) || is_pair("degree_en", &one, &other)) && sides.iter().all(is_predicate);
    let (long, other_long) = (with_next(new), with_next(stored));
    let is_of_thing = is_pair("attributive", &long, &other_long)
        || is_pair("attributive", &one, &other)
        || is_pair("attributive_en", &one, &other);
    (is_said || is_of_thing && sides.iter().all(Frame::says_only)).then_some(SlotKind::Degree)
}

/// Whether a unit is of Han letters.
fn is_chinese(unit: &Unit) -> bool {
    unit.text.chars().all(is_han)
}
