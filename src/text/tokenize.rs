//! A text's words; for Chinese its letters and pairs of letters.
