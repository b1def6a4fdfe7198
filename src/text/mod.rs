//! Text as the rules see it: normalised, cut into words, aligned, guarded.

pub mod align;
pub mod coverage;
pub mod guard;
pub mod key;
pub mod letters;
pub mod lexicon;
pub mod nfkc;
pub mod normalize;
pub mod number;
pub mod similarity;
pub mod simplified;
pub mod stem;
pub mod tokenize;
pub mod unit;
