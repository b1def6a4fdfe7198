//! One spelling for texts that are written differently.
