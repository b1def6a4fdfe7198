//! Exact search by vector.
