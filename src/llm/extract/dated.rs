//! A text whose relative times have their dates beside them: 用户昨天（2025-06-19）去了医院.

use crate::annotate::{Language, language_of};
use crate::record::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use crate::sorted::sort_by;
use crate::text::civil::{civil, date_text};
use crate::text::when::{Found, Grain, Zone, find};

/// A text and the times that it tells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dated {
    /// The text, with the dates of its relative times in brackets behind them.
    pub text: String,
    /// The times.
    pub times: Vec<Found>,
}

impl Dated {
    /// When what is told, said at `said_at`, held, and until when it holds, where that is one time: what is over was then; a state that is not yet
    /// over holds until it is.
    #[must_use]
    pub fn held(&self, said_at: Timestamp, is_state: bool) -> (Option<Timestamp>, Option<Timestamp>) {
        match self.times.as_slice() {
            [one] if one.to <= said_at => (Some(one.from), None),
            [one] => (None, is_state.then_some(one.to)),
            _ => (None, None),
        }
    }
}

/// The text, said at `at`, with its dates.
#[must_use]
pub fn dated(text: &str, at: Timestamp, zone: Zone<'_>) -> Dated {
    let times = find(text, at, zone);
    if times.is_empty() {
        return Dated { text: text.to_owned(), times };
    }
    // Whoever wrote it may have said the date besides.
    let mut told: Vec<Timestamp> = times.iter().filter(|one| !one.is_relative).map(|one| one.from).collect();
    sort_by(&mut told, Ord::cmp);
    let is_chinese = language_of(text) == Language::Zh;
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = 0;
    for one in &times {
        shown.push_str(&text[rest..one.span.end]);
        rest = one.span.end;
        if one.is_relative && told.binary_search(&one.from).is_err() {
            let label = label(one, zone, is_chinese);
            let [open, close] = if is_chinese { ["（", "）"] } else { [" (", ")"] };
            shown.extend([open, &label, close]);
        }
    }
    shown.push_str(&text[rest..]);
    Dated { text: shown, times }
}

/// `2025-06-19`, `2025-06-19 15:00`, `2025-06-16 至 2025-06-22`, `2025-05`, `2024`.
fn label(one: &Found, zone: Zone<'_>, is_chinese: bool) -> String {
    let local = |at: Timestamp| at.0 + zone(at);
    let (from, last) = (local(one.from), local(Timestamp(one.to.0 - 1)));
    let (first, end) = (from.div_euclid(DAY_MS), last.div_euclid(DAY_MS));
    let [(year, first_month, _), (_, last_month, _)] = [first, end].map(civil);
    let date = date_text;
    let month = |day: i64| {
        let (year, month, _) = civil(day);
        format!("{year:04}-{month:02}")
    };
    let span =
        |from: String, to: String| [from.as_str(), if is_chinese { " 至 " } else { " to " }, to.as_str()].concat();
    match one.grain {
        Grain::Minute | Grain::Hour if one.to.0 - one.from.0 <= HOUR_MS => {
            let minute = from.rem_euclid(DAY_MS) / MINUTE_MS;
            format!("{} {:02}:{:02}", date(first), minute / 60, minute % 60)
        }
        Grain::Minute | Grain::Hour => date(first),
        Grain::Day if first == end => date(first),
        Grain::Day | Grain::Week => span(date(first), date(end)),
        Grain::Month => month(first),
        Grain::Year if (first_month, last_month) == (1, 12) => format!("{year:04}"),
        Grain::Year => span(month(first), month(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Said on Wednesday, 12 March 2025, at 15:30, eight hours ahead of UTC.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let at = Timestamp(1_741_764_600_000);
        assert_eq!(dated(text, at, &|_| 8 * HOUR_MS).text, expected);
    }

    #[test]
    fn a_relative_time_has_its_date_behind_it() {
        check("用户昨天去了医院", "用户昨天（2025-03-11）去了医院");
        check("用户上周在杭州", "用户上周（2025-03-03 至 2025-03-09）在杭州");
        check("用户下个月搬家", "用户下个月（2025-04）搬家");
        check("用户去年毕业，明天下午三点面试", "用户去年（2024）毕业，明天下午三点（2025-03-13 15:00）面试");
        check("用户三四天前感冒了", "用户三四天前（2025-03-08 至 2025-03-09）感冒了");
        check("用户年底结婚", "用户年底（2025-10 至 2025-12）结婚");
        check("The user slept badly last night", "The user slept badly last night (2025-03-11)");
        check("The user moves in two weeks.", "The user moves in two weeks (2025-03-24 to 2025-03-30).");
    }

    #[test]
    fn a_date_that_is_told_stands_alone() {
        check("用户2024年5月3日入职", "用户2024年5月3日入职");
        check("The user moved yesterday, on 2025-03-11", "The user moved yesterday, on 2025-03-11");
        check("用户喜欢喝茶", "用户喜欢喝茶");
        check("", "");
    }
}
