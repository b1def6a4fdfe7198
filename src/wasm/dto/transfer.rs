//! What `import` is told and what it answers, as JavaScript sees it.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::codec::{ArchiveError, MOST_ARCHIVE_BYTES};
use crate::error::MemoryError;
use crate::record::{self, Collision, ImportInput};
use crate::wasm::fields::Fields;
use crate::wasm::host_storage::{bytes, n_bytes};
use crate::wasm::value::{describe, invalid};

/// The words for a collision.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OnCollision {
    Keep,
    Replace,
    Judge,
}

/// An archive and how to take it in, checked; what the archive holds is still to be read.
pub(in crate::wasm) fn import_input(data: &JsValue, options: &JsValue) -> Result<(Vec<u8>, ImportInput), MemoryError> {
    let mut given = Fields::of(options, "import")?;
    let Some(on_collision) = given.word("onCollision")? else {
        return Err(given.problem("onCollision", "'keep', 'replace' or 'judge' is needed"));
    };
    let other_scope = given.flag("otherScope")?.unwrap_or_default();
    given.done()?;
    let on_collision = match on_collision {
        OnCollision::Keep => Collision::Keep,
        OnCollision::Replace => Collision::Replace,
        OnCollision::Judge => Collision::Judge,
    };
    // Before it is copied.
    if let Some(bytes) = n_bytes(data).filter(|bytes| MOST_ARCHIVE_BYTES < *bytes) {
        return Err(MemoryError::TooLarge(ArchiveError::TooLarge { bytes }.to_string()));
    }
    let words = || invalid("import", "", &format!("a Uint8Array is needed; {} was given", describe(data)));
    Ok((bytes(data).ok_or_else(words)?, ImportInput { on_collision, other_scope }))
}

/// What became of an archive.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Imported {
    /// Whether the scope was empty, so that it is now what the archive's was, with its journal.
    restored: bool,
    /// Records that the scope did not have.
    added: usize,
    /// Records that took the place of one of their id.
    replaced: usize,
    /// Records that were left out: the scope has them, or has one of their id that stays.
    kept: usize,
    /// Of those that were added, records that were decided like a write.
    judged: usize,
    /// Of those, records that wait for an answer of a callback.
    pending: usize,
    /// Records whose vector is of another embedding model, so that they wait for one.
    reembed: usize,
    /// Journal entries that came along; none where the scope was not empty.
    journal_entries: usize,
    /// The entry that `undo` takes it back by; missing where the scope was empty, or nothing changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    journal_id: Option<String>,
}

impl From<record::Imported> for Imported {
    fn from(imported: record::Imported) -> Self {
        Self {
            restored: imported.restored,
            added: imported.added,
            replaced: imported.replaced,
            kept: imported.kept,
            judged: imported.judged,
            pending: imported.pending,
            reembed: imported.reembed,
            journal_entries: imported.journal_entries,
            journal_id: imported.journal_id.map(|id| id.to_string()),
        }
    }
}
