//! Texts of the same words in another order that say the same: a question whose parts moved, a list told the other way round, a time or place at another end.

use super::align::{Alignment, Side};
use super::grammar;
use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

impl Alignment {
    /// Whether both texts are Chinese questions.
    pub(super) fn is_question(&self) -> bool {
        [Side::New, Side::Stored].into_iter().all(|side| asks(self.units(side)))
    }

    /// Whether the two texts have the same words but for grammar, and what moved takes nothing back: for texts whose vectors agree.
    ///
    /// One piece of a question may stand elsewhere; two members of a list may change places; and a piece of a statement that says when or where may. Two pieces that
    /// change places round a verb or 到 never may: that is who does what to whom.
    #[must_use]
    pub fn is_same_in_another_order(&self) -> bool {
        if is_turned_round_a_copula(self.units(Side::New), self.units(Side::Stored)) {
            return true;
        }
        let (is_question, same_kind) =
            (self.is_question(), asks(self.units(Side::New)) == asks(self.units(Side::Stored)));
        let (new, stored) = (said(self.units(Side::New), is_question), said(self.units(Side::Stored), is_question));
        if !same_kind || new.len() != stored.len() || new.len() < 2 {
            return false;
        }
        let equal = |(mine, theirs): &(&&Unit, &&Unit)| are_one(mine, theirs, is_question);
        let n_before = new.iter().zip(&stored).take_while(equal).count();
        let n_after = new[n_before..].iter().rev().zip(stored[n_before..].iter().rev()).take_while(equal).count();
        let (new, stored) = (&new[n_before..new.len() - n_after], &stored[n_before..stored.len() - n_after]);
        if new.is_empty() {
            return is_question;
        }
        let is_turned = |at: &usize| {
            let turned = new[*at..].iter().chain(&new[..*at]);
            turned.zip(stored).all(|pair| equal(&pair))
        };
        if let Some(at) = (1..new.len()).find(is_turned) {
            // Marks stand in one text or the other: what is a circumstance must be one in both.
            let n_after = stored.len() - at;
            let is_opening = is_circumstance(&new[..at]) && is_circumstance(&stored[n_after..]);
            return is_question || is_opening || is_circumstance(&new[at..]) && is_circumstance(&stored[..n_after]);
        }
        (1..new.len() - 1).any(|at| {
            let turned = new[at + 1..].iter().chain(&new[at..=at]).chain(&new[..at]);
            is_joint(new[at]) && turned.zip(stored).all(|pair| equal(&pair))
        })
    }
}

/// Whether the one text is "X is Y" and the other "Y is X", word for word.
fn is_turned_round_a_copula(new: &[Unit], stored: &[Unit]) -> bool {
    let said = |units: &'_ [Unit]| -> Vec<Unit> {
        units.iter().filter(|unit| unit.role != Role::Tone && unit.text != "the").cloned().collect()
    };
    let is_copula = |unit: &Unit| matches!(unit.text.as_str(), "is" | "是");
    let (new, stored) = (said(new), said(stored));
    let Some(at) = new.iter().position(is_copula) else { return false };
    let turned = new[at + 1..].iter().chain(&new[at..=at]).chain(&new[..at]);
    new.len() == stored.len()
        && 0 < at
        && new.iter().filter(|unit| is_copula(unit)).count() == 1
        && new.iter().all(|unit| matches!(unit.role, Role::Content | Role::Function) && !unit.flags.has(Flags::LIMIT))
        && new.iter().skip(1).all(|unit| unit.boundary == Boundary::None)
        && turned.zip(&stored).all(|(mine, theirs)| mine.matches(theirs) && !mine.differs_in_number(theirs))
}

/// Whether the text is a Chinese question. 不怎么 and 怎么也 ask nothing, nor do 没什么 and 谁都.
fn asks(units: &[Unit]) -> bool {
    let is_any = |at: usize| {
        at.checked_sub(1).is_some_and(|at| units[at].role == Role::Negation)
            || units[at + 1..]
                .iter()
                .take_while(|unit| unit.boundary == Boundary::None)
                .any(|unit| matches!(unit.text.as_str(), "都" | "也"))
    };
    let is_chinese = units.iter().any(|unit| unit.kind == Kind::Han);
    let begs = units.first().is_some_and(|unit| unit.stem == "求");
    let asks = |(at, unit): (usize, &Unit)| {
        unit.text == "?"
            || unit.kind == Kind::Han
                && unit.flags.has(Flags::ASKING)
                && (matches!(unit.stem.as_str(), "吗" | "是不是" | "有没有") || !is_any(at))
    };
    is_chinese && (begs || units.iter().enumerate().any(asks))
}

/// What a text says but for grammar; of a question also but for what only asks.
fn said(units: &[Unit], is_question: bool) -> Vec<&Unit> {
    let is_doubled = |at: usize| {
        let twice = |at: usize| matches!(units.get(at..at + 3), Some([one, no, other]) if no.text == "不" && one.stem == other.stem);
        at.checked_sub(1).is_some_and(twice) || twice(at)
    };
    let keeps = |(at, unit): &(usize, &Unit)| {
        !grammar::is_light(unit, is_question) && !(is_question && (only_asks(unit) || is_doubled(*at)))
    };
    units.iter().enumerate().filter(keeps).map(|(_, unit)| unit).collect()
}

/// Whether a word of a question only asks, or asks for help.
fn only_asks(unit: &Unit) -> bool {
    listed(
        "?|吗|什么|哪个|哪些|那个|谁|要|能|现在|一般|问|找|想|大概|该|更|个|为|被|是不是|有没有|比较|应该|都|到底|求|介绍|请|使用|了|过|一下|得|出来",
        &unit.stem,
    )
}

fn are_one(mine: &Unit, theirs: &Unit, is_question: bool) -> bool {
    let are = |words: &[&str]| words.contains(&mine.stem.as_str()) && words.contains(&theirs.stem.as_str());
    mine.matches(theirs) && !mine.differs_in_number(theirs) || is_question && are(&["哪里", "哪", "那里", "那"])
}

/// What joins two of which neither comes first.
fn is_joint(unit: &Unit) -> bool {
    listed("和|还是|或者|and|or", &unit.stem)
}

/// Whether a piece says when, or stands between marks, or is where something is.
fn is_circumstance(units: &[&Unit]) -> bool {
    let Some(first) = units.first() else { return false };
    let is_time = |unit: &&Unit| {
        matches!(unit.role, Role::Date)
            || unit.flags.has(Flags::TIME)
            || listed("every|last|next|this|on|in|at", &unit.stem)
    };
    let places = listed("at|in|on|during|since|with", &first.text) && first.kind == Kind::Word;
    units.iter().all(is_time) || Boundary::Comma <= first.boundary || places && 2 <= units.len()
}
