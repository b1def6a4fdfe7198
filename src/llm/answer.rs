//! A model's answer, parsed strictly: it is untrusted text.
