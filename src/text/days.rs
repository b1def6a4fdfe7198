//! Days, weeks, months and years told from today.

use super::cursor::Cursor;
use super::date::{part, reading, weekday_in_chinese};
use super::quantity::{Part, Reading};

/// 今天, 大后天, 下周, 上个月, 明年; 下周一 too.
pub(super) fn in_chinese(cursor: &Cursor, at: usize) -> Option<Reading> {
    let han = cursor.han(at);
    let is_after = |letters: &str| cursor.letter_before(at).is_some_and(|before| letters.contains(before));
    let mut letters = han.chars();
    let (offset, units) = match letters.next()? {
        '今' => (0, "天日年"),
        '明' => (1, "天日年"),
        '昨' => (-1, "天日"),
        // 以后天天, 目前天气.
        '后' if !is_after("以之然先最") => (2, "天年"),
        '前' if !is_after("以之目从") => (-2, "天年"),
        '去' => (-1, "年"),
        '上' => (-1, "个周星礼月"),
        '下' => (1, "个周星礼月"),
        '这' => (0, "个周星礼月"),
        '本' => (0, "周星礼月年"),
        '大' => match letters.next()? {
            '后' => (3, "天"),
            '前' => (-3, "天"),
            _ => return None,
        },
        _ => return None,
    };
    let mut unit = letters.next().filter(|unit| units.contains(*unit))?;
    if unit == '个' {
        unit = letters.next().filter(|unit| "星礼月".contains(*unit))?;
    }
    let name = match unit {
        '年' => "year",
        '周' => "week",
        '星' => letters.next().filter(|letter| *letter == '期').map(|_| "week")?,
        '礼' => letters.next().filter(|letter| *letter == '拜').map(|_| "week")?,
        // 上月球 and 下月饼 hold no month.
        '月' if letters.as_str().starts_with(['球', '饼', '亮', '台']) => return None,
        '月' => "month",
        _ => "day",
    };
    let end = at + han[..han.len() - letters.as_str().len()].chars().count();
    let mut parts = vec![told(name, offset, at, end)];
    // The week's letter belongs to the weekday too.
    let week_at = end - if unit == '周' { 1 } else { 2 };
    if name == "week"
        && let Some(weekday) = weekday_in_chinese(cursor, week_at)
    {
        let weekday_end = week_at + weekday.n_tokens;
        parts.extend(weekday.parts.into_iter().map(|day| Part { tokens: end..weekday_end, ..day }));
        return reading(parts, at, weekday_end);
    }
    reading(parts, at, end)
}

fn told(unit: &str, offset: i32, start: usize, end: usize) -> Part {
    part(format!("now {unit}:{offset}"), start, end)
}

/// Today, tomorrow, next week, last year.
pub(super) fn in_english(cursor: &Cursor, at: usize) -> Option<Reading> {
    let (unit, offset, n_tokens) = match (cursor.token(at)?.text.as_str(), cursor.word(at + 1), cursor.word(at + 2)) {
        ("day", "after", "tomorrow") => ("day", 2, 3),
        ("day", "before", "yesterday") => ("day", -2, 3),
        ("today", _, _) => ("day", 0, 1),
        ("tomorrow", _, _) => ("day", 1, 1),
        ("yesterday", _, _) => ("day", -1, 1),
        ("next", unit @ ("week" | "month" | "year"), _) => (unit, 1, 2),
        ("last", unit @ ("week" | "month" | "year"), _) => (unit, -1, 2),
        ("this", unit @ ("week" | "month" | "year"), _) => (unit, 0, 2),
        _ => return None,
    };
    reading(vec![told(unit, offset, at, at + n_tokens)], at, at + n_tokens)
}
