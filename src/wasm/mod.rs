//! The edge: it converts, calls, converts.
//!
//! What comes in from JavaScript is walked once ([`value`]), so that nothing is silently changed on the way, and read strictly ([`dto`]);
//! what goes out is generated from the same shapes that the types are generated from. Types that Rust can't generate are in `host.ts`.

mod callback;
mod dto;
mod error;
mod guard;
mod host;
pub mod host_storage;
mod memory;
mod options;
mod value;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const HOST_TYPES: &str = include_str!("host.ts");

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
pub fn start() {
    guard::keep_panic_messages();
}
