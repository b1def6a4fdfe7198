//! Strategy 6, reflection: when it is due.
