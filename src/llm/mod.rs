//! What a language model is asked, and what it may answer.

pub mod annotate;
pub mod answer;
pub mod context;
pub mod extract;
pub mod invisible;
pub mod judge;
pub mod merge;
pub mod pasted;
pub mod prompt;
pub mod reflect;
pub mod said;
mod time;
