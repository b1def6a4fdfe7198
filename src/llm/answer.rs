//! A model's answer, parsed strictly: it is untrusted text.

mod strict;
mod surrogate;

use serde_json::Value;
use thiserror::Error;

/// Bytes that an answer may have.
///
/// Source: a judgement; a hundred records of a reflection's batch come to a tenth of it.
pub const MAX_ANSWER_BYTES: usize = 1_000_000;

/// How deep objects and arrays may stand in each other.
///
/// Source: a judgement; the deepest answer that a task asks for has four levels.
pub const MAX_ANSWER_DEPTH: usize = 32;

/// UTF-8 bytes that a text of a model's may have: a few sentences.
///
/// Source: a judgement; what was told is kept word for word besides.
pub const MOST_TEXT_BYTES: usize = 4096;

/// UTF-8 bytes that a name or a value in an answer may have: a few words.
///
/// Source: a judgement; what runs on is no name, and no value.
pub const MOST_NAME_BYTES: usize = 400;

/// What a model answers when there is nothing to change.
pub const NO_CHANGE: &str = "no-change";

/// Why an answer is refused.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum AnswerError {
    /// It has more than [`MAX_ANSWER_BYTES`].
    #[error("the answer has {bytes} bytes; {MAX_ANSWER_BYTES} are allowed")]
    TooLong {
        /// What it has.
        bytes: usize,
    },
    /// It thinks, and ends before it answers.
    #[error("the answer ends inside <think>")]
    Unfinished,
    /// There is no JSON object or array in it.
    #[error("the answer holds no JSON object or array")]
    NoValue,
    /// There are two values, and which one is meant can't be told.
    #[error("the answer holds more than one JSON value")]
    SeveralValues,
    /// It begins as JSON and does not go on so, or is cut off.
    #[error("the answer's JSON is broken: {0}")]
    Malformed(String),
    /// Objects and arrays stand deeper in each other than [`MAX_ANSWER_DEPTH`].
    #[error("the answer is nested deeper than {MAX_ANSWER_DEPTH} levels")]
    TooDeep,
    /// An object gives one name two values.
    #[error("the answer gives {0:?} twice in one object")]
    DuplicateKey(String),
    /// An object has a name that means something else in JavaScript.
    #[error("the answer uses the name {0:?}")]
    ForbiddenKey(String),
}

/// The one JSON value of an answer: an object, else the bare word [`NO_CHANGE`] on a line of its own, else an array.
///
/// One leading `<think>…</think>`, prose and code fences around the value are skipped, and escapes of half a surrogate pair become
/// U+FFFD; nothing else is repaired. Arrays in the prose, such as the `[3]` that names a record, don't count where there is
/// something else.
///
/// # Errors
/// When there is no value or more than one, when it is broken or cut off, too long, too deep, or has a forbidden or a repeated name.
///
/// ```
/// use palimpsest::llm::answer::json_value;
/// let answer = "好的。\n```json\n{\"relation\": \"same\"}\n```";
/// assert_eq!(json_value(answer).unwrap()["relation"], "same");
/// ```
pub fn json_value(answer: &str) -> Result<Value, AnswerError> {
    if MAX_ANSWER_BYTES < answer.len() {
        return Err(AnswerError::TooLong { bytes: answer.len() });
    }
    let answer = surrogate::mend(after_thought(answer)?);
    let (mut object, mut array) = (None, None);
    let mut n_arrays = 0;
    let mut rest: &str = &answer;
    while let Some(start) = rest.find(['{', '[']) {
        rest = &rest[start..];
        // Where no value begins, it is a bracket of the prose.
        let mut length = 1;
        if let Some((value, end)) = strict::first_value(rest)? {
            length = end;
            if value.is_array() {
                n_arrays += 1;
                array = Some(value);
            } else if object.replace(value).is_some() {
                return Err(AnswerError::SeveralValues);
            }
        }
        rest = &rest[length..];
    }
    let has_line = |words: &[&str]| answer.lines().any(|line| words.contains(&line.trim()));
    // Inside an object the bare word can't stand.
    let is_bare = has_line(&[NO_CHANGE, "`no-change`"]);
    match (object, array) {
        (Some(_), _) if is_bare => Err(AnswerError::SeveralValues),
        (Some(object), _) => Ok(object),
        (None, _) if is_bare || has_line(&["\"no-change\""]) => Ok(Value::from(NO_CHANGE)),
        (None, Some(array)) if n_arrays == 1 => Ok(array),
        (None, Some(_)) => Err(AnswerError::SeveralValues),
        (None, None) => Err(AnswerError::NoValue),
    }
}

/// What follows one leading thought.
fn after_thought(answer: &str) -> Result<&str, AnswerError> {
    match answer.trim_start().strip_prefix("<think>") {
        Some(thought) => thought.split_once("</think>").map(|(_, rest)| rest).ok_or(AnswerError::Unfinished),
        None => Ok(answer),
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
