//! The shapes that cross the edge: what comes in is read strictly, what goes out is what the generated types say.

mod answer;
mod calibrating;
mod conflict;
mod event;
mod filter;
mod input;
mod observe;
mod policy;
mod query;
mod record;
mod reflect;
mod report;
mod topic;
mod transfer;
mod upkeep;
mod why;

pub(super) use answer::{Context, Decision, Forgotten, Hit, Stats, Undone};
pub(super) use calibrating::{Calibration, Reembedded};
pub(super) use conflict::{Conflict, History, Resolved, resolution};
pub(super) use event::{JournalEntry, MemoryEvent};
pub(super) use input::{patch, write_input};
pub(super) use observe::observe_input;
pub(super) use policy::policy;
pub(super) use query::{
    HistoryOf, context_input, forget_target, history_of, journal_page, list_input, recall_input, scope,
};
pub(super) use record::MemoryRecord;
pub(super) use reflect::{Reflected, reflect_input};
pub(super) use report::{Report, evaluate_input};
pub(super) use topic::{Topic, merge_target};
pub(super) use transfer::{Imported, import_input};
pub(super) use upkeep::{Maintained, Swept, schedule};

use serde::Serialize;
use wasm_bindgen::JsValue;

use super::error::internal;
use crate::error::MemoryError;
use crate::record::{JournalId, RecordId};

/// The value as JavaScript sees it; the one way out.
pub(super) fn show<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|err| internal(&err.to_string()))
}

/// A record's name; what is no name of a record names none.
pub(super) fn record_id(text: &str) -> Result<RecordId, MemoryError> {
    text.parse().map_err(|_| MemoryError::NotFound { what: "record", id: text.to_owned() })
}

/// A journal entry's name; what is no name of an entry names none.
pub(super) fn journal_id(text: &str) -> Result<JournalId, MemoryError> {
    /// Hexadecimal digits of a name.
    const DIGITS: usize = 16;
    let named = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = if named { text.parse().ok() } else { None };
    id.ok_or_else(|| MemoryError::NotFound { what: "journal entry", id: text.to_owned() })
}
