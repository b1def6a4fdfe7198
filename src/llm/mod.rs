//! What a language model is asked, and what it may answer.

pub mod answer;
pub mod judge;
pub mod prompt;
