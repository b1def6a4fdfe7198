//! Records as numbered, quoted lines.
