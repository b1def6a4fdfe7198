//! English passives with one who acts, told as that one acting.

use super::text;
use crate::text::letters::Boundary;
use crate::text::lexicon::Flags;
use crate::text::list::listed;
use crate::text::stem::Form;
use crate::text::unit::{Ending, Role, Unit, clause_start};

/// Words of one who acts in a passive, at most.
///
/// Source: a judgement; more is a clause.
const MAX_AGENT: usize = 4;

/// "X was bitten by Y" as "Y bit X": who does it first.
pub(super) fn activate(units: &mut Vec<Unit>, at: usize) {
    let is_helper =
        matches!(text(units, at), "is" | "are" | "was" | "were") && 0 < at && units[at].boundary == Boundary::None;
    let Some(verb) =
        units.get(at + 1).filter(|verb| is_helper && verb.form == Form::Past && verb.boundary == Boundary::None)
    else {
        return;
    };
    if verb.role != Role::Content || verb.flags.has(Flags::FEELING) {
        return;
    }
    let start = clause_start(units, at);
    let end = (at + 1..units.len()).find(|&at| units[at].boundary != Boundary::None).unwrap_or(units.len());
    let Some(by) = (at + 2..end.min(at + 6)).find(|&by| text(units, by) == "by") else { return };
    let agent_end = (by + 1..end)
        .find(|&at| {
            units[at].flags.has(Flags::PLACE) || listed("because|after|before|and|for|to|who|which", text(units, at))
        })
        .unwrap_or(end);
    let is_agent = |unit: &Unit| {
        matches!(unit.role, Role::Content | Role::Function) && unit.form == Form::Plain && !unit.flags.has(Flags::TIME)
    };
    let is_plain = (by + 2..=by + 1 + MAX_AGENT).contains(&agent_end) && units[by + 1..agent_end].iter().all(is_agent);
    let is_subject = |unit: &Unit| matches!(unit.role, Role::Content | Role::Function | Role::Tone);
    if !is_plain || start == at || !units[start..at].iter().all(is_subject) {
        return;
    }
    let boundary = std::mem::take(&mut units[start].boundary);
    let is_past = units[at].form == Form::Past;
    let agent: Vec<Unit> = units.drain(by..agent_end).skip(1).collect();
    units.remove(at);
    units[at].form = if is_past { Form::Past } else { Form::Plain };
    units[at].ending = Ending::Agrees;
    units[start..at + 1].rotate_right(1);
    units.splice(start..start, agent);
    units[start].boundary = boundary;
}
