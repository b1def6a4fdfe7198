//! The engine on the store in memory: what is written, judged, kept, found again, taken back and forgotten.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, unreachable_pub, reason = "a test may fail that way, and nobody imports it")]

mod aborting;
mod answers;
mod background;
mod calibrating;
mod callbacks;
mod chance;
mod context;
mod evaluating;
mod evaluating_model;
mod faults;
mod filtering;
mod folding;
mod forgetting;
mod handles;
mod harness;
mod heading;
mod heading_outdated;
mod lifecycle_properties;
mod merging;
mod models;
mod observing;
mod orders;
mod properties;
mod reading;
mod recalling;
mod reembedding;
mod reflecting;
mod sweeping;
mod transferring;
mod undoing;
mod upkeep;
mod versions;
mod writing;
