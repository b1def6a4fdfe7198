//! Reading a list: a file of lines, with remarks.

/// The lines of a list, without remarks and empty ones.
pub(crate) fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}
