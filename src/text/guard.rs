//! Differences that forbid calling two texts the same.
