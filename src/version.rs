//! Strategy 5, versions: which value of a key is current.
