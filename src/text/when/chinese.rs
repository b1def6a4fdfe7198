//! Chinese times: 昨天下午三点, 上周三, 去年五月, 三天前, 十月一日, 月底.

use super::calendar::{Stretch, Third, Unit, YEARS, date, days, month, third, year};
use super::chinese_parts::{clock, is_lunar, is_number, number, part, part_of, rest_of_day, unit};
use super::clock::{MORNING, NIGHT, Part, is_exact, within};
use super::scan::{Read, Scan};
use super::tense::{Tense, is_habit, tense};
use crate::record::DAY_MS;
use crate::text::civil::civil;

/// The time that begins at a letter.
pub(super) fn read(scan: &Scan, at: usize) -> Option<Read> {
    day(scan, at)
        .or_else(|| of_year(scan, at))
        .or_else(|| told_unit(scan, at))
        .or_else(|| weekday_alone(scan, at))
        .or_else(|| counted(scan, at))
        .or_else(|| month_alone(scan, at))
        .or_else(|| end_alone(scan, at))
        .or_else(|| hour_alone(scan, at))
}

const DAYS: [(&str, i64); 16] = [
    ("大前天", -3),
    ("大后天", 3),
    ("前天", -2),
    ("前日", -2),
    ("昨天", -1),
    ("昨日", -1),
    ("昨儿个", -1),
    ("昨儿", -1),
    ("今天", 0),
    ("今日", 0),
    ("今儿个", 0),
    ("今儿", 0),
    ("明天", 1),
    ("明日", 1),
    ("明儿", 1),
    ("后天", 2),
];

/// Days whose part is in the word: how far, which part.
const DAYS_WITH_PART: [(&str, (i64, Part)); 11] = [
    ("前晚", (-2, NIGHT)),
    ("昨晚", (-1, NIGHT)),
    ("昨夜", (-1, NIGHT)),
    ("今晚", (0, NIGHT)),
    ("今夜", (0, NIGHT)),
    ("明晚", (1, NIGHT)),
    ("后晚", (2, NIGHT)),
    ("昨早", (-1, MORNING)),
    ("今早", (0, MORNING)),
    ("今晨", (0, MORNING)),
    ("明早", (1, MORNING)),
];

/// What goes on a name that begins as a day does: 今日头条, 明日方舟.
const NAMES: [&str; 6] = ["头条", "说法", "方舟", "之子", "之星", "重现"];

fn day(scan: &Scan, at: usize) -> Option<Read> {
    let (away, part, end) = match scan.one_of(at, &DAYS_WITH_PART) {
        // 昨晚上.
        Some(((away, part), end)) => (away, Some(part), scan.after(end, "上").unwrap_or(end)),
        None => scan.one_of(at, &DAYS).map(|(away, end)| (away, None, end))?,
    };
    let before = scan.before(at);
    let is_other = match scan.letter(at) {
        // 以前天天, 目前天气, 先天后天, 以后天天.
        Some('前') => before.is_some_and(|before| "以之目从先".contains(before)) || scan.is_any(end, "天气性"),
        Some('后') => {
            let is_inborn = at.checked_sub(2).is_some_and(|before| scan.after(before, "先天").is_some());
            is_inborn || before.is_some_and(|before| "以之然先最今".contains(before)) || scan.is_any(end, "天气性")
        }
        Some('昨' | '今' | '明') => NAMES.iter().any(|name| scan.after(end, name).is_some()),
        Some(_) | None => false,
    };
    if is_other {
        return None;
    }
    // 去年的今天, 昨天的昨天, 三年前今天: told from another day than today.
    let is_led =
        before == Some('的') && at.checked_sub(2).is_some_and(|led| scan.is_any(led, "年月周期拜天日前后末底初"));
    if is_led || away == 0 && part.is_none() && before.is_some_and(|before| "年前".contains(before)) {
        return Some(Read::told(end, None));
    }
    let (stretch, end) = rest_of_day(scan, scan.today.day + away, part, end);
    Some(Read::told(end, Some(stretch)))
}

const YEARS_TOLD: [(&str, i64); 8] =
    [("大前年", -3), ("前年", -2), ("去年", -1), ("上一年", -1), ("今年", 0), ("本年", 0), ("明年", 1), ("后年", 2)];

