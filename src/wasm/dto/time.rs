//! Times that come in: milliseconds, an ISO 8601 string, or a `Date`.

use std::fmt;

use js_sys::Date;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::record::Timestamp;

/// The last millisecond of a JavaScript `Date`, and with a minus the first (ECMA-262, "Time Values and Time Range").
pub(in crate::wasm) const MAX_MILLIS: f64 = 8.64e15;

/// A time that came in. Of a fraction of a millisecond the whole part counts.
///
/// A string is read as JavaScript reads it: a date alone is UTC midnight, a date with a time but no zone is the
/// runtime's local time.
#[derive(Clone, Copy, Debug)]
pub(in crate::wasm) struct Time(pub(in crate::wasm) Timestamp);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeVisitor)
    }
}

struct TimeVisitor;

impl Visitor<'_> for TimeVisitor {
    type Value = Time;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("milliseconds since 1970, an ISO 8601 string like 2025-06-01T10:00:00Z, or a Date")
    }

    fn visit_f64<E: Error>(self, millis: f64) -> Result<Time, E> {
        timestamp(millis).map(Time).ok_or_else(|| E::invalid_value(Unexpected::Float(millis), &self))
    }

    #[expect(clippy::cast_precision_loss, reason = "it came from a JavaScript number")]
    fn visit_i64<E: Error>(self, millis: i64) -> Result<Time, E> {
        timestamp(millis as f64).map(Time).ok_or_else(|| E::invalid_value(Unexpected::Signed(millis), &self))
    }

    #[expect(clippy::cast_precision_loss, reason = "it came from a JavaScript number")]
    fn visit_u64<E: Error>(self, millis: u64) -> Result<Time, E> {
        timestamp(millis as f64).map(Time).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(millis), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Time, E> {
        let parsed = if is_iso(text) { timestamp(Date::parse(text)) } else { None };
        parsed.map(Time).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// A number of milliseconds as a time, if a `Date` could hold it.
#[expect(clippy::cast_possible_truncation, reason = "whole, and within ±8.64e15")]
pub(in crate::wasm) fn timestamp(millis: f64) -> Option<Timestamp> {
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
