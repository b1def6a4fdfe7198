//! The hash of a text's canonical summary.
