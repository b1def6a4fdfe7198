//! Conflicts, their settlement, and history, as JavaScript sees them.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use super::record::Version;
use crate::error::MemoryError;
use crate::record::{self, Resolution};
use crate::wasm::fields::Fields;
use crate::wasm::value::invalid;

/// Values that can't all hold, and of which only the user can say which one does.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Conflict {
    /// Its name, for `resolve`.
    id: String,
    /// The attribute that they are values of, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// Whom or what they are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    /// What the records in it say, in order of creation.
    versions: Vec<Side>,
    /// What to ask the user, in the language of the memory.
    question: String,
}

/// What one record of a conflict says.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Side {
    /// The record.
    id: String,
    /// Its value; for a record without a key, its text.
    value: String,
    /// Its text.
    text: String,
    /// When it held, as told.
    observed_at: i64,
    /// 0 to 1.
    confidence: f64,
}

impl From<record::Conflict> for Conflict {
    fn from(conflict: record::Conflict) -> Self {
        let side = |(id, version): (record::RecordId, record::Version)| Side {
            id: id.to_string(),
            value: version.value,
            text: version.text,
            observed_at: version.observed_at.0,
            confidence: version.confidence,
        };
        Self {
            id: conflict.id.to_string(),
            key: conflict.key,
            subject: conflict.subject,
            versions: conflict.versions.into_iter().map(side).collect(),
            question: conflict.question,
        }
    }
}

/// What came of settling a conflict.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Resolved {
    /// The records that hold.
    ids: Vec<String>,
    /// The records whose place was taken.
    superseded: Vec<String>,
    /// Records that stand on nothing but the source that was wrong, and may be wrong too.
    doubtful: Vec<String>,
    /// The journal entry.
    journal_id: String,
}

impl From<record::Resolved> for Resolved {
    fn from(resolved: record::Resolved) -> Self {
        let names = |ids: Vec<record::RecordId>| ids.iter().map(ToString::to_string).collect();
        Self {
            ids: names(resolved.ids),
            superseded: names(resolved.superseded),
            doubtful: names(resolved.doubtful),
            journal_id: resolved.journal_id.to_string(),
        }
    }
}

/// What is known of a key, or of a record.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct History {
    /// The value that holds, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Version>,
    /// All of them, oldest first, by when they held.
    versions: Vec<Version>,
}

impl From<record::History> for History {
    fn from(history: record::History) -> Self {
        Self {
            current: history.current.map(Version::from),
            versions: history.versions.into_iter().map(Version::from).collect(),
        }
    }
}

/// What the user said of a conflict, checked: one of `choose`, `value` and `keepBoth`.
pub(in crate::wasm) fn resolution(value: &JsValue) -> Result<Resolution, MemoryError> {
    let mut given = Fields::of(value, "resolve")?;
    let (choose, value, keeps) = (given.text("choose")?, given.text("value")?, given.flag("keepBoth")?);
    given.done()?;
    match (choose, value, keeps) {
        (Some(choose), None, None | Some(false)) => Ok(Resolution::Choose(choose)),
        (None, Some(value), None | Some(false)) if !value.trim().is_empty() => Ok(Resolution::Value(value)),
        (None, None, Some(true)) => Ok(Resolution::KeepBoth),
        _ => Err(invalid("resolve", "", "one of { choose: id or value }, { value } and { keepBoth: true } is needed")),
    }
}
