//! Values that are too long for one row: cut into pages, and put together again.

use crate::sorted::{SortedMap, sort_by};
use std::iter::Peekable;
use std::vec::IntoIter;

use super::{CodecError, RowKind, open, seal};

/// A key and its value.
pub type Row = (String, Vec<u8>);

/// What turns the rows of a value's older state into those of its newer one.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Changes {
    /// Rows that are new or other than before, ascending by key.
    pub puts: Vec<Row>,
    /// Keys of rows that are no longer there, ascending.
    pub deletes: Vec<String>,
}

/// What must be written and removed, where `before` is stored and `after` should be.
#[must_use]
pub fn changes(before: &[Row], after: Vec<Row>) -> Changes {
    let mut stored: SortedMap<&str, &[u8]> =
        before.iter().map(|(key, value)| (key.as_str(), value.as_slice())).collect();
    let mut puts: Vec<Row> =
        after.into_iter().filter(|(key, value)| stored.remove(key.as_str()) != Some(value.as_slice())).collect();
    sort_by(&mut puts, Ord::cmp);
    Changes { puts, deletes: stored.into_keys().map(str::to_owned).collect() }
}

/// The error of one row, with its key.
pub(super) type At<T> = Result<T, (String, CodecError)>;

/// The key of a head's `number`-th overflow row: `+` sorts before every digit, so it follows its head.
pub(super) fn page_key(head: &str, number: u16) -> String {
    format!("{head}+{number:04x}")
}

/// Appends the rows of `bytes`, `page` bytes each, under the numbers from `first` on; `limit` says how many there may be.
pub(super) fn push_pages(
    rows: &mut Vec<Row>,
    head: &str,
    first: u16,
    limit: u16,
    page: usize,
    bytes: &[u8],
) -> Result<u16, CodecError> {
    let pages = bytes.chunks(page);
    let n_pages = u16::try_from(pages.len())
        .ok()
        .filter(|n_pages| *n_pages <= limit)
        .ok_or_else(|| CodecError::Malformed(format!("{} bytes are too long to be stored", bytes.len())))?;
    rows.extend((first..).zip(pages).map(|(number, page)| (page_key(head, number), seal(RowKind::Overflow, page))));
    Ok(n_pages)
}

/// Appends to `bytes` what [`push_pages`] wrote under the numbers from `first` on.
pub(super) fn take_pages(
    rows: &mut Peekable<IntoIter<Row>>,
    head: &str,
    first: u16,
    n_pages: u16,
    bytes: &mut Vec<u8>,
) -> At<()> {
    for number in first..first.saturating_add(n_pages) {
        let wanted = page_key(head, number);
        let Some((key, row)) = rows.next_if(|(key, _)| *key == wanted) else {
            return Err((wanted, CodecError::Missing));
        };
        let page = open(RowKind::Overflow, &row).map_err(|err| (key, err))?;
        bytes.extend_from_slice(page);
    }
    Ok(())
}

/// The next head of a sorted scan: its key, what follows the prefix, and its row; `digits` is how long its name is.
pub(super) fn next_head(
    rows: &mut Peekable<IntoIter<Row>>,
    prefix: &str,
    digits: usize,
) -> At<Option<(String, Vec<u8>)>> {
    let Some((key, row)) = rows.next() else { return Ok(None) };
    let is_head = key.strip_prefix(prefix).is_some_and(|name| {
        name.len() == digits && name.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
    });
    if is_head {
        return Ok(Some((key, row)));
    }
    Err((key, CodecError::Malformed("the key is none that belongs here".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_differ_are_written_and_rows_that_are_gone_are_removed() {
        let row = |key: &str, value: u8| (key.to_owned(), vec![value]);
        let before = [row("a", 1), row("b", 2), row("c", 3)];
        let changed = changes(&before, vec![row("d", 4), row("a", 1), row("b", 9)]);
        assert_eq!(changed, Changes { puts: vec![row("b", 9), row("d", 4)], deletes: vec!["c".to_owned()] });
        assert_eq!(changes(&before, before.to_vec()), Changes::default());
    }

    #[test]
    fn more_pages_than_there_are_numbers_for_are_refused() {
        let mut rows = Vec::new();
        assert_eq!(push_pages(&mut rows, "h", 0x1000, 3, 2, b"123456"), Ok(3));
        assert_eq!(rows.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["h+1000", "h+1001", "h+1002"]);
        assert!(matches!(push_pages(&mut rows, "h", 0, 3, 2, b"1234567"), Err(CodecError::Malformed(_))));
    }
}
