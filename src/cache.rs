//! A bounded map that forgets what was used longest ago.
