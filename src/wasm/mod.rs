//! The edge: it converts, calls, converts.
//!
//! What comes in from JavaScript is walked once (`value`), so that nothing is changed silently on the way, and read
//! strictly (`fields`, `dto`). The types of what goes out are generated; those of what goes in and what the host supplies
//! are in `input.ts` and `host.ts`.

mod abort;
mod calibrating;
mod callback;
mod context;
mod dto;
mod error;
mod fields;
mod guard;
mod host;
pub mod host_storage;
mod memory;
mod merging;
mod observe;
mod options;
mod reflecting;
mod shared;
mod tab;
mod time;
mod transfer;
mod upkeep;
mod value;
mod versions;
mod zone;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const HOST_TYPES: &str = include_str!("host.ts");

#[wasm_bindgen(typescript_custom_section)]
const INPUT_TYPES: &str = include_str!("input.ts");

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
pub fn start() {
    guard::keep_panic_messages();
}
