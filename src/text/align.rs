//! Which words of one text stand in the other.
