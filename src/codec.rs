//! The bytes of every stored value: a format version, a checksum, and what is kept.
