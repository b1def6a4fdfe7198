//! The engine on the store in memory: what is written, judged, kept, found again, taken back and forgotten.
#![cfg(not(target_arch = "wasm32"))]

mod callbacks;
mod faults;
mod forgetting;
mod handles;
mod harness;
mod properties;
mod reading;
mod undoing;
mod writing;