/// 去年, 去年五月三号, 2024年5月, 二〇二四年底.
fn of_year(scan: &Scan, at: usize) -> Option<Read> {
    let before = scan.before(at);
    let told = scan.one_of(at, &YEARS_TOLD).filter(|_| {
        let is_other = |letters: &str| before.is_some_and(|before| letters.contains(before));
        match scan.letter(at) {
            Some('前' | '后') => !is_other("以之目从先然最"),
            Some('本') => !is_other("根基日书版原"),
            Some(_) | None => true,
        }
    });
    let (nth_year, end, is_relative) = match told {
        Some((away, end)) => (scan.today.year + away, end, true),
        None => {
            let (nth_year, end) = number(scan, at)?;
            let is_year = YEARS.contains(&nth_year) && !before.is_some_and(is_number);
            let end = scan.after(end, "年").filter(|end| is_year && end - at == 5 && !scan.is_any(*end, "级代"))?;
            (nth_year, end, false)
        }
    };
    // 明年级, 去年度, 今年龄.
    if told.is_some() && scan.is_any(end, "级龄纪") {
        return None;
    }
    let after = scan.after(end, "的").unwrap_or(end);
    let (stretch, end) = in_year(scan, nth_year, after).unwrap_or_else(|| {
        // 去年年底.
        let at = scan.after(end, "年").filter(|at| scan.is_any(*at, "初中底末")).unwrap_or(end);
        let (stretch, at) = part_of(scan, year(nth_year), at);
        (Some(stretch), if stretch == year(nth_year) { end } else { at })
    });
    Some(Read { is_relative, ..Read::told(end, stretch) })
}

/// A month of a year, with its day or its part.
fn in_year(scan: &Scan, nth_year: i64, at: usize) -> Option<(Option<Stretch>, usize)> {
    let (nth_month, end) = month_number(scan, at)?;
    if let Some((nth_day, end)) = day_number(scan, end) {
        let found = date(nth_year, nth_month, nth_day).map(|day| rest_of_day(scan, day, None, end));
        return Some(found.map_or((None, end), |(stretch, end)| (Some(stretch), end)));
    }
    let (stretch, end) = part_of(scan, month(nth_year, nth_month), end);
    Some((Some(stretch), end))
}

/// 五月, 5月份; 两月 is two months.
fn month_number(scan: &Scan, at: usize) -> Option<(i64, usize)> {
    let (nth, end) = number(scan, at).filter(|(nth, _)| (1..=12).contains(nth) && scan.letter(at) != Some('两'))?;
    let end = scan.after(end, "月").filter(|end| !scan.is_any(*end, "嫂经饼薪票球") && !is_lunar(scan, *end))?;
    Some((nth, scan.after(end, "份").unwrap_or(end)))
}

/// 三日, 15号: no 15号楼.
fn day_number(scan: &Scan, at: usize) -> Option<(i64, usize)> {
    let (nth, end) = number(scan, at).filter(|(nth, _)| (1..=31).contains(nth))?;
    let end = scan.after(end, "日").or_else(|| scan.after(end, "号"))?;
    (!scan.is_any(end, "楼线门院店房机桌床厅馆球队码")).then_some((nth, end))
}

const AWAY: [(&str, i64); 10] = [
    ("上上个", -2),
    ("下下个", 2),
    ("上上", -2),
    ("下下", 2),
    ("上个", -1),
    ("下个", 1),
    ("这个", 0),
    ("上", -1),
    ("下", 1),
    ("这", 0),
];
const WEEKS: [&str; 3] = ["星期", "礼拜", "周"];
const WEEKDAYS: [(&str, i64); 8] =
    [("一", 0), ("二", 1), ("三", 2), ("四", 3), ("五", 4), ("六", 5), ("日", 6), ("天", 6)];

/// 上周, 下周三, 这周末, 上个月, 下个月三号, 上月底.
fn told_unit(scan: &Scan, at: usize) -> Option<Read> {
    let (away, end) = scan.one_of(at, &AWAY).or_else(|| scan.after(at, "本").map(|end| (0, end)))?;
    if let Some(end) = WEEKS.iter().find_map(|name| scan.after(end, name)) {
        let monday = scan.today.monday(away);
        // 这周围, 下周转.
        if scan.is_any(end, "围边年期转全密折岁刊报长游") {
            return None;
        }
        if let Some(end) = scan.after(end, "末") {
            return Some(Read::told(end, Some(days(monday + 5, 2))));
        }
        if let Some((weekday, end)) = scan.one_of(end, &WEEKDAYS).filter(|(_, end)| !scan.is_any(*end, "次趟回遍个"))
        {
            // 下周三四: one of two days.
            if scan.one_of(end, &WEEKDAYS[..6]).is_some_and(|(_, after)| !scan.is_any(after, "点月时")) {
                return Some(Read::told(end, None));
            }
            let (stretch, end) = rest_of_day(scan, monday + weekday, None, end);
            return Some(Read::told(end, Some(stretch)));
        }
        return Some(Read::told(end, Some(days(monday, 7))));
    }
    // 上月球, 下月饼.
    let end = scan.after(end, "月").filter(|end| !scan.is_any(*end, "球饼亮台光经嫂"))?;
    let end = scan.after(end, "份").unwrap_or(end);
    let whole = month(scan.today.year, scan.today.month + away);
    let after = scan.after(end, "的").unwrap_or(end);
    if let Some((nth_day, end)) = day_number(scan, after) {
        let (nth_year, nth_month, _) = civil(whole.from.div_euclid(DAY_MS));
        let found = date(nth_year, nth_month, nth_day).map(|day| rest_of_day(scan, day, None, end));
        return Some(found.map_or(Read::told(end, None), |(stretch, end)| Read::told(end, Some(stretch))));
    }
    let (stretch, end) = part_of(scan, whole, end);
    Some(Read::told(end, Some(stretch)))
}

