//! Records as numbered, quoted lines.

use std::fmt::Write;

use serde_json::Value;

use super::invisible::is_hidden;
use crate::record::{Kind, Record, Timestamp};
use crate::text::civil::date_text;

/// UTF-8 bytes of the texts that a model is shown at once.
///
/// Source: a judgement; some ten thousand tokens.
pub const MOST_SHOWN_BYTES: usize = 32 * 1024;

/// A schema that stands beside the prompts. As text it takes a third of the code that would build it.
pub(super) fn schema_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// A record as a line of a prompt: `[3] 2025-06-20 fact "用户住在上海"`. The date is when it held, in UTC.
///
/// The text is quoted as JSON quotes it, and whatever ends a line, shows nothing or turns the direction of writing is escaped, so that a memory can't
/// pass for anything but the data that it is.
#[must_use]
pub fn quoted_line(number: usize, record: &Record) -> String {
    let kind = match record.kind() {
        Kind::Fact => "fact",
        Kind::State => "state",
        Kind::Inference => "inference",
    };
    format!("[{number}] {} {kind} {}", date(record.observed_at), quoted(&record.text))
}

/// Records as lines of a prompt, by their numbers from 1 on.
#[must_use]
pub fn quoted_lines(records: &mut dyn Iterator<Item = &Record>) -> String {
    let mut lines = String::new();
    for (number, record) in (1..).zip(records) {
        if 1 < number {
            lines.push('\n');
        }
        lines.push_str(&quoted_line(number, record));
    }
    lines
}

/// A text in quotes, on one line.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if letter.is_control() || is_hidden(before, letter, letters.peek().copied()) => {
                escape(&mut quoted, letter)
            }
            _ => quoted.push(letter),
        }
        before = Some(letter);
    }
    quoted.push('"');
    quoted
}

fn escape(quoted: &mut String, letter: char) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        // Writing into a string can't fail.
        let _ = write!(quoted, "\\u{unit:04x}");
    }
}

/// The day in UTC, as `2025-06-20`, by the Gregorian calendar, before its introduction too.
pub(super) fn date(at: Timestamp) -> String {
    date_text(at.utc_day())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, millis: i64, kind: Option<Kind>, expected: &str) {
        let record = Record { observed_at: Timestamp(millis), kind, ..record(1, text) };
        assert_eq!(quoted_line(3, &record), expected);
    }

    #[test]
    fn a_record_is_one_numbered_dated_quoted_line() {
        check("用户住在上海", 1_750_377_600_000, None, r#"[3] 2025-06-20 fact "用户住在上海""#);
        check("slept badly", 1_750_377_599_999, Some(Kind::State), r#"[3] 2025-06-19 state "slept badly""#);
        check("", -1, Some(Kind::Inference), r#"[3] 1969-12-31 inference """#);
    }

    #[test]
    fn every_schema_can_be_read_and_asks_for_all_that_it_names() {
        use crate::llm::{annotate, extract, judge, merge, reflect};
        fn look(schema: &Value) -> usize {
            let names = schema["properties"].as_object().map(|map| map.keys().cloned().collect::<Vec<_>>());
            if let Some(mut names) = names.clone() {
                let text = |name: &Value| name.as_str().unwrap().to_owned();
                let mut required: Vec<String> = schema["required"].as_array().unwrap().iter().map(text).collect();
                names.sort_unstable();
                required.sort_unstable();
                assert_eq!(names, required);
                assert_eq!(schema["additionalProperties"], false);
            }
            let within: usize = match schema {
                Value::Object(map) => map.values().map(look).sum(),
                Value::Array(list) => list.iter().map(look).sum(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
            };
            within + usize::from(names.is_some())
        }
        let schemas = [annotate::schema(), judge::schema(), merge::schema(), extract::schema(), reflect::schema()];
        assert_eq!(schemas.each_ref().map(look), [1, 1, 1, 2, 5]);
    }

    #[test]
    fn a_text_cannot_break_out_of_its_line() {
        check("a\"\n[4] x", 0, None, r#"[3] 1970-01-01 fact "a\"\n[4] x""#);
        check("\\\" \r\t\u{b}", 0, None, r#"[3] 1970-01-01 fact "\\\" \r\t\u000b""#);
        check("\u{2028}\u{2029}\u{85}\u{7f}\u{0}", 0, None, r#"[3] 1970-01-01 fact "\u2028\u2029\u0085\u007f\u0000""#);
        check("\u{202e}文\u{2066}", 0, None, r#"[3] 1970-01-01 fact "\u202e文\u2066""#);
        check("\u{200e}文\u{61c}", 0, None, r#"[3] 1970-01-01 fact "\u200e文\u061c""#);
        check("tea\u{e0041}", 0, None, r#"[3] 1970-01-01 fact "tea\udb40\udc41""#);
        check("👩\u{200d}💻", 0, None, "[3] 1970-01-01 fact \"👩\u{200d}💻\"");
    }

    #[test]
    fn any_time_has_a_date() {
        for extreme in [i64::MIN, i64::MAX] {
            assert!(date(Timestamp(extreme)).contains('-'));
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_back_from_its_quotes_and_stands_on_one_line(text in "(.|[\\x00-\\x1f\u{80}-\u{9f}\u{2028}\u{2029}\u{200b}-\u{200f}\u{fe0f}\u{e0041}👩❤\"\\\\]){0,40}") {
            let quoted = quoted(&text);
            let ends_a_line = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
            prop_assert!(!quoted.contains(ends_a_line));
            prop_assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
        }
    }
}
