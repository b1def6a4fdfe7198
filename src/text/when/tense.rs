//! Whether a sentence tells of what was or of what is to come, or of a habit.

use super::scan::Scan;
use crate::text::stem::{Form, stem};

/// What a sentence tells of.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Tense {
    Past,
    Future,
    /// Neither, or both.
    Unclear,
}

/// Marks between sentences, and between their clauses.
const STOPS: &str = "。!?;；\n.";
const COMMAS: &str = "。!?;；\n.,，、:：()（）";

/// Words of a habit.
const HABIT: &str = "每 逢 各个 平时 通常 一般 经常 常常 总是 总会 习惯 往往 天天 周周 固定";
const HABIT_EN: &str = "every each usually always often weekly daily monthly yearly normally typically generally sometimes mondays tuesdays \
    wednesdays thursdays fridays saturdays sundays birthday anniversary";

/// What is behind; what holds none of the letters beside it: 去过, and not 过敏.
const PAST: [(char, &str, &str); 5] = [
    ('了', "为除得", "解"),
    ('过', "不经超通难路度", "去年敏程于度来道"),
    ('刚', "", ""),
    ('曾', "", ""),
    ('已', "不而", ""),
];

/// What is ahead, in the same way.
const FUTURE: [(char, &str, &str); 4] = [
    ('要', "重主只摘简", "求是素么紧"),
    ('将', "", "来近军就"),
    ('会', "开聚机社约晚年例大学工宴议协展", "议员计面所话"),
    ('得', "", "到了很知出"),
];
const FUTURE_WORDS: &str = "打算 计划 准备 想去 预定 预约 约了 约好 订了 定在 即将 截止 到期 之前 以前 待会";

/// What is ahead, whatever else the sentence says.
const AHEAD_EN: &str = "will ll shall won gonna plan plans planned planning must should need needs due deadline by until till for want wants hope \
    hopes intend intends scheduled schedule book booked booking appointment upcoming going";

/// What the sentence that has a letter tells of: its clause, or where that says nothing, the whole of it.
pub(super) fn tense(scan: &Scan, at: usize) -> Tense {
    let clause = told(scan, scan.part(at, COMMAS));
    if clause == (false, false) { of(told(scan, scan.part(at, STOPS))) } else { of(clause) }
}

/// Whether the sentence tells of a habit, or of a date that comes every year.
pub(super) fn is_habit(scan: &Scan, at: usize) -> bool {
    let sentence = scan.part(at, STOPS);
    let text = scan.text(sentence.clone());
    HABIT.split(' ').any(|word| text.contains(word))
        || ["生日", "纪念日", "农历", "阴历", "忌日"].iter().any(|word| text.contains(word))
        || scan.words_in(&sentence).iter().any(|word| HABIT_EN.split_ascii_whitespace().any(|habit| habit == word.text))
}

fn of((is_past, is_future): (bool, bool)) -> Tense {
    match (is_past, is_future) {
        (true, false) => Tense::Past,
        (false, true) => Tense::Future,
        (true, true) | (false, false) => Tense::Unclear,
    }
}

/// Whether letters tell of the past, and whether of what is to come.
fn told(scan: &Scan, letters: std::ops::Range<usize>) -> (bool, bool) {
    let text = scan.text(letters.clone());
    let has = |(mark, before, after): &(char, &str, &str)| {
        text.match_indices(*mark).any(|(at, mark)| {
            let next = text[at + mark.len()..].chars().next();
            !text[..at].ends_with(|letter| before.contains(letter))
                && !next.is_some_and(|letter| after.contains(letter))
        })
    };
    let is_past = PAST.iter().any(has);
    let is_future = FUTURE.iter().any(has) || FUTURE_WORDS.split(' ').any(|word| text.contains(word));
    let (is_past_en, is_future_en) = told_in_english(scan, &letters);
    (is_past || is_past_en, is_future || is_future_en)
}

fn told_in_english(scan: &Scan, letters: &std::ops::Range<usize>) -> (bool, bool) {
    let (mut is_past, mut is_future) = (false, false);
    let mut before = "";
    for word in scan.words_in(letters) {
        let text = word.text.as_str();
        let (plain, form) = stem(text);
        let is_being = matches!(before, "am" | "is" | "are" | "m" | "re" | "s" | "be" | "get" | "gets");
        is_past |= matches!(text, "was" | "were" | "did" | "had")
            || form == Form::Past && plain != text && !is_being && text != "been";
        is_future |= AHEAD_EN.split_ascii_whitespace().any(|ahead| ahead == text)
            || form == Form::Ing && matches!(before, "am" | "is" | "are" | "m" | "re" | "s")
            || text == "to" && matches!(before, "have" | "has" | "got");
        before = text;
    }
    (is_past, is_future)
}
