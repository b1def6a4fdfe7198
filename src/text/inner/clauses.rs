//! Pieces beside a clause that add to it: a reason, one more member of a list, a second predicate.

use super::{is_frequency, is_time, n_letters};
use crate::text::lexicon::Flags;
use crate::text::list::listed;
use crate::text::stem::Form;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Whether `units` end the clause with why: "because of the noise", "due to a cold".
pub(super) fn is_reason(units: &[Unit], rest: &[Unit]) -> bool {
    let opens = matches!(units[0].stem.as_str(), "because" | "because of" | "so" | "hence");
    opens && 2 <= units.len() && rest.iter().all(is_time)
}

/// Whether `units` are one more member of a list behind the verb: "[tea and] coffee", "tea [and coffee]".
pub(super) fn is_member(units: &[Unit], before: &[Unit], rest: &[Unit]) -> bool {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return false };
    let is_plain = |unit: &Unit| {
        matches!(unit.role, Role::Content | Role::Function | Role::Number | Role::Tone) && !unit.flags.has(Flags::PLACE)
    };
    let joins = first.text == "and" && rest.iter().all(is_time) || last.text == "and" && !rest.is_empty();
    let has_verb =
        before.iter().skip(1).any(|unit| is_verb(unit) || unit.form == Form::Past || unit.flags.has(Flags::FEELING));
    // "Rock [and roll]" may be one thing.
    joins && has_verb && (3..=5).contains(&units.len()) && units.iter().all(is_plain)
}

pub(super) fn is_verb(unit: &Unit) -> bool {
    matches!(unit.stem.as_str(), "is" | "have")
        || unit.kind == Kind::Word && unit.text != unit.stem && unit.text.ends_with('s') && unit.text != "'s"
}

/// Whether a piece is a predicate beside the one that both texts have: "[is Postgres 15 and] can be reached", 博客[用Hugo搭的，]托管在云上.
pub(super) fn is_predicate(units: &[Unit], before: &[Unit], rest: &[Unit]) -> bool {
    let is_english = units.last().is_some_and(|unit| unit.text == "and")
        && !before.is_empty()
        && 3 <= units.len()
        && units.iter().any(is_verb);
    let tells = |verb: &Unit| is_verb(verb) || verb.form == Form::Past && verb.kind == Kind::Word;
    let adds_a_verb = rest.iter().all(is_frequency)
        && matches!(units, [and, verb, ..] if and.text == "and" && tells(verb))
        && 3 <= before.len();
    // 我想妈妈[来北京] is no longing for her.
    let is_of_mind = |unit: &Unit| unit.flags.has(Flags::FEELING) || matches!(unit.text.as_str(), "想" | "等");
    let is_chinese = rest.is_empty()
        && !before.is_empty()
        && !before.iter().any(is_of_mind)
        && 3 <= n_letters(units)
        && units.first().is_some_and(|unit| listed("有|在|使用|叫|名叫|住在|来|去|做|加|带|要|姓", &unit.stem));
    is_english || adds_a_verb || is_chinese
}
