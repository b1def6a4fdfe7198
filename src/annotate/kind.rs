//! How long a text holds, as far as single words tell.

use super::change::has_change;
use super::lists::has;
use super::reading::{Reading, is_number, mark};
use crate::record::Kind;
use crate::text::stem::Form;

/// The kind of a text, where words mark it: a guess ("probably", 好像), a passing state ("last night", 这周), or a habit ("usually", 平时).
///
/// A change that is dated ("moved last week") is no passing state, and of "usually" beside "today" nothing is known.
///
/// ```
/// use palimpsest::{annotate::kind_of, record::Kind};
/// assert_eq!(kind_of("我一般十点睡"), Some(Kind::Fact));
/// assert_eq!(kind_of("我昨晚加班到凌晨三点才睡"), Some(Kind::State));
/// assert_eq!(kind_of("The user probably lives in Glasgow"), Some(Kind::Inference));
/// assert_eq!(kind_of("用户上周从西安搬到了重庆"), None);
/// ```
#[must_use]
pub fn kind_of(text: &str) -> Option<Kind> {
    of(&Reading::of(text))
}

pub(super) fn of(reading: &Reading) -> Option<Kind> {
    if is_guess(reading) {
        return Some(Kind::Inference);
    }
    let units = &reading.units;
    let has_past = units.iter().any(|unit| unit.form == Form::Past && unit.text != unit.stem);
    let passes = mark(units, "state").is_some() || has_past && mark(units, "state_past").is_some();
    let is_habit = mark(units, "fact").is_some();
    match (passes && mark(units, "from").is_none(), is_habit) {
        (true, false) if !has_change(reading) => Some(Kind::State),
        (false, true) => Some(Kind::Fact),
        (true, _) | (false, false) => None,
    }
}

/// Whether a word marks a guess. Before a number such a word may only mean "about".
fn is_guess(reading: &Reading) -> bool {
    let units = &reading.units;
    let mut rest = 0;
    while let Some(found) = mark(&units[rest..], "guess") {
        let (start, end) = (rest + found.start, rest + found.end);
        let counts = units.get(end).is_some_and(is_number);
        if !(counts && has("about", &units[start].text)) {
            return true;
        }
        rest = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Option<Kind>, texts: &[&str]) {
        for text in texts {
            assert_eq!(kind_of(text), kind, "{text}");
        }
    }

    #[test]
    fn a_habit_is_marked() {
        check(
            Some(Kind::Fact),
            &[
                "我一般十点睡",
                "用户平时骑车上班，二十分钟能到",
                "妈妈每天中午都要睡午觉",
                "用户从不熬夜",
                "老板开会一般不发火，有事会后单独谈",
                "I am usually vegetarian",
                "For business trips the user always flies economy.",
                "User plays five-a-side on Thursdays.",
                "Every Sunday the user's grandmother phones from Tbilisi.",
                "User goes to work by bike all year round.",
            ],
        );
    }

    #[test]
    fn a_passing_state_is_marked() {
        check(
            Some(Kind::State),
            &[
                "我昨晚加班到凌晨三点才睡",
                "用户这几天没骑车上班，下雨就打车了",
                "家里的两只猫这周断了粮，暂时吃渴望的猫粮",
                "爷爷今天八点才起床，没去公园打太极",
                "Last night I had a steak for dinner",
                "User is going to work by bus this week because of the black ice.",
                "Tonight the cat is sleeping in the bedroom",
                "On Monday the user flew business class to Singapore, upgraded for free.",
                "With her husband on late shift, the user is doing the cooking tonight.",
            ],
        );
    }

    #[test]
    fn a_guess_is_marked() {
        check(
            Some(Kind::Inference),
            &[
                "用户的丈夫或许也会写前端",
                "妈妈的膝盖多半有点积液",
                "用户好像有个女儿，提到过买裙子",
                "听口音，用户也许在湖南生活过",
                "User's wife is perhaps a judge at the district court",
                "The user's brother must have sold the boat in Split",
                "The longer drive may have tired him",
                "I guess she likes tea",
            ],
        );
    }

    #[test]
    fn what_words_do_not_tell_is_left_open() {
        check(
            None,
            &[
                "用户住在上海",
                "用户最近在学 Python",
                "用户目前住在杭州",
                "用户上周从西安搬到了重庆，住在江北",
                "今天起用户走路上班",
                "用户一星期跑量大概40公里",
                "The user lives in Porto",
                "User currently works at Initech",
                "User switched to decaf last week",
                "User usually cycles, but took the bus today",
                "The library closes on Monday",
                "",
            ],
        );
    }
}
