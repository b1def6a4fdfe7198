//! Whether what one text alone says only adds to what both say.

use super::align::{Alignment, Gap, Position, Side};
use super::grammar;
use super::inner::{belongs_to_a_quality, is_addition_of};
use super::letters::Boundary;
use super::lexicon::Flags;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

impl Alignment {
    /// Whether what one side alone has in `gap` is a detail that takes nothing back.
    pub(super) fn is_addition(&self, gap: &Gap, side: Side) -> bool {
        let position = self.position(gap);
        let units: Vec<&Unit> = self.left_over(gap, side).iter().filter(|unit| unit.role != Role::Tone).collect();
        let (Some(first), Some(whole)) = (units.first(), self.left_over(gap, side).first()) else { return false };
        if units.iter().any(|unit| changes_the_meaning(unit)) {
            return false;
        }
        if position == Position::Leading {
            return self.is_time_before_the_verb(gap, side) && !self.is_limited(side);
        }
        let after = self.after(gap, side).filter(|unit| unit.text != "?");
        let boundary = match after {
            Some(unit) => whole.boundary.min(unit.boundary),
            None => whole.boundary,
        };
        // Under a denial or a limit, "not in the evening" says less than "not".
        if self.is_limited(side) && boundary < Boundary::Stop {
            return false;
        }
        if boundary == Boundary::None {
            return match after {
                None => {
                    let before = &self.units(side)[..self.range(gap, side).start];
                    self.is_place_at_the_end(side, &units) && !belongs_to_a_quality(first, before)
                }
                Some(_) => self.is_time_before_the_verb(gap, side),
            };
        }
        let counts = first.role == Role::Number
            || first.text == "and" && units.get(1).is_some_and(|next| next.role == Role::Number);
        let opens = match first.kind {
            Kind::Han => 2 <= units.iter().map(|unit| unit.text.chars().count()).sum::<usize>(),
            Kind::Word | Kind::Number | Kind::Sign => {
                whole.flags.has(Flags::OPENER) && 2 <= self.left_over(gap, side).len()
            }
        };
        opens && !counts
    }

    /// Whether a denial or a limit is aligned, under which more words say less.
    fn is_limited(&self, side: Side) -> bool {
        self.aligned(side).any(|unit| unit.role == Role::Negation || unit.flags.has(Flags::LIMIT))
    }

    /// Whether one side alone has something in `gap`, and it is an addition by [`Self::is_inner_addition`].
    pub(super) fn is_inner_detail(&self, gap: &Gap) -> bool {
        let is_bare_unit =
            |unit: &Unit| unit.role == Role::Tone || unit.kind != Kind::Han && grammar::is_light(unit, false);
        let is_bare = |side| self.left_over(gap, side).iter().all(is_bare_unit);
        is_bare(Side::New) && self.is_inner_addition(gap, Side::Stored)
            || is_bare(Side::Stored) && self.is_inner_addition(gap, Side::New)
    }

    /// Whether what one side alone has in `gap` adds to what both say, for texts whose vectors agree: also inside a clause, before it, and without a word that
    /// opens it.
    ///
    /// Nothing is an addition to a question, nor under a denial or a limit of the same clause; and what follows a noun may make another thing of it: 妹妹的朋友,
    /// "tea cups".
    pub(super) fn is_inner_addition(&self, gap: &Gap, side: Side) -> bool {
        let all = self.units(side);
        if is_question(all) || is_question(self.units(side.other())) {
            return false;
        }
        let range = self.range(gap, side);
        let mut start = range.start;
        while start < range.end {
            let end = (start + 1..range.end).find(|&at| Boundary::Comma <= all[at].boundary).unwrap_or(range.end);
            if !is_addition_of(all, start..end) {
                return false;
            }
            start = end;
        }
        !range.is_empty()
    }

    /// Whether `units`, at the end of an English sentence, add a place, a time or company to a sentence that is whole without them. After
    /// a feeling, a quality or a number they may belong to it: "good at chess", "8090 in staging".
    fn is_place_at_the_end(&self, side: Side, units: &[&Unit]) -> bool {
        let opens = match units {
            [first, second, ..] => first.flags.has(Flags::PLACE) && !second.flags.has(Flags::PLACE),
            [] | [_] => false,
        };
        let binds = |unit: &Unit| {
            unit.role == Role::Number || unit.flags.has(Flags::FEELING.or(Flags::QUALITY).or(Flags::PLACE))
        };
        let n_content = self.aligned(side).filter(|unit| unit.role == Role::Content).count();
        opens
            && 3 <= n_content
            && !self.aligned(side).any(|unit| {
                unit.role != Role::Content && binds(unit) || unit.flags.has(Flags::FEELING.or(Flags::QUALITY))
            })
            && units.iter().all(|unit| unit.kind != Kind::Han)
    }

    /// Whether `gap` holds nothing but Chinese adverbials of time, beside the subject that begins a clause.
    fn is_time_before_the_verb(&self, gap: &Gap, side: Side) -> bool {
        let at = self.range(gap, side).start;
        let units = self.units(side);
        let begins = |at: usize| at == 0 || units[at].boundary != Boundary::None;
        let is_subject =
            |at: &usize| units.get(*at).is_some_and(|unit| unit.flags.has(Flags::SUBJECT) && unit.kind == Kind::Han);
        let subject = at.checked_sub(1).filter(is_subject);
        let is_time = |unit: &Unit| unit.role == Role::Date || unit.flags.has(Flags::TIME);
        let end = self.range(gap, side).end;
        let follows =
            begins(at) && (end..units.len()).find(|&at| !is_time(&units[at])).is_some_and(|at| is_subject(&at));
        (subject.is_some_and(begins) || follows)
            && self.left_over(gap, side).iter().all(|unit| unit.flags.has(Flags::TIME))
    }
}

/// Whether a word in an added piece may take back or restrict what stands before it.
pub(super) fn changes_the_meaning(unit: &Unit) -> bool {
    matches!(unit.role, Role::Negation | Role::Modality) || unit.text == "?" || unit.text == ","
}

fn is_question(units: &[Unit]) -> bool {
    units.iter().any(|unit| unit.text == "?" || unit.kind == Kind::Han && unit.flags.has(Flags::ASKING))
        || units.first().is_some_and(|unit| unit.flags.has(Flags::ASKING))
}
