//! Slots of degrees and sides: opposites, said of one thing.

use std::ops::Range;

use super::common::is_deed;
use super::number::is_of_one_time;
use super::{Frame, is_chinese};
use crate::annotate::lists::has;
use crate::annotate::reading::is_inflected;
use crate::text::letters::Boundary;
use crate::text::lexicon::Flags;
use crate::text::opposite::are_opposite_units;
use crate::text::unit::{Role, Unit};

/// Whether the two values are opposites of which only one can be said of the thing: they are what the clause says of it, or a part of that.
pub(super) fn is_one(sides: &[Frame; 2]) -> bool {
    let Some(n_more) = widening(sides) else { return false };
    if sides.iter().all(is_done) {
        return false;
    }
    // A letter of a name is no degree.
    if sides.iter().any(|side| side.before().iter().rev().take(3).any(|unit| has("naming", &unit.text))) {
        return false;
    }
    let ends = |side: &Frame, more: &Range<usize>| side.value.end + more.end;
    let is_said = sides.iter().all(|side| is_predicate(side, ends(side, &n_more)));
    let is_of_thing = || sides.iter().all(|side| is_part_of_predicate(side));
    let is_how_often = || {
        sides.iter().all(|side| {
            has("frequency", &side.value().iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join(" "))
        })
    };
    is_said || is_how_often() || sides.iter().all(Frame::says_only) || is_of_thing()
}

fn is_done(side: &Frame) -> bool {
    matches!(side.value(), [verb] if is_deed(verb, side.previous()))
}

/// By how many aligned letters before and after it the values must grow to be opposites: 内向 and 外向.
fn widening(sides: &[Frame; 2]) -> Option<Range<usize>> {
    [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1)].into_iter().find_map(|(before, after)| {
        let (mine, theirs) = (wide(&sides[0], before, after)?, wide(&sides[1], before, after)?);
        are_opposite_units(&mine, &theirs).then_some(before..after)
    })
}

/// A value with some letters more, without its tone; none where that goes beyond its clause, or what is more is no Chinese.
fn wide<'text>(side: &Frame<'text>, before: usize, after: usize) -> Option<Vec<&'text Unit>> {
    let start = side.value.start.checked_sub(before).filter(|start| side.clause.start <= *start)?;
    let end = Some(side.value.end + after).filter(|end| *end <= side.clause.end)?;
    let units: Vec<&Unit> = side.units()[start..end].iter().filter(|unit| unit.role != Role::Tone).collect();
    let grows = before + after == 0 || units.iter().all(|unit| is_chinese(unit));
    grows.then_some(units)
}

/// Whether the value, which ends before the unit at `end`, is what the clause says.
fn is_predicate(side: &Frame, end: usize) -> bool {
    let next = side.units()[..side.clause.end].get(end);
    let ends = next.is_none_or(|next| {
        Boundary::None < next.boundary
            || next.flags.has(Flags::PLACE.or(Flags::FUNCTION)) && next.text != "的"
            || next.role == Role::Tone
            || has("after_degree", &next.text)
            || next.flags.has(Flags::FEELING)
    }) || side.value().iter().any(|unit| unit.flags.has(Flags::FEELING) || has("position", &unit.text));
    // ", near the water", "a hole near the water".
    let is_place = side.value().iter().any(|unit| has("position", &unit.text));
    let is_first = side.before().iter().all(|unit| matches!(unit.role, Role::Tone | Role::Function));
    let is_whole = is_first && !(is_place && 0 < side.clause.start);
    ends && !is_whole && (is_place || !is_indefinite(side))
}

/// Whether the value is a part of what the clause says of its subject, and no part of the subject, which it would tell from another: 坐在最前排, "sleeps on the
/// left side"; not 左膝做过手术.
fn is_part_of_predicate(side: &Frame) -> bool {
    let before = side.before();
    let is_han = side.value().iter().any(is_chinese);
    let has_verb = if is_han {
        before.iter().any(|unit| has("locating", &unit.text))
    } else {
        before.iter().any(|unit| is_inflected(unit) || has("copula_en", &unit.text) || unit.role == Role::Modality)
    };
    let likes = before.iter().any(|unit| {
        unit.flags.has(Flags::FEELING) && !matches!(unit.stem.as_str(), "prefer" | "偏好") || has("having", &unit.stem)
    });
    has_verb && !likes && !is_indefinite(side) && is_of_one_time(side)
}

/// Whether the value says what sort of thing: "a big dog", of which there may be others.
fn is_indefinite(side: &Frame) -> bool {
    side.before().iter().rev().take(2).any(|before| has("any_of", &before.text))
}
