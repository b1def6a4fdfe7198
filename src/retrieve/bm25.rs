//! Search by words.
