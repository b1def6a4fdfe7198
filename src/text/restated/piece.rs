//! What one of two Chinese statements alone has: words that add nothing, and pieces that only add.

use std::ops::Range;

use crate::text::grammar;
use crate::text::letters::Boundary;
use crate::text::lexicon::Flags;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Of whom or of what one has one, or of which it goes without saying whose it is.
const OWN: [&str; 36] = [
    "爸爸",
    "妈妈",
    "爸妈",
    "妻子",
    "丈夫",
    "爷爷",
    "奶奶",
    "外公",
    "外婆",
    "岳父",
    "岳母",
    "公公",
    "婆婆",
    "孩子",
    "女儿",
    "儿子",
    "哥哥",
    "弟弟",
    "姐姐",
    "妹妹",
    "男朋友",
    "女朋友",
    "室友",
    "同事",
    "领导",
    "老板",
    "房东",
    "邻居",
    "小狗",
    "小猫",
    "家",
    "家里",
    "公司",
    "单位",
    "小区",
    "老家",
];

pub(super) fn is_time(unit: &Unit) -> bool {
    unit.role == Role::Date || unit.flags.has(Flags::TIME)
}

/// The user, or the user and others.
pub(super) fn is_speaker(unit: &Unit) -> bool {
    matches!(unit.stem.as_str(), "用户" | "我们")
}

/// Whether a word that one text alone has adds nothing; `is_one`: "one" counts nothing, for the other text has no number.
pub(super) fn falls_away(units: &[Unit], at: usize, is_one: bool) -> bool {
    let unit = &units[at];
    let next = units.get(at + 1).filter(|next| next.boundary == Boundary::None);
    let clause = clause_at(units, at);
    let ends = units[at + 1..clause.end].iter().all(|unit| unit.role == Role::Tone);
    let begins = units[clause.start..at].iter().all(|unit| unit.role == Role::Tone || is_time(unit));
    let has = |words: &[&str]| clause.clone().any(|other| other != at && words.contains(&units[other].text.as_str()));
    if unit.role == Role::Tone || grammar::is_light(unit) {
        return true;
    }
    let before = at.checked_sub(1).map(|at| &units[at]);
    let ends_in = |unit: Option<&Unit>, words: &[&str]| unit.is_some_and(|unit| words.contains(&unit.text.as_str()));
    // What one uses, drives or lives in is one's own: 我开的车.
    if ends_in(next, &["的"])
        && ends_in(Some(unit), &["用", "开", "住", "养", "戴", "骑", "穿", "坐"])
        && before.is_some_and(is_speaker)
    {
        return true;
    }
    // A verb that is said again before how long or how well: 玩游戏玩了三年.
    let is_again = |other: usize| {
        other != at
            && units[other].stem == unit.stem
            && [other, at].iter().any(|at| ends_in(units.get(at + 1), &["了", "得", "过"]))
    };
    if unit.kind == Kind::Han && unit.role == Role::Content && !ends_in(before, &["的"]) && clause.clone().any(is_again)
    {
        return true;
    }
    match unit.stem.as_str() {
        "用户" | "我们" => {
            begins || next.is_some_and(|next| next.text == "的" || OWN.contains(&next.stem.as_str()))
        }
        "他" | "她" | "它" => begins && 0 < clause.start,
        "因为" | "所以" | "而且" => begins,
        // What one speaks of: 早餐的话，…
        "的话" => at + 1 == clause.end && !units[..at].iter().any(|unit| unit.role == Role::Modality),
        "要" | "应该" | "得" => clause.clone().any(|other| is_time(&units[other])),
        "了" if unit.text == "了" => {
            has(&["了", "过", "已经", "已"]) || ends && has(&["就"]) || ends_in(before, &["好", "完"])
        }
        // 啦 only colours what is said with 是, 就 or 会.
        "了" => has(&["了", "过", "已经", "已", "是", "就", "会", "别"]),
        "钱" => at.checked_sub(1).is_some_and(|at| units[at].role == Role::Measure),
        "请" | "麻烦" => begins && next.is_some_and(|next| matches!(next.text.as_str(), "都" | "一律" | "统一")),

        "好" | "完" => next.is_some_and(|next| matches!(next.text.as_str(), "了" | "啦")),
        "1" => {
            is_one
                && unit.kind == Kind::Han
                && next.is_some_and(|next| next.role == Role::Measure || grammar::is_light(next))
        }
        _ => unit.role == Role::Measure && is_one && at.checked_sub(1).is_some_and(|at| units[at].stem == "1"),
    }
}

pub(super) fn clause_at(units: &[Unit], at: usize) -> Range<usize> {
    let start = (0..=at).rev().find(|&at| Boundary::Comma <= units[at].boundary).unwrap_or(0);
    let end = (at + 1..units.len()).find(|&at| Boundary::Comma <= units[at].boundary).unwrap_or(units.len());
    start..end
}
