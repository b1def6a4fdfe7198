//! What upkeep did, and how often it is to be done.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record;
use crate::wasm::fields::Fields;

/// What a sweep did.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Swept {
    /// Records that were looked at: the active ones.
    examined: usize,
    /// Records that had faded and are kept cold.
    cooled: usize,
    /// Cold records that were used since, and are recalled again.
    warmed: usize,
    /// Records whose time had run out; they are kept cold, and recalled only as history.
    expired: usize,
}

impl From<record::Swept> for Swept {
    fn from(swept: record::Swept) -> Self {
        Self { examined: swept.examined, cooled: swept.cooled, warmed: swept.warmed, expired: swept.expired }
    }
}

/// What upkeep did, in all scopes together.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Maintained {
    /// Scopes that were gone through.
    scopes: usize,
    /// Records that waited for a callback and no longer do.
    settled: usize,
    /// What its sweeps did.
    swept: Swept,
    /// Journal entries that were beyond the horizon, and can no longer be undone.
    trimmed: usize,
}

impl From<record::Maintained> for Maintained {
    fn from(done: record::Maintained) -> Self {
        Self { scopes: done.scopes, settled: done.settled, swept: done.swept.into(), trimmed: done.trimmed }
    }
}

/// How often upkeep is to be done, in milliseconds, checked.
pub(in crate::wasm) fn schedule(options: &JsValue, what: &str) -> Result<record::Schedule, MemoryError> {
    let mut given = Fields::of(options, what)?;
    let ms = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
    let sweep_ms = given.count("sweepEvery")?.map(ms);
    let reflect_ms = given.count("reflectEvery")?.map(ms);
    given.done()?;
    Ok(record::Schedule { sweep_ms, reflect_ms })
}
