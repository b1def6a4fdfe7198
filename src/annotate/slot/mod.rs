//! One frame with one value slot: two texts of which all is alike but one amount, date, degree or name, but a denial, or but who does it to whom.

mod common;
mod degree;
mod denial;
mod difference;
mod exchange;
mod looked_for;
mod name;
mod number;
mod sole;
#[cfg(test)]
mod tests;
mod topic;

use std::ops::Range;

use self::difference::{Difference, Pair};
pub(super) use self::looked_for::Cores;
use super::lists::{group, has};
use super::reading::{Reading, mark, phrase_at};
use crate::text::letters::is_han;
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
    /// Who does something, and to whom.
    Role,
    /// Whether it is so.
    Denial,
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
    between((&Reading::of(new), &Cores::default()), (&Reading::of(stored), &Cores::default()))
}

/// [`slot`] of texts that were read before.
pub(super) fn between(new: (&Reading, &Cores), stored: (&Reading, &Cores)) -> Option<Slot> {
    if ![new, stored].into_iter().all(|(reading, cores)| cores.are_told(reading)) {
        return None;
    }
    let pair = Pair { new: new.0, stored: stored.0, new_cores: new.1, stored_cores: stored.1 };
    let by_order = exchange::slot(&pair);
    by_order
        .or_else(|| pair.differences().find_map(|difference| value(&pair, &difference)))
        .or_else(|| topic::slot(&pair))
}

/// The value in which two texts differ, if that is all.
fn value(pair: &Pair, difference: &Difference) -> Option<Slot> {
    if let Some(denial) = denial::slot(pair, difference) {
        return Some(denial);
    }
    let mut sides = Vec::new();
    for gap in &difference.gaps {
        sides.push([Frame::of(pair.new, &gap.0)?, Frame::of(pair.stored, &gap.1)?]);
    }
    let first = sides.first()?;
    if difference.n_aligned < 2 || !sides.iter().flatten().all(Frame::is_plain) {
        return None;
    }
    let kind = match sides.as_slice() {
        sides if difference.is_ordered && sides.iter().all(degree::is_one) => SlotKind::Degree,
        [sides] => number::kind(sides).or_else(|| name::kind(sides))?,
        _ => return None,
    };
    let text = |frame: &Frame| joined(&frame.value().iter().collect::<Vec<_>>());
    Some(Slot { kind, new: text(&first[0]), stored: text(&first[1]) })
}

/// Whether a text is told as it is: nothing guessed, asked, or said by another than the user.
fn is_told(reading: &Reading) -> bool {
    let units = &reading.units;
    // Behind other words of its sentence an English "who" or "which" asks nothing.
    let asks = |at: usize| {
        let unit = &units[at];
        unit.text == "?" || unit.flags.has(Flags::ASKING) && (at == 0 || is_chinese(unit))
    };
    let by_other = |said: Range<usize>| {
        // To believe in something is no word on it.
        let says = units.get(said.end).is_none_or(|next| next.text != "in");
        let speaker = said.start.checked_sub(1).map(|at| &units[at]);
        says && speaker.is_some_and(|unit| !has("user", &unit.text))
    };
    !(0..units.len()).any(asks)
        && ["guess", "condition"].into_iter().all(|name| mark(units, name).is_none())
        && !mark(units, "said").is_some_and(by_other)
}

/// One of the two texts, with its value.
struct Frame<'text> {
    reading: &'text Reading,
    value: Range<usize>,
    clause: Range<usize>,
}

impl<'text> Frame<'text> {
    fn of(reading: &'text Reading, gap: &Range<usize>) -> Option<Self> {
        let mut value = gap.clone();
        let is_light = |unit: &Unit| unit.role == Role::Tone || has("filler", &unit.text);
        // A value may be a word that elsewhere is filler: the last letter of 育才.
        while 1 < value.len() && is_light(&reading.units[value.start]) {
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

    /// Whether the value is no denial and no doubt, and the text is not of a passing state.
    fn is_plain(&self) -> bool {
        // A single letter may be a part of a name: 育才; "left" is a side too.
        let doubts =
            |unit: &Unit| unit.role == Role::Modality && 1 < unit.text.chars().count() && !has("side", &unit.text);
        let denies = self.value().iter().any(|unit| unit.role == Role::Negation || doubts(unit));
        mark(self.units(), "state").is_none() && !denies
    }

    /// Whether the text is of something in particular, and not of one of several.
    fn is_definite(&self) -> bool {
        let units = self.units();
        let starts =
            |phrase: &str, most: usize| (0..most.min(units.len())).any(|at| phrase_at(units, at, phrase).is_some());
        let is_indefinite = group("indefinite").any(|word| starts(word, self.value.start))
            || group("indefinite_en").any(|word| starts(word, 1))
            || units.windows(2).any(|pair| pair[0].text == "one" && pair[1].text == "of");
        !is_indefinite
    }

    /// Whether the clause tells of what may or must be.
    fn says_may(&self) -> bool {
        self.before().iter().any(|unit| unit.role == Role::Modality)
    }

    /// Whether a word says that nothing else is so.
    fn says_only(&self) -> bool {
        self.units().iter().any(|unit| has("only", &unit.text))
    }
}

/// Whether a unit is of Han letters.
fn is_chinese(unit: &Unit) -> bool {
    unit.text.chars().all(is_han)
}
