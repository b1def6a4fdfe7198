//! The edge: it converts, calls, converts.

pub mod host_storage;
