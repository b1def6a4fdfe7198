//! Sentences of which one says what the other denies.

use super::difference::{Difference, Pair};
use super::{Slot, SlotKind};
use crate::annotate::lists::{beginning, has};
use crate::annotate::reading::{Reading, denies, phrase_at};
use crate::text::lexicon::Flags;
use crate::text::opposite::are_opposite_units;
use crate::text::unit::{Role, Unit, joined};

/// What denies and what it faces, where nothing else differs but words that go with a denial: 从来, "any", "at all".
pub(super) fn slot(pair: &Pair, difference: &Difference) -> Option<Slot> {
    if !difference.is_ordered || difference.n_aligned == 0 {
        return None;
    }
    let (mut new, mut stored): (Vec<&Unit>, Vec<&Unit>) = (Vec::new(), Vec::new());
    let mut n_denials = 0;
    for gap in &difference.gaps {
        let (mine, theirs) = (&pair.new.units[gap.0.clone()], &pair.stored.units[gap.1.clone()]);
        let (mine, theirs) = (weighty(mine, theirs), weighty(theirs, mine));
        if are_opposite_units(&mine, &theirs) && mine.iter().chain(&theirs).any(|unit| is_polar(unit)) {
            n_denials += 1;
        } else if mine.iter().chain(&theirs).all(|unit| denies(unit)) {
            n_denials += mine.len() + theirs.len();
        } else {
            return None;
        }
        new.extend(mine);
        stored.extend(theirs);
    }
    let is_whole = |reading: &Reading| !reading.units.iter().any(|unit| has("scope", &unit.text));
    let fits = n_denials % 2 == 1 && is_whole(pair.new) && is_whole(pair.stored);
    fits.then(|| Slot { kind: SlotKind::Denial, new: joined(&new), stored: joined(&stored) })
}

/// Whether a word is of all or of none, or has a denial in it.
fn is_polar(unit: &Unit) -> bool {
    denies(unit) || has("polar", &unit.text)
}

/// The words but those that only go with a denial or with what it denies.
fn weighty<'text>(units: &'text [Unit], facing: &[Unit]) -> Vec<&'text Unit> {
    // A time beside the denial narrows it: 晚上不吃.
    let is_denied = facing.iter().any(denies);
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < units.len() {
        let unit = &units[at];
        let first = unit.text.chars().next().unwrap_or_default();
        // 去年装了 and 到现在都没装.
        let is_time = is_denied && (unit.role == Role::Date || unit.flags.has(Flags::TIME));
        let is_light =
            is_time || matches!(unit.role, Role::Tone | Role::Function | Role::Tense) || has("filler", &unit.text);
        match beginning("denying", first).filter_map(|phrase| phrase_at(units, at, phrase)).max() {
            Some(n_units) => at += n_units,
            None if is_light && !denies(unit) => at += 1,
            None => {
                kept.push(unit);
                at += 1;
            }
        }
    }
    kept
}
