//! What a rule can tell of a text without a model: its language and its canonical summary.
