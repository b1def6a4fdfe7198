//! How well a store stands: how much of it is said twice, how much contradicts, what is found again, what a write costs.

pub mod contradiction;
pub mod diagnosis;
mod interval;
pub mod look;
pub mod pair;
mod report;
pub mod sample;
pub mod timing;

pub use interval::{wilson, wilson_of};
pub use report::{
    By, Counts, Diagnosis, DiagnosisKind, EvaluateInput, JudgedBy, Judging, Miss, Of, Pair, PairKind, Percentiles,
    Question, Rate, Recall, Remedy, Report, Sample, Writes,
};
