//! Text as the rules see it: normalised, cut into words, aligned, guarded.

pub mod align;
pub mod guard;
pub mod nfkc;
pub mod normalize;
pub mod similarity;
pub mod tokenize;
