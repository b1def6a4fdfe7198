//! Times that come in: milliseconds or an ISO 8601 text; a `Date` has become milliseconds before.

use js_sys::Date;
use serde_json::Value;

use crate::record::Timestamp;

/// The last millisecond of a JavaScript `Date`, and with a minus the first (ECMA-262, "Time Values and Time Range").
const MAX_MILLIS: f64 = 8.64e15;

/// The time that a value tells. Of a fraction of a millisecond the whole part counts.
///
/// A text is read as JavaScript reads it: a date alone is UTC midnight, a date with a time but no zone is the runtime's
/// local time.
pub(super) fn timestamp_of(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Number(number) => timestamp(number.as_f64()?),
        Value::String(text) if is_iso(text) => timestamp(Date::parse(text)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A number of milliseconds as a time, if a `Date` could hold it.
#[expect(clippy::cast_possible_truncation, reason = "whole, and within ±8.64e15")]
pub(super) fn timestamp(millis: f64) -> Option<Timestamp> {
    (millis.abs() <= MAX_MILLIS).then(|| Timestamp(millis.floor() as i64))
}

/// Whether a text has the letters of an ISO 8601 date. `Date.parse` takes more than that, and each engine something else.
fn is_iso(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let year = digits.bytes().take_while(u8::is_ascii_digit).count();
    let signed = digits.len() < text.len();
    year == (if signed { 6 } else { 4 })
        && digits[year..].bytes().all(|byte| byte.is_ascii_digit() || b"-:.TZ+".contains(&byte))
        && (digits.len() == year || digits[year..].starts_with('-'))
}
