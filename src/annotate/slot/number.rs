//! Slots of amounts and dates.

use super::common::are_of_two_kinds;
use super::{Frame, SlotKind};
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{is_inflected, is_number, phrase_at};
use crate::text::letters::{Boundary, is_han};
use crate::text::lexicon::Flags;
use crate::text::list::listed;
use crate::text::stem::Form;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Amount or date, where both texts have one of a kind of which there is one.
pub(super) fn kind(sides: &[Frame; 2]) -> Option<SlotKind> {
    if sides.iter().all(|side| side.value().iter().any(counts)) {
        if are_of_two_kinds(sides[0].value(), sides[1].value()) {
            return None;
        }
        let fits = sides
            .iter()
            .all(|side| is_measured(side) && is_value(side) && (is_leading_count(side) || is_of_one_time(side)));
        // 10 pm and 22:00 may be one hour.
        let [one, other] = sides;
        if says_half_of_day(one) != says_half_of_day(other) {
            return None;
        }
        let kind = if sides.iter().all(is_dated) { SlotKind::Date } else { SlotKind::Amount };
        return fits.then_some(kind);
    }
    let is_day = sides
        .iter()
        .all(|side| is_day(side) && !is_recurring(side) && !is_followed_by_thing(side) && is_of_one_time(side));
    is_day.then_some(SlotKind::Date)
}

/// Whether a unit is a number, in digits or as a word: five, fifth.
fn counts(unit: &Unit) -> bool {
    is_number(unit) || unit.role == Role::Number
}

/// Whether the value says which half of the day it is of.
fn says_half_of_day(side: &Frame) -> bool {
    let halves = ["am", "pm", "a.m", "p.m", "上午", "下午", "早上", "晚上", "中午", "凌晨"];
    side.value().iter().any(|unit| halves.contains(&unit.text.as_str()))
}

/// Whether the value has nothing but numbers, units and days.
fn is_measured(side: &Frame) -> bool {
    side.value().iter().all(|unit| {
        counts(unit)
            || unit.flags.has(Flags::MEASURE)
            || is_week_day(unit)
            || ["unit", "money", "date", "date_en"].into_iter().any(|name| has(name, &unit.text))
    })
}

/// Whether the number says how much or when, and not which.
fn is_value(side: &Frame) -> bool {
    if is_leading_count(side) {
        return true;
    }
    let Some(previous) = side.previous() else { return side.clause.start != 0 && !is_bracketed(side) };
    let names = |unit: &Unit| has("identifier", &unit.text) || has("identifier_en", &unit.stem);
    // 发票 is two letters of no list.
    let tail: String = side.before().iter().rev().take(2).rev().map(|unit| unit.text.as_str()).collect();
    let is_named = names(previous) && !matches!(previous.text.as_str(), "楼" | "number") || has("identifier", &tail);
    let is_money = has("money", &previous.text);
    let is_ordinal = side.value().iter().any(|unit| unit.text.starts_with('第'));
    if is_named || is_ordinal || previous.text == "第" {
        return false;
    }
    let is_chinese =
        side.value().iter().chain(side.next()).chain(side.previous()).any(|unit| unit.text.contains(is_han));
    // The parts of a date stand in one order, whatever the text's: the month before the day.
    if !is_chinese && previous.role == Role::Date && side.value().iter().all(|unit| unit.role == Role::Date) {
        let is_of_many = side.before().iter().any(|unit| matches!(unit.text.as_str(), "a" | "an"));
        return !is_of_many && !is_followed_by_thing(side);
    }
    if is_chinese { is_chinese_value(side, previous) } else { is_money || is_english_value(side, previous) }
}

/// Whether the text begins with how many there are: "two people are", "there are nine people"; not with which: "2nd", "chapter 2".
fn is_leading_count(side: &Frame) -> bool {
    let is_light = |unit: &Unit| has("bare", &unit.text) || matches!(unit.text.as_str(), "there" | "are");
    let is_cardinal = side
        .value()
        .iter()
        .all(|unit| unit.role == Role::Number && unit.stem.bytes().all(|byte| byte.is_ascii_digit()));
    let has_plural = side.after().iter().take(2).any(is_plural);
    side.clause.start == 0 && side.before().iter().all(is_light) && is_cardinal && has_plural
}

/// Whether a word names several: "cats", "people".
fn is_plural(unit: &Unit) -> bool {
    unit.role == Role::Content && unit.form == Form::Plain && is_inflected(unit) && unit.text.ends_with('s')
        || has("plural_en", &unit.text)
}

/// Whether the value stands in brackets: 高一(3)班.
fn is_bracketed(side: &Frame) -> bool {
    let start = side.value().first().map_or(0, |first| first.span.start);
    side.reading.folded[..start].ends_with(['(', '[', '【', '「'])
}

