//! Where the bytes are kept.

pub mod contract;
pub mod faulty;
#[cfg(target_arch = "wasm32")]
pub mod indexed_db;
pub mod memory;
