//! Strategy 3, merging: which records belong together.
