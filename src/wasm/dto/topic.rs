//! Topics, and what is to be merged, as JavaScript sees them.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record::{self, MergeTarget};
use crate::wasm::value::{items, text};

/// A topic, and its active records.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Topic {
    /// What it is called.
    topic: String,
    /// How many active records it has; a merged one counts once.
    count: usize,
    /// The records, in order of creation.
    ids: Vec<String>,
    /// When a journaled change last touched one of them.
    updated_at: i64,
}

impl From<record::Topic> for Topic {
    fn from(topic: record::Topic) -> Self {
        Self {
            topic: topic.topic,
            count: topic.ids.len(),
            ids: topic.ids.iter().map(ToString::to_string).collect(),
            updated_at: topic.updated_at.0,
        }
    }
}

/// What to merge, checked: a topic, or the names of records.
pub(in crate::wasm) fn merge_target(target: &JsValue) -> Result<MergeTarget, MemoryError> {
    if target.is_string() {
        return text(target, "merge").map(MergeTarget::Topic);
    }
    let ids = items(target, "merge", "a topic or an array of ids")?;
    let read = |id: JsValue| text(&id, "merge").and_then(|id| super::record_id(&id));
    ids.iter().map(read).collect::<Result<_, _>>().map(MergeTarget::Ids)
}
