//! Whether two records can't both hold, by rule: two values of a key, a denial, or one sentence with one slot that differs.

use super::pair::Told;
use super::report::PairKind;
use crate::annotate::{canonical_key, canonical_subject};
use crate::record::{Finding, Guard, Kind, Record, Timestamp};
use crate::text::align::{Alignment, Gap, Side, align_words};
use crate::text::tokenize;
use crate::text::unit::{Role, Unit};
use crate::version;

/// Words that a slot may have on each side: names have up to three, and in Chinese each letter counts.
const MOST_WORDS: usize = 6;

/// Words that a number identifies a thing by: another number is another thing. Compiled for this project.
const IDENTIFIED: [&str; 40] = [
    "invoice", "order", "ticket", "issue", "bug", "room", "flight", "train", "bus", "line", "route", "gate", "chapter",
    "page", "step", "item", "question", "task", "phase", "sprint", "version", "release", "no", "number", "#", "id",
    "case", "patch", "发票", "订单", "工单", "编号", "单号", "房间", "航班", "版本", "第", "车次", "任务", "问题",
];

/// Scales: of one thing only one word of each holds. Compiled for this project.
const SCALES: [&[&str]; 20] = [
    &["strong", "weak", "mild"],
    &["hot", "cold", "warm", "lukewarm", "iced"],
    &["big", "small", "large", "tiny"],
    &["high", "low", "medium"],
    &["fast", "slow"],
    &["light", "dark"],
    &["early", "late"],
    &["sweet", "unsweetened", "bitter"],
    &["long", "short"],
    &["rare", "medium", "well-done"],
    &["loves", "likes", "dislikes", "hates"],
    &["微", "中", "特", "重"],
    &["大", "中", "小"],
    &["高", "中", "低"],
    &["快", "慢"],
    &["浓", "淡"],
    &["热", "冷", "冰", "温"],
    &["早", "晚"],
    &["喜欢", "讨厌", "喜爱", "厌恶"],
    &["长", "短"],
];

/// What stands before the name of something that one can have one of. The words of English are stems. Compiled for this project.
const ONE_VALUED: [&[&str]; 16] = [
    &["is called"],
    &["work at"],
    &["is married", "to"],
    &["live", "in"],
    &["reside", "in"],
    &["base", "in"],
    &["work", "at"],
    &["work", "for"],
    &["born", "in"],
    &["bear", "in"],
    &["call"],
    &["name"],
    &["name", "is"],
    &["name", "be"],
    &["married", "to"],
    &["marry", "to"],
];

/// The same in Chinese, as endings of what stands before the slot.
const ONE_VALUED_ZH: [&str; 18] = [
    "住在",
    "家在",
    "现居",
    "常住",
    "叫",
    "叫做",
    "名字是",
    "来自",
    "出生在",
    "出生于",
    "生于",
    "就职于",
    "任职于",
    "老家是",
    "老家在",
    "姓",
    "就读于",
    "祖籍",
];

/// Words before the slot that say that it is about one of several.
const ONE_OF: [&str; 3] = ["oneof", "之一", "其中"];

/// Letters that two Chinese names may begin with alike, so that only the rest of them is the slot: a family name's.
const SHARED_LETTERS: usize = 2;

/// What may follow 在 and a name for it to be where someone works or studies.
const WORKS_ZH: [&str; 6] = ["工作", "上班", "任职", "读书", "上学", "做"];

/// In what two records contradict each other, as far as rules can tell.
///
/// Never held against each other are a habit, a state and a guess, what is about two subjects or two keys, and what no longer holds at `now`.
pub(super) fn between(later: &Told<'_>, earlier: &Told<'_>, guards: &[Finding], now: Timestamp) -> Option<PairKind> {
    let (mine, theirs) = (later.record, earlier.record);
    let holds = |record: &Record| record.valid_until.is_none_or(|until| now < until);
    if !holds(mine) || !holds(theirs) || mine.kind() != theirs.kind() {
        return None;
    }
    if let (Some(key), Some(other)) = (&mine.key, &theirs.key) {
        let of_whom = |record: &Record| canonical_subject(version::subject_of(record));
        if canonical_key(key) != canonical_key(other) {
            return None;
        }
        if let (Some(value), Some(other)) = (&mine.value, &theirs.value) {
            let differ = of_whom(mine) == of_whom(theirs) && !version::is_same_value(value, other);
            return differ.then_some(PairKind::SameKey);
        }
    }
    let is_other = |one: &Option<String>, other: &Option<String>| one.is_some() && other.is_some() && one != other;
    // What was guessed may differ from a guess.
    if is_other(&mine.subject, &theirs.subject) || mine.kind() == Kind::Inference {
        return None;
    }
    if guards.iter().any(|finding| finding.guard == Guard::Modality) {
        return None;
    }
    let alignment = align_words(&later.words, &earlier.words);
    if alignment.is_denial() { Some(PairKind::Negation) } else { slot(&alignment) }
}

