//! The inner loops over vectors.
