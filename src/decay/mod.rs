//! Strategy 4, decay: how a memory fades, what a sweep does about it, and when one is due.
//!
//! `score = importance · exp(−rate · days since last access)`. The last digit of `exp` may differ between the host's and
//! wasm's arithmetic; within one of them it never does, and nothing stores a score.

mod due;
mod plan;
mod score;

pub use due::{EVERY_MS, first_wait, next_due, next_look, retry};
pub use plan::{Move, plan};
pub use score::{
    FACT_RATE, INFERENCE_RATE, PASSING_RATE, RANKING_FLOOR, SUPPORT_RATE, factor, ranking_factor, rate, score,
};
