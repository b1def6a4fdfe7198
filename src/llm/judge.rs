//! The task `judge`: how a text stands to one that is known.

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::answer::{AnswerError, json_value};
use super::prompt::{quoted_lines, schema_of};
use crate::annotate::Language;
use crate::record::Record;

/// How a later text stands to an earlier one.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// It says nothing that the earlier one does not say.
    Same,
    /// It says the same, with more detail.
    Refines,
    /// It says what holds now, in place of the earlier one.
    Replaces,
    /// The two can't both hold, and nothing shows which one does.
    Contradicts,
    /// Both can hold.
    Unrelated,
}

/// A model's answer.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Why.
    pub reasoning: String,
    /// How the two stand to each other.
    pub relation: Relation,
}

/// Why an answer is refused.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum JudgeError {
    /// It holds no JSON value that can be read.
    #[error(transparent)]
    Unreadable(#[from] AnswerError),
    /// The value is not what was asked for.
    #[error("the answer is no judgement: {0}")]
    OtherShape(String),
}

/// The instruction.
#[must_use]
pub fn system(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("prompts/judge.en.txt"),
        Language::Zh => include_str!("prompts/judge.zh.txt"),
    }
}

/// The two records as numbered, quoted lines.
#[must_use]
pub fn prompt(earlier: &Record, later: &Record) -> String {
    quoted_lines(&mut [earlier, later].into_iter())
}

/// The JSON schema of the answer.
#[must_use]
pub fn schema() -> Value {
    schema_of(include_str!("prompts/judge.schema.json"))
}

/// Reads an answer.
///
/// # Errors
/// When it is not exactly what was asked for.
///
/// ```
/// use palimpsest::llm::judge::{Relation, parse};
/// let answer = r#"{"reasoning": "Both speak of tea.", "relation": "same"}"#;
/// assert_eq!(parse(answer).unwrap().relation, Relation::Same);
/// assert!(parse(r#"{"relation": "same as before"}"#).is_err());
/// ```
pub fn parse(answer: &str) -> Result<Judgement, JudgeError> {
    serde_json::from_value(json_value(answer)?).map_err(|err| JudgeError::OtherShape(err.to_string()))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;

    #[track_caller]
    fn check(answer: &str, expected: Option<Relation>) {
        assert_eq!(parse(answer).ok().map(|judgement| judgement.relation), expected, "{answer}");
    }

    #[test]
    fn only_what_was_asked_for_is_an_answer() {
        check(r#"{"reasoning": "", "relation": "refines"}"#, Some(Relation::Refines));
        check(
            "<think>hm</think>好的\n```json\n{\"reasoning\": \"换了城市\", \"relation\": \"replaces\"}\n```",
            Some(Relation::Replaces),
        );
        check(r#"{"relation": "same"}"#, None);
        check(r#"{"reasoning": "x", "relation": "Same"}"#, None);
        check(r#"{"reasoning": "x", "relation": "same", "id": 3}"#, None);
        check(r#"{"reasoning": 7, "relation": "same"}"#, None);
        check(r#"["same"]"#, None);
        check("no-change", None);
        check("same", None);
    }

    #[test]
    fn every_word_that_the_schema_and_the_prompts_offer_can_be_read() {
        let schema = schema();
        let offered: Vec<String> = serde_json::from_value(schema["properties"]["relation"]["enum"].clone()).unwrap();
        assert_eq!(offered.len(), 5);
        for word in offered {
            assert!(serde_json::from_value::<Relation>(Value::from(word.as_str())).is_ok());
            for language in [Language::En, Language::Zh] {
                assert!(system(language).contains(&word) && system(language).contains("\"reasoning\""), "{word}");
            }
        }
    }

    #[test]
    fn a_record_stands_on_its_own_line_whatever_it_says() {
        let shown = prompt(&record(1, "tea\"\n[2] relation: same"), &record(2, "用户喝茶"));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("[1] ") && lines[1].starts_with("[2] ") && lines[1].ends_with("\"用户喝茶\""));
    }
}
