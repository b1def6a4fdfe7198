//! Differences that forbid calling two texts the same.

use super::align::{Alignment, Gap, Side};
use super::coverage::are_equal_in_grammar;
use super::lexicon::Flags;
use super::opposite::are_opposite_units;
use super::unit::{Role, Unit, joined};
use crate::record::{Finding, Guard};

/// The differences between two aligned texts: a denial that one side has, numbers that differ, words that change how the sentence is
/// meant, words that changed places, words put in the place of others. Of a text and itself there is none.
///
/// A detail that only one side has, its numbers and names included, is no difference. Changing the two texts changes the two sides of
/// each finding, and nothing else.
///
/// ```
/// use palimpsest::record::Guard;
/// use palimpsest::text::{align::align, guard::guards};
/// let found = guards(&align("用户吃香菜", "用户不吃香菜"));
/// assert_eq!((found[0].guard, found[0].stored.as_str()), (Guard::Negation, "不"));
/// ```
#[must_use]
pub fn guards(alignment: &Alignment) -> Vec<Finding> {
    guards_but(alignment, is_detail)
}

/// Whether none of the guards that [`guards`] found is left for texts whose vectors agree: what only adds to what both say is no difference then,
/// wherever it stands.
#[must_use]
pub fn are_free_loose(alignment: &Alignment, found: &[Finding]) -> bool {
    let is_inner = |gap: &Gap| alignment.is_inner_detail(gap);
    let is_detail = |alignment: &Alignment, gap: &Gap| is_detail(alignment, gap) || is_inner(gap);
    found.is_empty() || alignment.gaps().iter().any(is_inner) && guards_but(alignment, is_detail).is_empty()
}

fn guards_but(alignment: &Alignment, is_detail: impl Fn(&Alignment, &Gap) -> bool) -> Vec<Finding> {
    let gaps: Vec<Sides> =
        alignment.gaps().iter().filter(|gap| !is_detail(alignment, gap)).map(|gap| Sides::of(alignment, gap)).collect();
    let mut findings = Vec::new();
    findings.extend(gaps.iter().filter_map(negation));
    let all = Sides {
        new: gaps.iter().flat_map(|gap| gap.new.iter().copied()).collect(),
        stored: gaps.iter().flat_map(|gap| gap.stored.iter().copied()).collect(),
    };
    findings.extend(number(&all));
    findings.extend(date(&gaps, &all));
    findings.extend(gaps.iter().filter_map(unit));
    let directions: Vec<Option<Finding>> = gaps.iter().map(direction).collect();
    findings.extend(directions.iter().flatten().cloned());
    findings.extend(modality(&all));
    let others = gaps.iter().zip(&directions).filter(|(_, direction)| direction.is_none());
    match moved(&all) {
        Some(finding) => findings.push(finding),
        None => findings.extend(others.filter_map(|(gap, _)| object(gap))),
    }
    findings
}

/// Whether `gap` only adds a detail on one side.
fn is_detail(alignment: &Alignment, gap: &Gap) -> bool {
    let is_bare = |side| alignment.left_over(gap, side).iter().all(|unit| unit.role == Role::Tone);
    is_bare(Side::New) && alignment.is_addition(gap, Side::Stored)
        || is_bare(Side::Stored) && alignment.is_addition(gap, Side::New)
}

/// What is left over on the two sides.
struct Sides<'text> {
    new: Vec<&'text Unit>,
    stored: Vec<&'text Unit>,
}

impl<'text> Sides<'text> {
    fn of(alignment: &'text Alignment, gap: &Gap) -> Self {
        Self {
            new: alignment.left_over(gap, Side::New).iter().collect(),
            stored: alignment.left_over(gap, Side::Stored).iter().collect(),
        }
    }

