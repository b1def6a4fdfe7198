//! Words that are tone in the place where they stand.

use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::synonym;
use super::tokenize::Kind;
use super::unit::{Role, Unit, clause_start};

/// Makes tone of asides, and of words that only colour what stands beside them: 可 and 啦 in 可好吃啦, 都 in 天天都去, 了 in 两周了, "ever" in "never ever".
///
/// What denies, limits or sets a time anywhere else stays what it is.
pub(super) fn mark(units: &mut [Unit]) {
    synonym::soften(units);
    for at in (0..units.len()).chain((0..units.len()).rev()) {
        if is_tone(units, at) {
            units[at].role = Role::Tone;
        }
    }
    if (asks_a_favour(units) || asks_leave(units))
        && let Some(last) = units.last_mut().filter(|last| last.text == "?")
    {
        last.role = Role::Tone;
    }
}

fn is_tone(units: &[Unit], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| &units[at]);
    let next = units.get(at + 1).filter(|next| next.boundary == Boundary::None);
    let text = |unit: Option<&Unit>, any: &[&str]| unit.is_some_and(|unit| any.contains(&unit.text.as_str()));
    let degree = Flags::FEELING.or(Flags::QUALITY);
    match units[at].text.as_str() {
        "可" => {
            next.is_some_and(|next| next.flags.has(degree) || next.role == Role::Negation)
                || text(next, &["要", "得", "真", "实在", "是", "就", "千万", "千", "太"])
        }
        "千万" => next.is_some_and(|next| next.role == Role::Negation) || text(next, &["要", "记", "得"]),
        "千" | "万" => urges(units, at),
        // "Please", before what is asked for: not 请小王吃饭.
        "请" | "麻烦" => next.is_some_and(is_asked_for),
        "您" | "你" => before
            .is_some_and(|before| before.text == "请" || before.role == Role::Tone && before.text.starts_with("麻烦")),
        // Each of them all; all of it by now; not one bit.
        "都" | "也" => {
            let clause = &units[clause_start(units, at)..at];
            let of_each = clause.iter().any(|unit| unit.text.starts_with('每') || EACH.contains(&unit.text.as_str()))
                || is_doubled(units, at);
            let rest = clause_rest(units, at);
            let so_long = rest.last().is_some_and(|last| matches!(last.text.as_str(), "了" | "啦"))
                && rest.iter().any(|unit| unit.role == Role::Number);
            so_long || of_each || text(next, &["已经", "已", "快"]) || text(next, &["是"]) && ends_with_de(units, at)
        }
        "一点" | "点" | "一" => {
            let rest = &units[at..];
            let denied = |at: usize| {
                rest.get(at).is_some_and(|unit| matches!(unit.text.as_str(), "都" | "也"))
                    && rest.get(at + 1).is_some_and(|unit| unit.role == Role::Negation)
            };
            (1..4).any(denied)
        }
        // 差点就没赶上
        "就" => units[clause_start(units, at)..at]
            .iter()
            .any(|unit| matches!(unit.text.as_str(), "差点" | "差一点" | "差点儿" | "差一点儿")),
        // 吃虾会过敏, 还挺好吃
        "会" => text(next, &["过敏"]),
        "还" => text(next, &["挺", "蛮", "真"]),
        "刚" | "刚刚" | "才" => units[clause_start(units, at)..at].iter().any(|unit| unit.role == Role::Date),
        "了" | "啦" | "喽" | "咯" => {
            ends_clause(units, at)
                && (is_amount(before)
                    || is_degree_behind(before)
                    || is_exclaimed(units, at)
                    || is_about_to(&units[clause_start(units, at)..at]))
        }
        // How firmly a denial is meant.
        "完全" | "一概" | "坚决" | "死活" => next.is_some_and(|next| next.role == Role::Negation),
        "死" | "透" | "爆" | "惨" => {
            before.is_some_and(|before| before.flags.has(degree)) && text(next, &["了", "啦"])
        }
        "哈" | "呗" | "哇" | "呐" | "哒" | "耶" => ends_clause(units, at) && 0 < at,
        "已经" | "已" => {
            clause_rest(units, at).iter().any(|unit| matches!(unit.text.as_str(), "了" | "过" | "完" | "好"))
        }
        _ => is_english_tone(units, at),
    }
}

/// Whether the 千 or 万 at `at` is of a 千万 that urges: 千万别, 千万要.
fn urges(units: &[Unit], at: usize) -> bool {
    let start = at - usize::from(units[at].text == "万" && 0 < at);
    let [thousand, rest @ ..] = &units[start..] else { return false };
    let is_urged = |unit: &Unit| unit.role == Role::Negation || matches!(unit.text.as_str(), "要" | "记" | "得");
    thousand.text == "千" && rest.first().is_some_and(|unit| unit.text == "万") && rest.get(1).is_some_and(is_urged)
}

