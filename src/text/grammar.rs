//! Words of grammar that one text alone may have where the vectors agree.

use super::lexicon::Flags;
use super::list::listed;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

/// Whether a word adds nothing of its own: an article, a copula; in a question also the Chinese words that a question may be asked with or without. Never
/// one that says from, to, by or of whom.
pub(super) fn is_light(unit: &Unit, asks: bool) -> bool {
    match unit.role {
        Role::Tone => true,
        Role::Content | Role::Function | Role::Tense => {
            let stem = unit.stem.as_str();
            let is_english = matches!(stem, "is" | "be") && !matches!(unit.text.as_str(), "was" | "were" | "been");
            is_english
                || listed("是|也|里面|地|得|份|件|去|把|用来|啊|呢|哈|哟|一下", stem)
                || asks && is_light_in_a_question(stem)
        }
        Role::Negation | Role::Modality | Role::Number | Role::Date | Role::Measure => false,
    }
}

/// Whether the verb in -ing at `at` may say what its plain form says: after a verb that takes both forms, "likes cooking", or of what lasts, "is living". What one does just
/// now is no habit.
pub(super) fn goes_on(units: &[Unit], at: usize) -> bool {
    let mut before = units[..at].iter().rev().filter(|unit| unit.role != Role::Tone);
    let Some(led) = before.next() else { return false };
    let is_feeling = led.flags.has(Flags::FEELING) || matches!(led.stem.as_str(), "begin" | "continue");
    let lasts = match units[at].stem.as_str() {
        "live" | "work" | "learn" | "use" | "look for" => true,
        "run" => before.next().is_some_and(|subject| !subject.flags.has(Flags::SUBJECT)),
        _ => false,
    };
    is_feeling || led.stem == "is" && lasts
}

/// What says something in a statement alone: who comes as well, where in it, which one, whether he can.
fn is_light_in_a_question(stem: &str) -> bool {
    listed("的|着|有|在|个|只|上面|这个|那个|就|还|来|会|自己|时候|家|些", stem)
}

/// Whether two runs of light words face each other that say two things: 里 and 上, 来 and 去, and in Chinese statements whatever differs.
pub(super) fn are_opposed(mine: &[&Unit], theirs: &[&Unit], asks: bool) -> bool {
    let has = |units: &[&Unit], stem: &str| units.iter().any(|unit| unit.stem == stem);
    let is_han = |units: &[&Unit]| units.iter().any(|unit| unit.kind == Kind::Han && unit.role != Role::Tone);
    let is_particle = |units: &[&Unit]| matches!(units, [unit] if matches!(unit.text.as_str(), "的" | "地" | "得"));
    !asks && is_han(mine) && is_han(theirs) && !(is_particle(mine) && is_particle(theirs))
        || [("里面", "上面"), ("来", "去"), ("这个", "那个"), ("也", "就")]
            .iter()
            .any(|(one, other)| has(mine, one) && has(theirs, other) || has(mine, other) && has(theirs, one))
}

/// Whether `units` begin with a word that stands where `article`, "a" or "an", does.
pub(super) fn takes_the_place(units: &[&Unit], article: &Unit) -> bool {
    let determines = |unit: &&Unit| listed("a|an|the|his|her|our|their", &unit.text) || unit.stem == "user's";
    matches!(article.text.as_str(), "a" | "an") && 2 <= units.len() && units.first().is_some_and(determines)
}
