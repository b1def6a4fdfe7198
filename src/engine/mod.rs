//! The shell: it carries out what the rules decide.
