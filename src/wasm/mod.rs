//! The edge: it converts, calls, converts.
