//! How a memory fades: a score that is read when it is needed and never written back.
