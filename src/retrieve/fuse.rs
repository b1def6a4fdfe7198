//! One rank from two scores.
