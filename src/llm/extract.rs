//! The task `extract`: what messages of a conversation say that is worth remembering.

mod accept;
mod dated;
mod quote;

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::answer::{AnswerError, MOST_NAME_BYTES, MOST_TEXT_BYTES, NO_CHANGE, json_value};
use super::prompt::{date, quoted, schema_of};
use crate::annotate::Language;
use crate::record::{Kind, Timestamp};

pub use accept::{Accepted, Rejection, Spoken, accept};
pub use dated::{Dated, dated};
pub use quote::quote_in;

/// Memories that one answer may hold.
///
/// Source: a judgement; a batch of messages holds a tenth of it, and an answer with more runs on.
const MOST_MEMORIES: usize = 200;

/// A memory that a model found.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// What is to be remembered.
    pub text: String,
    /// How long it holds.
    pub kind: Kind,
    /// Whom or what it is about.
    pub subject: String,
    /// The words of the message that say so.
    pub quote: String,
    /// 0 to 1.
    #[serde(default)]
    pub confidence: Option<f64>,
}

/// A model's answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    memories: Vec<Memory>,
}

/// Why an answer is refused.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ExtractError {
    /// It holds no JSON value that can be read.
    #[error(transparent)]
    Unreadable(#[from] AnswerError),
    /// The value is not what was asked for.
    #[error("the answer holds no memories: {0}")]
    OtherShape(String),
}

/// The instruction.
#[must_use]
pub fn system(language: Language) -> &'static str {
    match language {
        Language::En => include_str!("prompts/extract.en.txt"),
        Language::Zh => include_str!("prompts/extract.zh.txt"),
    }
}

/// A message as a line of a prompt: `[1] 2025-06-20 user "我养了一只猫"`. The day is when it was said, in UTC.
#[must_use]
pub fn line(number: usize, at: Timestamp, role: &str, content: &str) -> String {
    format!("[{number}] {} {role} {}", date(at), quoted(content))
}

/// The JSON schema of the answer.
#[must_use]
pub fn schema() -> Value {
    schema_of(include_str!("prompts/extract.schema.json"))
}

/// Reads an answer. Whether each memory may be kept is for [`accept`] to say. Half of a surrogate pair that was mended is left out of a text.
///
/// # Errors
/// When it is not what was asked for.
pub fn parse(answer: &str) -> Result<Vec<Memory>, ExtractError> {
    let refused = |words: String| ExtractError::OtherShape(words);
    let value = json_value(answer)?;
    if value.as_str() == Some(NO_CHANGE) {
        return Ok(Vec::new());
    }
    let Answer { mut memories } = serde_json::from_value(value).map_err(|err| refused(err.to_string()))?;
    if MOST_MEMORIES < memories.len() {
        return Err(refused("there are too many".to_owned()));
    }
    for memory in &mut memories {
        memory.text = memory.text.replace(char::REPLACEMENT_CHARACTER, "").trim().to_owned();
        memory.subject = memory.subject.trim().to_owned();
        let is_share = memory.confidence.is_none_or(|share| (0.0..=1.0).contains(&share));
        let is_short = memory.text.len() <= MOST_TEXT_BYTES && memory.subject.len() <= MOST_NAME_BYTES;
        if memory.text.is_empty() || memory.quote.trim().is_empty() || !is_share || !is_short {
            return Err(refused("a text or a quote is blank or runs on, or a confidence is no share".to_owned()));
        }
    }
    Ok(memories)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
