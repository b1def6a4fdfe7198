//! Text as the rules see it: normalised, cut into words, aligned, guarded.

pub mod align;
mod amount;
mod case;
mod contraction;
pub mod coverage;
mod cursor;
mod date;
mod days;
pub mod guard;
pub mod key;
pub mod letters;
pub mod lexicon;
pub mod measure;
pub mod nfkc;
pub mod normalize;
pub mod number;
pub mod number_words;
mod numeral;
mod quantity;
mod scanner;
mod signs;
pub mod similarity;
pub mod simplified;
pub mod stem;
mod time_of_day;
pub mod tokenize;
pub mod unit;
