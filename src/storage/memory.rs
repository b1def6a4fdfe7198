//! A store that lives as long as its handle.
