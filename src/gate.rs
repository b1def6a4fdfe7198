//! Strategy 1, the write gate: is this text known?