fn is_chinese_value(side: &Frame, previous: &Unit) -> bool {
    let value = side.value();
    let counts = |unit: &Unit| unit.flags.has(Flags::MEASURE) || has("unit", &unit.text) || is_part_of_date(unit);
    let next = side.next();
    let is_counted = value.iter().any(counts) || next.is_some_and(counts) || has("counting", &previous.text);
    // 37号 is an address, 20号 after a month is a day.
    let ends_in_number = |unit: &Unit| unit.text.ends_with('号');
    // 十六号交 is a day, 38号 and 3号楼 are addresses.
    let ends_in = side.value.end + usize::from(next.is_some_and(ends_in_number));
    let behind = side.units()[..side.clause.end].get(ends_in);
    let is_place = behind.is_none_or(|behind| has("numbered", &behind.text));
    let is_address = next.into_iter().chain(value).any(ends_in_number) && !previous.text.ends_with('月') && is_place;
    let after = side.after();
    // 五月的房租, 周一的例会.
    let is_cleft = after.last().is_some_and(|last| last.text == "的");
    let tells_which = !is_cleft && after.iter().take(2).any(|unit| unit.text == "的" || unit.text == "来");
    let has_other = after.iter().skip(1).enumerate().any(|(nth, unit)| is_number(unit) && 2 < nth + 1);
    (is_counted || next.is_some() && value.iter().all(|unit| unit.text.chars().all(is_han)))
        && !is_address
        && !tells_which
        && !has_other
}

fn is_english_value(side: &Frame, previous: &Unit) -> bool {
    let is_date = |unit: &Unit| has("date_en", &unit.text);
    let next = side.next().filter(|next| next.boundary == Boundary::None);
    let is_many = next.is_some_and(|next| is_inflected(next) || has("unit", &next.text));
    let may_count = is_many
        || previous.role == Role::Modality
        || previous.text == "the"
        || next.is_some_and(is_date)
        || has("counting_en", &previous.stem)
        || is_date(previous);
    let has_verb = side.before().iter().any(|unit| {
        is_inflected(unit)
            || matches!(unit.stem.as_str(), "is" | "have" | "may")
            || matches!(unit.role, Role::Modality | Role::Tense)
            || matches!(unit.text.as_str(), "i" | "we" | "they" | "you")
    });
    let is_listed = 0 < side.clause.start && has("counting_en", &previous.stem);
    // "runs on port 8090", "at number 17"; at the beginning they tell which.
    let is_place = matches!(previous.text.as_str(), "port" | "number" | "floor" | "version")
        && side.before().iter().rev().nth(1).is_some_and(|before| listed("on|at|is|to|uses|with", &before.text));
    let is_ordinal = side.value().iter().all(|unit| unit.role == Role::Number && !is_number(unit));
    let is_verb = is_place || has("counting_verb_en", &previous.stem);
    // "A lesson at nine" is one of several.
    let is_hour = matches!(previous.text.as_str(), "at" | "on")
        && side.before().iter().any(|unit| matches!(unit.text.as_str(), "a" | "an"));
    if is_hour {
        return false;
    }
    // Of several things more may be said: "two women are".
    let is_counted = next.is_some_and(is_plural);
    let has_verb = has_verb || is_counted && side.after().iter().any(|unit| is_inflected(unit) || unit.stem == "is");
    (may_count || is_verb || is_ordinal || is_counted)
        && (has_verb || is_listed || is_verb)
        && (is_counted || !is_followed_by_thing(side))
}

/// Whether the value only tells which thing is meant: "the 3 pm meeting", 周一的例会.
fn is_followed_by_thing(side: &Frame) -> bool {
    let verb_after = side.after().iter().any(|unit| unit.stem == "is" && unit.form == Form::Plain);
    let de = side.after().iter().take(3).any(|unit| unit.text == "的");
    verb_after || de && !side.after().last().is_some_and(|last| last.text == "的" || last.text == "婚")
}

/// Whether the number belongs to a date.
fn is_dated(side: &Frame) -> bool {
    let words = ["月", "日", "号", "年", "点", "am", "pm", "o'clock", "届"];
    let is_date =
        |unit: &Unit| words.contains(&unit.text.as_str()) || has("date_en", &unit.text) || is_part_of_date(unit);
    let around = side.previous().into_iter().chain(side.next());
    let is_clock = |unit: &Unit| unit.text.contains(':');
    let is_year = |unit: &Unit| unit.text.len() == 4 && (unit.text.starts_with("19") || unit.text.starts_with("20"));
    side.value().iter().chain(around).any(is_date)
        || side.value().iter().any(|unit| {
            is_clock(unit) || is_year(unit) && side.next().is_none_or(|next| next.boundary != Boundary::None)
        })
}

