//! Words of grammar that one text alone may have where the vectors agree.

use super::lexicon::Flags;
use super::unit::{Role, Unit};

/// Whether a word adds nothing of its own: an article, a copula, a measure word, a place's 里 and 上. Never one that says from, to, by or of whom.
pub(super) fn is_light(unit: &Unit) -> bool {
    match unit.role {
        Role::Tone => true,
        Role::Content | Role::Function | Role::Tense => {
            matches!(
                unit.stem.as_str(),
                "is" | "be"
                    | "的"
                    | "地"
                    | "得"
                    | "着"
                    | "是"
                    | "有"
                    | "在"
                    | "个"
                    | "只"
                    | "份"
                    | "里面"
                    | "上面"
                    | "这个"
                    | "那个"
                    | "也"
                    | "就"
                    | "去"
                    | "还"
                    | "来"
                    | "把"
                    | "会"
                    | "自己"
                    | "时候"
                    | "用来"
                    | "啊"
                    | "件"
                    | "家"
                    | "些"
                    | "呢"
                    | "哈"
                    | "哟"
                    | "一下"
            ) && unit.text != "was"
                && unit.text != "were"
                && unit.text != "been"
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

/// Whether two runs of light words face each other that say two things: 里 and 上, 来 and 去.
pub(super) fn are_opposed(mine: &[&Unit], theirs: &[&Unit]) -> bool {
    let has = |units: &[&Unit], stem: &str| units.iter().any(|unit| unit.stem == stem);
    [("里面", "上面"), ("来", "去"), ("这个", "那个"), ("也", "就")]
        .iter()
        .any(|(one, other)| has(mine, one) && has(theirs, other) || has(mine, other) && has(theirs, one))
}

/// Whether `units` begin with a word that stands where `article`, "a" or "an", does.
pub(super) fn takes_the_place(units: &[&Unit], article: &Unit) -> bool {
    let determines = |unit: &&Unit| {
        matches!(unit.text.as_str(), "a" | "an" | "the" | "his" | "her" | "our" | "their") || unit.stem == "user's"
    };
    matches!(article.text.as_str(), "a" | "an") && 2 <= units.len() && units.first().is_some_and(determines)
}