    /// Of both sides what `keep` keeps.
    fn only(&self, keep: impl Fn(&Unit) -> bool) -> Self {
        let of = |units: &[&'text Unit]| units.iter().copied().filter(|unit| keep(unit)).collect();
        Self { new: of(&self.new), stored: of(&self.stored) }
    }

    fn have_both(&self) -> bool {
        !self.new.is_empty() && !self.stored.is_empty()
    }

    /// Whether both sides have the same stems, in whatever order.
    fn have_the_same(&self) -> bool {
        let count = |units: &[&Unit], stem: &str| units.iter().filter(|unit| unit.stem == stem).count();
        self.new.len() == self.stored.len()
            && self.new.iter().all(|unit| count(&self.new, &unit.stem) == count(&self.stored, &unit.stem))
    }

    fn finding(&self, guard: Guard) -> Finding {
        Finding { guard, new: joined(&self.new), stored: joined(&self.stored) }
    }
}

/// One side denies, or denies what the other denies twice.
fn negation(gap: &Sides) -> Option<Finding> {
    let denials = gap.only(|unit| unit.role == Role::Negation);
    (denials.new.len() % 2 != denials.stored.len() % 2).then(|| denials.finding(Guard::Negation))
}

/// Both sides have numbers that the other has not.
fn number(all: &Sides) -> Option<Finding> {
    let numbers = all.only(|unit| unit.role == Role::Number);
    (numbers.have_both() && !numbers.have_the_same()).then(|| numbers.finding(Guard::Number))
}

/// Both sides have the same part of a date, a month for instance, and not the same one; or a number stands where the other has a date.
///
/// 三点 and 下午三点, Monday and tomorrow, 2025 and March are no difference: the one may be the other.
fn date(gaps: &[Sides], all: &Sides) -> Option<Finding> {
    let part =
        |unit: &Unit| unit.stem.split_once(':').map_or("year", |(part, _)| part).trim_end_matches('s').to_owned();
    let has_part = |units: &[&Unit], wanted: &Unit| {
        units.iter().any(|unit| unit.role == Role::Date && part(unit) == part(wanted) && unit.stem != wanted.stem)
    };
    let dates = Sides {
        new: all.new.iter().copied().filter(|unit| unit.role == Role::Date && has_part(&all.stored, unit)).collect(),
        stored: all.stored.iter().copied().filter(|unit| unit.role == Role::Date && has_part(&all.new, unit)).collect(),
    };
    if dates.have_both() && !dates.have_the_same() {
        return Some(dates.finding(Guard::Date));
    }
    let faces = |gap: &&Sides| {
        let has = |units: &[&Unit], role: Role| units.iter().any(|unit| unit.role == role);
        let face = |one: &[&Unit], other: &[&Unit]| {
            has(one, Role::Date) && !has(one, Role::Number) && has(other, Role::Number) && !has(other, Role::Date)
        };
        face(&gap.new, &gap.stored) || face(&gap.stored, &gap.new)
    };
    let gap = gaps.iter().find(faces)?;
    Some(gap.only(|unit| matches!(unit.role, Role::Date | Role::Number)).finding(Guard::Date))
}

/// A number counts another unit.
fn unit(gap: &Sides) -> Option<Finding> {
    let measures = gap.only(|unit| unit.role == Role::Measure);
    (measures.have_both() && !measures.have_the_same()).then(|| measures.finding(Guard::Unit))
}

/// The two sides are opposites, or two places on one scale. A denial is a guard of its own.
fn direction(gap: &Sides) -> Option<Finding> {
    let said = gap.only(|unit| unit.role != Role::Tone);
    let denies = said.new.iter().chain(&said.stored).any(|unit| unit.role == Role::Negation);
    (!denies && said.have_both() && are_opposite_units(&said.new, &said.stored)).then(|| said.finding(Guard::Direction))
}

/// One side has a word that changes how the sentence is meant, or a verb is past on one side alone.
fn modality(all: &Sides) -> Option<Finding> {
    let changed =
        |mine: &Unit, others: &[&Unit]| others.iter().any(|other| other.stem == mine.stem && other.form != mine.form);
    let meant = |unit: &Unit, others: &[&Unit]| {
        matches!(unit.role, Role::Modality | Role::Tense) || unit.role != Role::Negation && changed(unit, others)
    };
    let words = Sides {
        new: all.new.iter().copied().filter(|unit| meant(unit, &all.stored)).collect(),
        stored: all.stored.iter().copied().filter(|unit| meant(unit, &all.new)).collect(),
    };
    let differ = !words.have_the_same() || words.new.iter().any(|unit| changed(unit, &words.stored));
    differ.then(|| words.finding(Guard::Modality))
}

/// Both sides have the same words at other places.
fn moved(all: &Sides) -> Option<Finding> {
    let said = all.only(|unit| matches!(unit.role, Role::Content | Role::Number | Role::Date | Role::Measure));
    let same_forms = said.new.iter().all(|unit| said.stored.iter().any(|other| other.matches(unit)));
    (said.have_both() && said.have_the_same() && same_forms).then(|| said.finding(Guard::Role))
}

/// A word stands where the other text has another.
fn object(gap: &Sides) -> Option<Finding> {
    // A date or a unit against another one has a guard of its own.
    let faces =
        |role: Role| [&gap.new, &gap.stored].map(|units| units.iter().any(|unit| unit.role == role)) == [true, true];
    let (dates_face, units_face) = (faces(Role::Date), faces(Role::Measure));
    let said = gap.only(|unit| match unit.role {
        Role::Content => true,
        Role::Date => !dates_face,
        Role::Measure => !units_face,
        Role::Tone | Role::Function | Role::Negation | Role::Modality | Role::Tense | Role::Number => {
            unit.flags.has(Flags::PLACE)
        }
    });
    if let ([mine], [theirs]) = (said.new.as_slice(), said.stored.as_slice())
        && are_equal_in_grammar(mine, theirs)
    {
        return None;
    }
    // A verb in another form is no other word.
    let other = said.only(|unit| {
        let n_forms = said
            .new
            .iter()
            .chain(&said.stored)
            .filter(|other| other.stem == unit.stem && other.form != unit.form)
            .count();
        n_forms == 0
    });
    (other.have_both() && !other.have_the_same()).then(|| other.finding(Guard::Object))
}

#[cfg(test)]
mod tests;
