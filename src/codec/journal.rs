//! A journal entry's rows: one, or a head and its further parts where the images are long.
//!
//! A head's payload is how many further parts there are (`u16`, little-endian), and then the entry or its first
//! [`PART_BYTES`]. An entry is written once, so its parts are larger than a record's pages.

use super::rows::{At, next_head, push_pages, take_pages};
use super::{CodecError, Row, RowKind, open, pack, seal, unpack};
use crate::record::JournalEntry;

/// Bytes of a part's payload.
///
/// Source: half of the 1 MiB that no value may exceed.
const PART_BYTES: usize = 512 * 1024;

/// Digits of an entry's name in a key.
const NAME_DIGITS: usize = 16;

/// An entry's rows, ascending by key: its head at `prefix` and its name, then its further parts.
///
/// # Errors
/// [`CodecError::Malformed`] when an image's metadata is nested too deep, or the entry is longer than 32 GiB.
pub fn journal_rows(prefix: &str, entry: &JournalEntry) -> Result<Vec<Row>, CodecError> {
    let head = format!("{prefix}{}", entry.id);
    let bytes = pack(entry)?;
    let (first, rest) = bytes.split_at(bytes.len().min(PART_BYTES));
    let mut rows = Vec::new();
    let n_parts = push_pages(&mut rows, &head, 0, u16::MAX, PART_BYTES, rest)?;
    rows.insert(0, (head, seal(RowKind::Journal, &[&n_parts.to_le_bytes(), first].concat())));
    Ok(rows)
}

/// All entries of a scan that is ascending by key.
///
/// # Errors
/// With the key of the first row that is missing, damaged, or no entry's.
pub fn journal_from_rows(prefix: &str, rows: Vec<Row>) -> At<Vec<JournalEntry>> {
    let mut entries = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while let Some((key, row)) = next_head(&mut rows, prefix, NAME_DIGITS)? {
        let (n_parts, first) = open_head(&row).map_err(|err| (key.clone(), err))?;
        let mut bytes = first.to_vec();
        take_pages(&mut rows, &key, 0, n_parts, &mut bytes)?;
        let entry: JournalEntry = unpack(&bytes).map_err(|err| (key.clone(), err))?;
        if !key.ends_with(&entry.id.to_string()) {
            return Err((key, CodecError::Malformed(format!("the row holds entry {}", entry.id))));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// How many of a scan's rows, which stopped at a limit, belong to entries that it has whole: the last entry's further parts may be missing.
#[must_use]
pub fn whole_entries(prefix: &str, rows: &[Row]) -> usize {
    let is_head = |(key, _): &Row| key.len() == prefix.len() + NAME_DIGITS;
    rows.iter().rposition(is_head).unwrap_or_default()
}

fn open_head(row: &[u8]) -> Result<(u16, &[u8]), CodecError> {
    let (n_parts, first) = open(RowKind::Journal, row)?.split_first_chunk::<2>().ok_or(CodecError::TooShort)?;
    Ok((u16::from_le_bytes(*n_parts), first))
}