/// Whether the value is a day or a month without a number.
fn is_day(side: &Frame) -> bool {
    let value = side.value();
    let is_listed = |unit: &Unit| {
        has("date_en", &unit.text) || has("date", &unit.text) || is_week_day(unit) || unit.role == Role::Date
    };
    let all_days = value.iter().all(is_listed);
    let is_english = value.iter().all(|unit| unit.kind == Kind::Word);
    let is_weeks = |unit: &Unit| {
        unit.text.starts_with(['下', '这', '本', '上']) && group("week").any(|week| unit.text.contains(week))
    };
    let follows_week = value.iter().all(is_weeks)
        || side.previous().is_some_and(|previous| group("week").any(|week| previous.text.ends_with(week)));
    all_days
        && (is_english && !side.before().is_empty()
            || follows_week
            || is_fixed(side) && value.first().is_some_and(|first| has("week", &first.text) || is_week_day(first)))
}

/// Whether a Chinese day is told of what is on that day, and not when someone does something among other days: 定在周三, not 周三打球.
fn is_fixed(side: &Frame) -> bool {
    side.previous()
        .is_some_and(|previous| previous.text.ends_with(['是', '在', '到', '于', '为', '下', '这', '本', '上', '的']))
}

/// A number with what makes a date or an hour of it, in one unit: 11月, 十点半.
fn is_part_of_date(unit: &Unit) -> bool {
    is_number(unit) && unit.text.ends_with(['年', '月', '日', '号', '点', '半', '分'])
}

/// A day of the week in one unit: 周二.
fn is_week_day(unit: &Unit) -> bool {
    unit.text.chars().count() <= 3
        && group("week").any(|week| unit.text.len() > week.len() && unit.text.starts_with(week))
}

/// Whether something may be on both days: on Mondays and on Tuesdays.
fn is_recurring(side: &Frame) -> bool {
    let is_plural = side.value().iter().any(|unit| unit.kind == Kind::Word && unit.text.ends_with('s'));
    let each = side.before().iter().rev().take(3).any(|unit| listed("每|每周|逢|every|each", &unit.text));
    // What is done to a thing has its days.
    let is_passive = side.clause.clone().skip(1).any(|at| {
        let units = side.units();
        units[at].form == Form::Past && units[at].text != units[at].stem && units[at - 1].stem == "is"
    });
    (is_plural || each) && !side.says_only() && !is_passive
}

/// Whether what the clause tells of is now, or was but once: of two walks of 5 and of 8 km both took place.
pub(super) fn is_of_one_time(side: &Frame) -> bool {
    let units = side.units();
    let is_past = side.clause.clone().filter(|at| !side.value.contains(at)).any(|at| {
        let unit = &units[at];
        let is_finite = is_past_verb(side, at) && !has("once_en", &unit.stem);
        is_finite || listed("了|过|was|were|did|had", &unit.text)
    });
    // "was born" has no form of a past.
    let clause = &units[side.clause.clone()];
    let is_once = (0..clause.len()).any(|at| group("once").any(|word| phrase_at(clause, at, word).is_some()))
        || clause.iter().any(|unit| has("once_en", &unit.stem) && (unit.form == Form::Past || unit.text == "born"));
    !is_past || is_once || is_done_to_thing(side)
}

/// Whether it was done to something in particular, in one year: "the rent was raised in 2016".
fn is_done_to_thing(side: &Frame) -> bool {
    let units = &side.units()[side.clause.clone()];
    let is_definite =
        units.first().is_some_and(|first| first.text == "the") || units.iter().take(3).any(|unit| unit.text == "'s");
    let is_passive =
        units.windows(2).any(|pair| matches!(pair[0].text.as_str(), "was" | "were") && pair[1].form == Form::Past);
    is_definite && is_passive && is_dated(side)
}

/// Whether the unit at `at` is a past, and no participle: "is collected", "a self-signed certificate".
fn is_past_verb(side: &Frame, at: usize) -> bool {
    let units = side.units();
    let unit = &units[at];
    let before = at.checked_sub(1).map(|at| &units[at]);
    let is_compound =
        before.is_some_and(|before| side.reading.folded.get(before.span.end..unit.span.start) == Some("-"));
    let is_participle = before.is_some_and(|before| {
        listed("is|have|a|an|the", &before.stem) || before.flags.has(Flags::PLACE) || has("bare", &before.text)
    });
    unit.form == Form::Past && unit.text != unit.stem && !is_compound && !is_participle && !has("side", &unit.text)
}