/// As [`is_tone`], for English words and signs.
fn is_english_tone(units: &[Unit], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| &units[at]);
    let next = units.get(at + 1).filter(|next| next.boundary == Boundary::None);
    let text = |unit: Option<&Unit>, any: &[&str]| unit.is_some_and(|unit| any.contains(&unit.text.as_str()));
    match units[at].text.as_str() {
        "plain" => next.is_some_and(|next| next.flags.has(Flags::QUALITY)),
        "just" => {
            text(before, &["is", "are", "am"])
                || next.is_some_and(|next| next.flags.has(Flags::FEELING))
                || text(next, &["can", "cannot", "so"])
        }
        "much" => next.is_some_and(|next| next.flags.has(Flags::FEELING)),
        "single" => text(before, &["every", "each"]),
        "back" => text(next, &["in"]) && units.get(at + 2).is_some_and(|unit| unit.role == Role::Date),
        "and" | "so" | "oh" => units[..at].iter().all(|unit| unit.role == Role::Tone) && at + 2 < units.len(),
        "does" => is_emphatic(units, at),
        "~" => at + 1 == units.len(),
        // The comma of a denial that is tone itself: "believe it or not, ..."
        // "No, seriously, …"
        "no" => at == 0 && text(units.get(1), &[","]) && 4 < units.len(),
        "," => {
            before.is_some_and(|before| before.role == Role::Tone)
                || text(before, &["never"]) && text(units.get(at + 1), &["ever"])
        }
        // "Never, ever".
        "ever" => {
            text(before, &["never"])
                || text(before, &[","]) && at.checked_sub(2).is_some_and(|at| units[at].text == "never")
        }
        "good" => text(next, &["old"]),
        "do" => is_emphatic(units, at),
        _ => false,
    }
}

/// Whether a unit is 死 or its like, which only says how strongly: 累死了.
fn is_degree_behind(unit: Option<&Unit>) -> bool {
    unit.is_some_and(|unit| unit.role == Role::Tone && matches!(unit.text.as_str(), "死" | "透" | "爆" | "惨"))
}

/// What is followed by 都 or 也 for all of it, or none of it.
const EACH: [&str; 10] = ["天天", "从来", "一点", "点", "什么", "谁", "总", "一直", "连", "到处"];

/// What follows a unit in its clause.
fn clause_rest(units: &[Unit], at: usize) -> &[Unit] {
    let end = (at + 1..units.len()).find(|&at| units[at].boundary != Boundary::None).unwrap_or(units.len());
    &units[at + 1..end]
}

/// Whether a clause says that something is about to happen, which 了 only closes: 就要生了.
fn is_about_to(clause: &[Unit]) -> bool {
    clause.iter().any(|unit| listed("要|快|快要|就要|将|将要|该", &unit.text))
}

/// Whether a unit is what a speaker asks for, and no guest.
fn is_asked_for(unit: &Unit) -> bool {
    unit.role == Role::Negation
        || unit
            .text
            .chars()
            .next()
            .is_some_and(|letter| "都用使把在别务记帮给按发写叫回保先将以尽提确注您你每始直不勿千".contains(letter))
}

/// 天天, 年年, 人人: a letter twice, before `at`.
fn is_doubled(units: &[Unit], at: usize) -> bool {
    matches!(&units[at.saturating_sub(2)..at], [one, other] if one.text == other.text && matches!(one.text.as_str(), "天" | "年" | "月" | "周"))
}

fn is_amount(unit: Option<&Unit>) -> bool {
    unit.is_some_and(|unit| {
        matches!(unit.role, Role::Number | Role::Measure | Role::Date)
            || matches!(unit.text.as_str(), "岁" | "次" | "遍" | "个")
    })
}

/// Whether the unit is the last of its clause.
fn ends_clause(units: &[Unit], at: usize) -> bool {
    units[at + 1..].iter().take_while(|unit| unit.boundary == Boundary::None).all(|unit| unit.role == Role::Tone)
}

/// Whether the clause of the unit is one of degree, which 了 and 啦 only close: 可好吃啦, 太好了, 最喜欢了.
fn is_exclaimed(units: &[Unit], at: usize) -> bool {
    let Some([how, what]) = at.checked_sub(2).and_then(|start| units.get(start..at)) else { return false };
    what.flags.has(Flags::QUALITY) && (how.role == Role::Tone || matches!(how.text.as_str(), "最" | "太"))
}

/// Whether a clause ends in 的, as what is stressed does: 都是自己烘的.
fn ends_with_de(units: &[Unit], at: usize) -> bool {
    let end = (at + 1..units.len()).find(|&at| units[at].boundary != Boundary::None).unwrap_or(units.len());
    (at + 2..end).rev().find(|&at| units[at].role != Role::Tone).is_some_and(|last| units[last].text == "的")
}

/// "Do" before a verb that it only stresses: "please do answer", "I do like it".
fn is_emphatic(units: &[Unit], at: usize) -> bool {
    let before = units[..at].iter().rev().find(|unit| unit.role != Role::Tone);
    let opens = before.is_none() && 0 < at
        || before.is_some_and(|before| before.flags.has(Flags::SUBJECT) || units[at].text == "does");
    opens
        && units.get(at + 1).is_some_and(|next| {
            next.kind == Kind::Word
                && matches!(next.role, Role::Content | Role::Modality)
                && next.text == next.stem
                && !next.flags.has(Flags::ASKING)
                && !next.flags.has(Flags::SUBJECT)
        })
}

/// Whether the text ends in a question that only asks leave, and is no question for that: ，好吗？
fn asks_leave(units: &[Unit]) -> bool {
    let [.., leave, _] = units else { return false };
    leave.role == Role::Tone && leave.kind == Kind::Han && matches!(leave.text.as_str(), "吗" | "么" | "好" | "行")
}

/// Whether the text is a request in the shape of a question: "could you keep it short?"
fn asks_a_favour(units: &[Unit]) -> bool {
    let opening = units.iter().take_while(|unit| unit.role == Role::Tone);
    opening
        .zip(units.iter().skip(1))
        .any(|(first, next)| matches!(first.text.as_str(), "could" | "would" | "can" | "will") && next.text == "you")
}
