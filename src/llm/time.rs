//! A date or a time in a model's answer.

use serde_json::Value;

use crate::record::{DAY_MS, Timestamp};
use crate::text::civil::day_of_date;

/// The time that an answer names: a day, `2025-07-01`, which begins in UTC, or a moment, `2025-07-01T08:00` with or without seconds and `Z`. `None`
/// where it is anything else.
#[must_use]
pub(super) fn timestamp(answer: &Value) -> Option<Timestamp> {
    let written = answer.as_str()?.trim();
    let (day, time) = match written.split_once('T') {
        Some((day, time)) => (day, Some(time)),
        None => (written, None),
    };
    let mut parts = day.split('-').map(number);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_date = parts.next().is_none() && (1..=9999).contains(&year);
    let day = if is_date { day_of_date(year, month, day) } else { None }?;
    let millis = time.map_or(Some(0), |time| {
        let mut parts = time.trim_end_matches('Z').split(':').map(number);
        let (hour, minute) = (parts.next()??, parts.next()??);
        let second = parts.next().unwrap_or(Some(0))?;
        let is_time = parts.next().is_none() && hour < 24 && minute < 60 && second < 60;
        is_time.then_some(((hour * 60 + minute) * 60 + second) * 1000)
    })?;
    Some(Timestamp(day * DAY_MS + millis))
}

/// Digits alone.
fn number(written: &str) -> Option<i64> {
    let is_digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits { written.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_and_a_moment_are_read_and_nothing_else() {
        for (written, millis) in [
            ("1970-01-01", Some(0)),
            ("2025-07-01", Some(1_751_328_000_000)),
            ("2024-02-29T12:30", Some(1_709_209_800_000)),
            ("2024-02-29T12:30:05Z", Some(1_709_209_805_000)),
            ("2025-13-01", None),
            ("2025-00-01", None),
            ("2025-02-31", None),
            ("2025-02-29", None),
            ("2025-04-31T10:00", None),
            ("2025-06-00", None),
            ("2025-06-9223372036854775807", None),
            ("2025-07", None),
            ("tomorrow", None),
            ("2025-07-01T25:00", None),
            ("+2025-07-01", None),
            ("", None),
        ] {
            assert_eq!(timestamp(&Value::from(written)).map(|at| at.0), millis, "{written}");
        }
        assert_eq!(timestamp(&Value::from(1_751_328_000_000_i64)), None);
    }
}