/// 周三, 周末: behind or ahead, as the sentence tells.
fn weekday_alone(scan: &Scan, at: usize) -> Option<Read> {
    let end = WEEKS.iter().find_map(|name| scan.after(at, name))?;
    let before = scan.before(at);
    // 两周三次, 到周五: part of something else.
    let is_part = before.is_some_and(|before| is_number(before) || "每逢各半整到至和或".contains(before));
    let today = scan.today;
    // The sentence is read last: many a 周 is no day.
    let told = || if is_part || is_habit(scan, at) { Tense::Unclear } else { tense(scan, at) };
    if let Some(end) = scan.after(end, "末") {
        let this = today.monday(0) + 5;
        let stretch = match told() {
            // On a weekend it may be this one or the last.
            Tense::Past => (today.day < this).then(|| days(this - 7, 2)),
            Tense::Future => Some(days(this, 2)),
            Tense::Unclear => None,
        };
        return Some(Read::told(end, stretch));
    }
    let (weekday, end) = scan.one_of(end, &WEEKDAYS).filter(|(weekday, end)| {
        let others = if *weekday == 6 { "历记常期报子" } else { "次个回趟遍顿节岁围年期" };
        !scan.is_any(*end, others)
    })?;
    let is_list = scan.one_of(end, &WEEKDAYS[..6]).is_some_and(|(_, after)| !scan.is_any(after, "点月时"));
    let is_range = scan.is_any(end, "到至-~和、或");
    let day = match told() {
        Tense::Past => Some(today.weekday_behind(weekday)),
        Tense::Future => Some(today.weekday_ahead(weekday)),
        Tense::Unclear => None,
    };
    let (stretch, end) = rest_of_day(scan, day.unwrap_or_default(), None, end);
    Some(Read::told(end, day.filter(|_| !is_list && !is_range).map(|_| stretch)))
}

/// 三天前, 两周后, 半年前, 再过三天.
fn counted(scan: &Scan, at: usize) -> Option<Read> {
    let before = scan.before(at);
    if before.is_some_and(|before| is_number(before) || "每第差头隔半个近约满整".contains(before))
        && !is_start(scan, at)
    {
        return None;
    }
    let is_still = before == Some('过') && scan.after(at.saturating_sub(2), "再过") == Some(at);
    // 三到五天前, 至少三年前, 不到三年前, 超过三年前.
    let is_vague = !is_still && before.is_some_and(|before| "到至或~-—少多过逾足".contains(before));
    let (low, high, unit, end) = amount(scan, at)?;
    let words = [("以前", -1), ("之前", -1), ("前", -1), ("以后", 1), ("之后", 1), ("后", 1)];
    let found =
        scan.one_of(end, &words).filter(|(_, end)| !scan.is_any(*end, "台端途往女男夫妻任辈勤期代卫悔果备续面方天"));
    let (way, end) = match found {
        Some(found) => found,
        None if is_still => (1, end),
        None => return None,
    };
    // 手术两周后: after something else than today.
    if is_vague || way == 1 && !is_still && !is_start(scan, at) {
        return Some(Read::told(end, None));
    }
    let (one, other) = (scan.today.counted(unit, way * low), scan.today.counted(unit, way * high));
    let stretch = Stretch { from: one.from.min(other.from), to: one.to.max(other.to), ..one };
    let (stretch, end) = if stretch.grain == super::Grain::Day && low == high {
        rest_of_day(scan, stretch.from.div_euclid(DAY_MS), None, end)
    } else {
        (stretch, end)
    };
    Some(Read::told(end, Some(stretch)))
}

