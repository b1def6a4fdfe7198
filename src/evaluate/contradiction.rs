//! Whether two records can't both hold, by rule: two values of a key, a denial, or one sentence with one slot that differs.

use super::pair::Told;
use super::report::PairKind;
use crate::annotate::{SlotKind, canonical_key, slot};
use crate::gate::Comparison;
use crate::record::{Kind, Record, Timestamp};
use crate::version;

/// In what two records contradict each other, as far as rules can tell.
///
/// Never held against each other are a habit, a state and a guess, what is about two subjects or two keys, and what no longer holds at `now`.
pub(super) fn between(
    later: &Told<'_>,
    earlier: &Told<'_>,
    comparison: &Comparison,
    now: Timestamp,
) -> Option<PairKind> {
    let (mine, theirs) = (later.record, earlier.record);
    let holds = |record: &Record| record.valid_until.is_none_or(|until| now < until);
    if !holds(mine) || !holds(theirs) || mine.kind() != theirs.kind() {
        return None;
    }
    if let (Some(key), Some(other)) = (&mine.key, &theirs.key) {
        if canonical_key(key) != canonical_key(other) {
            return None;
        }
        if let (Some(value), Some(other)) = (&mine.value, &theirs.value) {
            let differ = version::is_of_one_subject(mine, theirs) && !version::is_same_value(value, other);
            return differ.then_some(PairKind::SameKey);
        }
    }
    let is_other = |one: &Option<String>, other: &Option<String>| one.is_some() && other.is_some() && one != other;
    // What was guessed may differ from a guess.
    if is_other(&mine.subject, &theirs.subject) || mine.kind() == Kind::Inference {
        return None;
    }
    if comparison.is_denial {
        return Some(PairKind::Negation);
    }
    let slot = if comparison.guards.is_empty() { None } else { slot(&mine.text, &theirs.text) }?;
    Some(match slot.kind {
        SlotKind::Amount => PairKind::Number,
        SlotKind::Date => PairKind::Date,
        SlotKind::Degree => PairKind::Degree,
        SlotKind::Denial => PairKind::Negation,
        // Each name stands where the other text has another.
        SlotKind::Name | SlotKind::Role => PairKind::Name,
    })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::gate::compare;

    const NOW: Timestamp = Timestamp(1_750_000_000_000);

    #[track_caller]
    fn check_records(one: &Record, other: &Record, expected: Option<PairKind>) {
        for (later, earlier) in [(one, other), (other, one)] {
            let comparison = compare(&later.text, &earlier.text);
            let found = between(&Told::of(later), &Told::of(earlier), &comparison, NOW);
            assert_eq!(found, expected, "{} | {}", later.text, earlier.text);
        }
    }

    #[track_caller]
    fn check(one: &str, other: &str, expected: Option<PairKind>) {
        check_records(&record(1, one), &record(2, other), expected);
    }

    #[test]
    fn a_denial_is_a_contradiction() {
        check("User eats meat", "User never eats meat", Some(PairKind::Negation));
        check("用户吃香菜", "用户不吃香菜", Some(PairKind::Negation));
        check("用户吃香菜", "用户不吃鱼", None);
    }

    #[test]
    fn one_slot_that_differs_is_one() {
        check("User's rent is 1450 euros a month", "User's rent is 1540 euros a month", Some(PairKind::Number));
        check("用户的房贷每月还8600元", "用户的房贷每月还6800元", Some(PairKind::Number));
        check("The report is due on October 15th", "The report is due on October 16th", Some(PairKind::Date));
        check("The appointment is on Monday", "The appointment is on Friday", Some(PairKind::Date));
        check("报告十六号交", "报告十五号交", Some(PairKind::Date));
        check("用户下周三去体检", "用户下周五去体检", Some(PairKind::Date));
        check("User likes coffee strong", "User likes coffee weak", Some(PairKind::Degree));
        check("用户吃微辣的火锅", "用户吃特辣的火锅", Some(PairKind::Degree));
        check("User lives in Hamburg with a parrot", "User lives in Bremen with a parrot", Some(PairKind::Name));
        check("The cat is called Miso", "The cat is called Pepper", Some(PairKind::Name));
        check("用户住在成都", "用户住在上海", Some(PairKind::Name));
        check("The rent was raised in 2016", "The rent was raised in 2018", Some(PairKind::Date));
        check("Rubbish is collected on Wednesdays", "Rubbish is collected on Fridays", Some(PairKind::Date));
        check("用户的太太叫周倩", "用户的太太叫周茜", Some(PairKind::Name));
        check("丈夫在华为工作", "丈夫在腾讯工作", Some(PairKind::Name));
    }

    #[test]
    fn another_thing_of_the_same_sort_is_none() {
        check("Invoice 1043 was paid", "Invoice 1044 was paid", None);
        check("User paid invoice 1043", "User paid invoice 1044", None);
        check("用户付了订单1043", "用户付了订单1044", None);
        check("User speaks Catalan", "User speaks Polish", None);
        check("用户会说粤语", "用户会说闽南话", None);
        check("One of her three brothers lives in Perth", "One of her three brothers lives in Toronto", None);
        check("用户的同学之一住在成都", "用户的同学之一住在上海", None);
        check("User has 2 cats", "User has 3 dogs", None);
        check("User likes tea", "User likes coffee", None);
        check("The soup is hot", "The soup is salty", None);
        check("Her brother lives in Hamburg", "Her sister lives in Bremen", None);
    }

    #[test]
    fn a_plan_a_guess_and_a_past_stand_beside_what_holds() {
        check("User lives in Lyon", "User plans to live in Nantes", None);
        check("用户住在成都", "用户可能住在上海", None);
        let guess = Record { kind: Some(Kind::Inference), ..record(1, "User eats meat") };
        check_records(&guess, &record(2, "User never eats meat"), None);
        let past = Record { valid_until: Some(NOW), ..record(1, "User eats meat") };
        check_records(&past, &record(2, "User never eats meat"), None);
    }

    #[test]
    fn two_values_of_a_key_are_one_and_two_keys_are_none() {
        let keyed = |number, text, key: &str, value: &str, subject: Option<&str>| Record {
            key: Some(key.to_owned()),
            value: Some(value.to_owned()),
            subject: subject.map(str::to_owned),
            ..record(number, text)
        };
        let home = keyed(1, "住在成都", "home_city", "成都", None);
        check_records(
            &home,
            &keyed(2, "moved to Shanghai", "home_city", "上海", Some("user")),
            Some(PairKind::SameKey),
        );
        check_records(&home, &keyed(2, "在成都", "home_city", "成都", None), None);
        check_records(&home, &keyed(2, "住在上海", "home_city", "上海", Some("妹妹")), None);
        check_records(&home, &keyed(2, "住在上海", "work_city", "上海", None), None);
    }
}
