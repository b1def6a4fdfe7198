//! How much of two texts is the same letters, or the same words.
