//! Slots of names: only in frames of which there is one.

use super::{Frame, SlotKind, is_chinese, sole};
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{is_number, stems_at};
use crate::annotate::subject::{self, Subject};
use crate::text::letters::is_han;
use crate::text::tokenize::Kind;
use crate::text::unit::Unit;

/// Letters of a Chinese name that may be alike before those that differ.
const MAX_SHARED: usize = 4;

/// A name, where both texts have one in a frame of which there is one.
pub(super) fn kind(sides: &[Frame; 2]) -> Option<SlotKind> {
    let is_named = |side: &Frame| {
        let is_han = side.value().iter().any(is_chinese) || side.previous().is_some_and(is_chinese);
        side.is_definite()
            && is_name(side)
            && !is_listed(side)
            && (sole::is_sole(side) || if is_han { is_chinese_frame(side) } else { is_english_frame(side) })
    };
    // A country and a city in it may both be so.
    let is_country = |side: &Frame| side.value().iter().any(|unit| has("country", &unit.text));
    let is_certain =
        sides.iter().all(|side| sole::is_sole(side) || side.next().is_some_and(|next| has("school_en", &next.text)));
    let are_alike =
        is_certain || sides[0].value().iter().any(is_chinese) || is_country(&sides[0]) == is_country(&sides[1]);
    (sides.iter().all(is_named) && are_alike).then_some(SlotKind::Name)
}

/// Whether the value may be a name: Han letters, or words with a capital.
fn is_name(side: &Frame) -> bool {
    let value = side.value();
    let is_part = |(nth, unit): (usize, &Unit)| {
        !is_number(unit)
            && (unit.kind == Kind::Han || unit.kind == Kind::Word && side.reading.is_capital(side.value.start + nth))
    };
    let n_letters: usize = value.iter().map(|unit| unit.text.chars().count()).sum();
    value.len() <= 4
        && (value.iter().any(|unit| unit.kind == Kind::Word) || n_letters <= 6)
        && value.iter().enumerate().all(is_part)
}

/// Whether the value is one of several that are named together.
fn is_listed(side: &Frame) -> bool {
    let joins = |unit: &Unit| matches!(unit.text.as_str(), "和" | "、" | "与" | "and" | "or");
    let next_is_name = side
        .reading
        .units
        .get(side.value.end + 1)
        .is_some_and(|unit| unit.kind == Kind::Han || side.reading.is_capital(side.value.end + 1));
    side.next().is_some_and(joins) && next_is_name
        || side.previous().is_some_and(joins)
        || side.before().iter().rev().take(2).any(joins)
}

fn is_chinese_frame(side: &Frame) -> bool {
    let span = side.reading.span(&side.clause);
    let start = side.value().first().map_or(span.start, |first| first.span.start);
    let before = &side.reading.folded[span.start..start];
    // The letters of the name that are alike: 育才 and 育英.
    let ends_with = |frame: &str| {
        let at = before.rfind(frame)?;
        let shared = before[at + frame.len()..].trim();
        let is_short = shared.chars().count() <= MAX_SHARED
            && shared.chars().all(is_han)
            && !shared.contains(['的', '是', '在', '个', '和']);
        is_short.then(|| &before[..at])
    };
    let is_someone = |before: &str| subject::chinese(before).is_some();
    let is_sole = |before: &str| subject::chinese(before).is_some_and(|subject| subject.is_sole() || is_role(before));
    let lives = group("place").filter_map(ends_with).any(is_someone);
    let is_called = group("naming").filter_map(ends_with).any(is_sole);
    let is_role = group("noun").any(|noun| {
        ["是", "叫", "姓"].into_iter().any(|is| {
            ends_with(&format!("{noun}{is}"))
                .is_some_and(|owner| subject::chinese(owner.trim_end_matches('的')).is_some())
        })
    });
    lives || is_called || is_role || is_employed(side, ends_with("在"))
}

/// Whether the words before 叫 or 姓 end in something of which there is one.
fn is_role(before: &str) -> bool {
    group("noun").any(|noun| before.trim_end().ends_with(noun))
}

/// 在 V 工作, 在 V 做 ….
fn is_employed(side: &Frame, before: Option<&str>) -> bool {
    let after: String = side.after().iter().map(|unit| unit.text.as_str()).collect();
    let works = group("trade").any(|trade| {
        after.find(trade).is_some_and(|at| {
            after[..at].chars().count() <= MAX_SHARED
                && (trade != "做" || after.ends_with(['师', '员', '理', '管', '监', '工']))
        })
    });
    works && before.is_some_and(|before| subject::chinese(before).is_some())
}

fn is_english_frame(side: &Frame) -> bool {
    let units = side.units();
    let end = side.value.start;
    let starts = |name: &'static str, end: usize| {
        (side.clause.start..end).find(|at| group(name).any(|frame| stems_at(units, *at, frame) == Some(end - at)))
    };
    let subject = |at: usize| subject::english(side.reading, side.clause.start..at);
    if let Some(at) = starts("place_en", end) {
        return subject(at).is_some();
    }
    if let Some(at) = starts("naming_en", end) {
        // "The cat" is the one there is.
        let is_the = units[side.clause.start].text == "the" && side.clause.start + 2 == at;
        return is_the || subject(at).is_some_and(|subject| subject.is_sole());
    }
    let is_school = side.next().is_some_and(|next| has("school_en", &next.text))
        && side.previous().is_some_and(|previous| matches!(previous.text.as_str(), "to" | "at"));
    let learns = side.clause.clone().take_while(|at| *at < end).find(|at| has("learning_en", &units[*at].stem));
    if let Some(at) = learns.filter(|_| is_school) {
        return subject(at).is_some();
    }
    // "has a job as … at V".
    let has_job = side.previous().is_some_and(|previous| previous.text == "at")
        && side.before().iter().any(|unit| unit.text == "job");
    has_job
        && matches!(subject::english(side.reading, side.clause.start..side.clause.start + 1), Some(Subject::Named(_)))
        || is_english_role(side)
}

/// "the boss is V", "my landlord is a Mr. V".
fn is_english_role(side: &Frame) -> bool {
    let units = side.units();
    let is_title = |unit: &Unit| has("title_en", &unit.text);
    // A full stop after a title parts it from the name.
    let mut at = side.value.start;
    while 0 < at && is_title(&units[at - 1]) {
        at -= 1;
    }
    let is_copula = 0 < at && units[at - 1].text == "is";
    let nouns = || group("noun_en");
    is_copula && (0..at - 1).any(|start| nouns().any(|noun| stems_at(units, start, noun) == Some(at - 1 - start)))
}
