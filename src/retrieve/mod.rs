//! Finding records again: by vector, by words, by both.

pub mod asked_time;
pub mod bm25;
pub mod codes;
pub mod fuse;
mod nearest;
pub mod room;
pub mod simd;
pub mod tiered;
pub mod vector;
