//! Chinese words whose meaning depends on their neighbours.

use crate::text::letters::Boundary;
use crate::text::lexicon::Flags;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit, clause_start};

/// What 一个月 and 一周 mean before a number: each.
pub(super) fn each(units: &[Unit]) -> Option<&'static str> {
    let [one, period, number, ..] = units else { return None };
    let is_each = one.role == Role::Number
        && one.stem == "1"
        && period.role == Role::Measure
        && number.role == Role::Number
        && period.kind == Kind::Han
        && number.boundary == Boundary::None;
    match period.stem.as_str() {
        "month" if is_each => Some("每月"),
        "week" if is_each => Some("每周"),
        "day" if is_each => Some("每天"),
        "year" if is_each => Some("每年"),
        _ => None,
    }
}

/// The one measure word for animals, and the one for people and things, after a number: 两条狗, 两只狗; and 了 for 啦.
pub(super) fn classifier(units: &[Unit], at: usize) -> Option<&'static str> {
    let counts = at
        .checked_sub(1)
        .is_some_and(|at| units[at].role == Role::Number || matches!(units[at].text.as_str(), "这" | "那" | "几"));
    match units[at].text.as_str() {
        "只" | "条" | "头" | "匹" | "口" if counts => Some("只"),
        "个" | "位" | "名" if counts => Some("个"),
        // 在三层 is 在三楼; 三层楼 counts them.
        "楼" | "层" if counts && is_where(units, at) => Some("楼"),
        "啦" | "喽" | "咯" => Some("了"),
        // 爱爬山 is 喜欢爬山; 爱哭 and 爱她 are not.
        "爱" if is_pastime(&units[at + 1..]) => Some("喜欢"),
        _ => None,
    }
}

/// Whether a number before `at` says where something is: 在三.
fn is_where(units: &[Unit], at: usize) -> bool {
    let before = at.checked_sub(2).map(|at| units[at].text.as_str());
    before.is_some_and(|before| matches!(before, "在" | "到" | "住" | "于" | "去" | "上"))
        && units.get(at + 1).is_none_or(|next| next.text != "楼" && next.text != "高")
}

/// Whether words begin with a verb of what is done for pleasure; the letters are a judgement, and one that is missing keeps two texts apart.
fn is_pastime(units: &[Unit]) -> bool {
    let [verb, rest @ ..] = units else { return false };
    let is_habit = rest.first().is_some_and(|next| "人呼喷架嗝瞌岔扰".contains(next.text.as_str()));
    verb.boundary == Boundary::None
        && (verb.text.chars().next().is_some_and(|letter| "爬逛读唱跳游骑跑种钓拍画旅踢下弹".contains(letter))
            || verb.text == "打" && !is_habit)
}

/// Whether 上班 or 工作 closes a clause that says where: 在银行上班; not 在上班, which is where one is just now.
pub(super) fn is_at_work(units: &[Unit], at: usize) -> bool {
    let run = |one: &str, other: &str| matches!(units.get(at..at + 2), Some([a, b]) if a.text == one && b.text == other && b.boundary == Boundary::None);
    let start = clause_start(units, at);
    let ends = units.get(at + 2).is_none_or(|next| next.boundary != Boundary::None);
    ends && (run("上", "班") || run("工", "作")) && (start + 1..at).any(|place| units[place - 1].text == "在")
}

/// Whether 的 after a person owns what is not said: 我的不见了.
pub(super) fn is_mine(units: &[Unit]) -> bool {
    let [owner, de, rest @ ..] = units else { return false };
    let is_bare = rest
        .first()
        .is_none_or(|next| next.boundary != Boundary::None || next.role == Role::Negation || next.text == "是");
    owner.flags.has(Flags::SUBJECT) && owner.text != "用户" && de.text == "的" && is_bare
}

/// A Han digit that counts nothing, as its sign: 押一付三.
pub(super) fn digit(unit: &Unit, next: Option<&Unit>) -> &'static str {
    // 一点, 一起, 一样, 一直 and their like are words.
    let is_word = next.is_some_and(|next| "点些起样直定般下切共旦律路边面辈贯向时".contains(next.text.as_str()));
    let is_letter = unit.kind == Kind::Han && unit.role == Role::Content && !is_word;
    match unit.text.as_str() {
        "一" if is_letter => "1",
        "二" if is_letter => "2",
        "三" if is_letter => "3",
        "四" if is_letter => "4",
        "五" if is_letter => "5",
        "六" if is_letter => "6",
        "七" if is_letter => "7",
        "八" if is_letter => "8",
        "九" if is_letter => "9",
        _ => "",
    }
}