/// In what the one slot differs by which two texts differ.
fn slot(alignment: &Alignment) -> Option<PairKind> {
    let says_something = |unit: &Unit| !matches!(unit.role, Role::Tone | Role::Function);
    let both = [Side::New, Side::Stored];
    let mut gaps = alignment
        .gaps()
        .iter()
        .filter(|gap| both.iter().any(|side| alignment.left_over(gap, *side).iter().any(says_something)));
    let gap = gaps.next().filter(|gap| 0 < gap.new.start && 0 < gap.stored.start)?;
    let sides = both.map(|side| alignment.left_over(gap, side));
    let fits = |units: &&[Unit]| {
        let plain = |unit: &Unit| {
            use Role::{Content, Date, Function, Measure, Number, Tone};
            matches!(unit.role, Content | Number | Date | Measure | Function | Tone)
        };
        !units.is_empty() && units.len() <= MOST_WORDS && units.iter().all(plain)
    };
    if gaps.next().is_some() || !sides.iter().all(fits) {
        return None;
    }
    let around = Around::of(alignment, gap);
    let has_number = |units: &[Unit]| units.iter().any(|unit| unit.role == Role::Number);
    let [mine, theirs] = sides;
    let has_date = |units: &[Unit]| units.iter().any(|unit| unit.role == Role::Date);
    if has_date(mine) && has_date(theirs) {
        return Some(PairKind::Date);
    }
    if has_number(mine) && has_number(theirs) {
        return number(mine, theirs, &around);
    }
    if let ([one], [other]) = (mine, theirs)
        && SCALES.iter().any(|scale| scale.contains(&one.text.as_str()) && scale.contains(&other.text.as_str()))
    {
        return Some(PairKind::Degree);
    }
    around.is_one_valued().then_some(PairKind::Name)
}

/// Numbers that differ: of what a thing is or when, not of which thing it is.
fn number(mine: &[Unit], theirs: &[Unit], around: &Around<'_>) -> Option<PairKind> {
    let others = |units: &[Unit]| -> Vec<String> {
        units.iter().filter(|unit| unit.role != Role::Number).map(|unit| unit.stem.clone()).collect()
    };
    let identifies = |unit: &Unit| [&unit.stem, &unit.text].into_iter().any(|word| IDENTIFIED.contains(&word.as_str()));
    let is_named = around.before.last().is_some_and(identifies)
        || IDENTIFIED.iter().any(|word| around.before_text.ends_with(word) && !word.is_ascii());
    // With other words beside it the number counts other things.
    if is_named || others(mine) != others(theirs) {
        return None;
    }
    let beside = [around.before.last(), around.after.first()];
    // A day alone, 十六号, may be the number of a thing as well, and is read as a number.
    let counts_days =
        |unit: &Unit| unit.role == Role::Date || matches!(unit.text.as_str(), "年" | "月" | "日" | "号" | "点");
    let is_date = mine.iter().chain(beside.into_iter().flatten()).any(counts_days);
    Some(if is_date { PairKind::Date } else { PairKind::Number })
}

/// What stands before and after the slot, the same in both texts.
struct Around<'a> {
    before: &'a [Unit],
    after: &'a [Unit],
    /// The words before it, without spaces.
    before_text: String,
    after_text: String,
}

impl<'a> Around<'a> {
    fn of(alignment: &'a Alignment, gap: &Gap) -> Self {
        let units = alignment.units(Side::New);
        let (before, after) = (&units[..gap.new.start], &units[gap.new.end..]);
        let text = |units: &[Unit]| units.iter().map(|unit| unit.text.as_str()).collect::<String>();
        Self { before, after, before_text: text(before), after_text: text(after) }
    }

    /// Whether the slot holds the name of something that one can have one of.
    fn is_one_valued(&self) -> bool {
        let ends_in = |frame: &&[&str]| {
            let start = self.before.len().checked_sub(frame.len());
            start.is_some_and(|start| self.before[start..].iter().zip(*frame).all(|(unit, word)| unit.stem == *word))
        };
        let is_han = |unit: &Unit| unit.kind == tokenize::Kind::Han;
        if ONE_OF.iter().any(|words| self.before_text.contains(words)) {
            return false;
        }
        ONE_VALUED.iter().any(ends_in)
            || self.before.last().is_some_and(is_han)
                && (ends_in_frame(&self.before_text)
                    || self.before_text.ends_with('在')
                        && WORKS_ZH.iter().any(|work| self.after_text.starts_with(work)))
    }
}

/// Whether a Chinese text ends in what stands before a name, or in that and the beginning of the name.
fn ends_in_frame(text: &str) -> bool {
    let mut ends = vec![text.len()];
    ends.extend(text.char_indices().rev().take(SHARED_LETTERS).map(|(start, _)| start));
    ends.into_iter().any(|end| ONE_VALUED_ZH.iter().any(|frame| text[..end].ends_with(frame)))
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
            let guards = compare(&later.text, &earlier.text).guards;
            let found = between(&Told::of(later), &Told::of(earlier), &guards, NOW);
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