/// The least and the most of a number of units: 三天, 两三天, 半年, 半个月.
fn amount(scan: &Scan, at: usize) -> Option<(i64, i64, Unit, usize)> {
    let halves = [
        ("半年", (6, Unit::Month)),
        ("半个月", (15, Unit::Day)),
        ("半个小时", (30, Unit::Minute)),
        ("半小时", (30, Unit::Minute)),
    ];
    if let Some(((n, unit), end)) = scan.one_of(at, &halves) {
        return Some((n, n, unit, end));
    }
    if let Some((n, end)) = number(scan, at).filter(|(n, _)| (1..1000).contains(n)) {
        let (unit, end) = unit(scan, end)?;
        return Some((n, n, unit, end));
    }
    let (low, next) = (scan.letter(at).and_then(crate::text::number::digit)?, scan.letter(at + 1));
    let high = next.and_then(crate::text::number::digit).filter(|high| low + 1 == *high && 0 < low)?;
    let (unit, end) = unit(scan, at + 2)?;
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?, unit, end))
}

/// Whether what begins at a letter is counted from today: it begins its clause, or stands behind whom it tells of.
fn is_start(scan: &Scan, at: usize) -> bool {
    scan.before(at)
        .is_none_or(|before| "我他她它们户将会要在定于。，,.!！?？;；、:：\n(（妈爸弟妹哥姐".contains(before))
}

/// 五月, 十月一日: behind or ahead, as the sentence tells.
fn month_alone(scan: &Scan, at: usize) -> Option<Read> {
    let before = scan.before(at);
    let (_, end) = month_number(scan, at)?;
    // 24年5月 has a year that is not told whole; 三月前 may be three months ago.
    let is_part = before.is_some_and(|before| is_number(before) || "年个每各逢历到至".contains(before))
        || scan.is_any(end, "前后内到至");
    let told = if is_part || is_habit(scan, at) { Tense::Unclear } else { tense(scan, at) };
    let today = scan.today;
    let (this, end) = in_year(scan, today.year, at).unwrap_or((None, end));
    let is_there = |stretch: Option<Stretch>| match told {
        Tense::Past => stretch.is_some_and(|one| one.from <= today.ms),
        Tense::Future => stretch.is_some_and(|one| today.ms < one.to),
        Tense::Unclear => true,
    };
    let away = if told == Tense::Past { -1 } else { 1 };
    let stretch = if is_there(this) { this } else { in_year(scan, today.year + away, at).and_then(|(other, _)| other) };
    Some(Read::told(end, stretch.filter(|_| told != Tense::Unclear)))
}

/// 月底, 年底, 月初, 年初 of this month and this year, where the sentence does not tell of another.
fn end_alone(scan: &Scan, at: usize) -> Option<Read> {
    let today = scan.today;
    let names = [("月底", (Third::End, false)), ("月末", (Third::End, false)), ("月初", (Third::Beginning, false))];
    let of_year = [("年底", (Third::End, true)), ("年末", (Third::End, true)), ("年初", (Third::Beginning, true))];
    let ((part, is_year), end) = scan.one_of(at, &names).or_else(|| scan.one_of(at, &of_year))?;
    let before = scan.before(at);
    // 大年初一, 正月初: of the lunar calendar.
    let is_part = before.is_some_and(|before| is_number(before) || "年个每各逢大正腊闰".contains(before))
        || is_lunar(scan, at + 1)
        || is_habit(scan, at);
    let whole = if is_year { year(today.year) } else { month(today.year, today.month) };
    let stretch = third(whole, part);
    let fits = match tense(scan, at) {
        Tense::Past => stretch.from <= today.ms,
        Tense::Future => today.ms < stretch.to,
        Tense::Unclear => true,
    };
    Some(Read::told(end, Some(stretch).filter(|_| fits && !is_part)))
}

/// 下午三点, of today.
fn hour_alone(scan: &Scan, at: usize) -> Option<Read> {
    let (part, end) = part(scan, at)?;
    let (shown, end) = clock(scan, end)?;
    let is_part = scan.before(at).is_some_and(|before| "天日号每".contains(before)) || is_habit(scan, at);
    let today = scan.today;
    let of = |day: i64| within(day, Some(part), Some(shown));
    let of_today = of(today.day);
    // An hour past midnight is of the night that is over, or of the one ahead.
    let is_next = (today.day + 1) * DAY_MS <= of_today.from;
    let nights = [of(today.day - 1), of_today];
    let stretch = match tense(scan, at) {
        _ if is_part || !is_exact(shown, Some(part)) => None,
        _ if !is_next => Some(of_today),
        Tense::Past => nights.into_iter().rfind(|night| night.from <= today.ms),
        Tense::Future => nights.into_iter().find(|night| today.ms <= night.from),
        Tense::Unclear => None,
    };
    Some(Read { is_hour_alone: true, ..Read::told(end, stretch) })
}
