//! The engine on the store in memory: what is written, judged, kept, found again, taken back and forgotten.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, unreachable_pub, reason = "a test may fail that way, and nobody imports it")]

mod aborting;
mod calibrating;
mod callbacks;
mod context;
mod evaluating;
mod evaluating_model;
mod faults;
mod forgetting;
mod handles;
mod harness;
mod merging;
mod merging_properties;
mod models;
mod observing;
mod orders;
mod properties;
mod reading;
mod reembedding;
mod sweeping;
mod transferring;
mod undoing;
mod upkeep;
mod versions;
mod writing;
