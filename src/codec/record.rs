//! A record's rows: its head, and pages for what piles up on it.
//!
//! A record of up to [`PAGE_BYTES`] is one row. Of a longer one the details, the history and the sources are three streams of
//! CBOR, each cut into pages, so that one more source changes the last page and no other; what is left of the record
//! is cut the same way where it is long. A head's payload is how many pages each stream has (four `u16`, little-endian),
//! and then the record, or its first [`PAGE_BYTES`].

use minicbor::Decode;

use super::rows::{At, next_head, push_pages, take_pages};
use super::{CodecError, Row, RowKind, open, pack, pack_all, seal, unpack, unpack_next};
use crate::record::{Record, RecordId};

/// Bytes of a page's payload.
///
/// Source: a judgement. It is far below the 1 MiB that no value may exceed, and what is rewritten when a source is added.
const PAGE_BYTES: usize = 64 * 1024;

/// The streams, each with its first page number. A stream has room for 256 MiB.
const STREAMS: [u16; 4] = [0x0000, 0x1000, 0x2000, 0x3000];

/// Pages that a stream may have.
const STREAM_PAGES: u16 = 0x1000;

/// Digits of a record's name in a key.
const NAME_DIGITS: usize = 32;

/// A record's rows, ascending by key: its head at `prefix` and its name, then its pages.
///
/// # Errors
/// [`CodecError::Malformed`] when the metadata is nested too deep, or a stream has no room left.
pub fn record_rows(prefix: &str, record: &Record) -> Result<Vec<Row>, CodecError> {
    let head = format!("{prefix}{}", record.id.to_key());
    let whole = pack(record)?;
    if whole.len() <= PAGE_BYTES {
        return Ok(vec![(head, seal_head([0; 4], &whole))]);
    }
    let rest = pack(&Record { details: Vec::new(), history: Vec::new(), sources: Vec::new(), ..record.clone() })?;
    let (first, rest) = rest.split_at(rest.len().min(PAGE_BYTES));
    let streams = [rest.to_vec(), pack_all(&record.details)?, pack_all(&record.history)?, pack_all(&record.sources)?];
    let mut pages = Vec::new();
    let mut n_pages = [0; 4];
    for ((stream, number), count) in streams.iter().zip(STREAMS).zip(&mut n_pages) {
        *count = push_pages(&mut pages, &head, number, STREAM_PAGES, PAGE_BYTES, stream)?;
    }
    pages.insert(0, (head, seal_head(n_pages, first)));
    Ok(pages)
}

/// The keys between which a record's rows stand: from inclusive, to exclusive.
#[must_use]
pub fn record_range(prefix: &str, id: RecordId) -> (String, String) {
    let head = format!("{prefix}{}", id.to_key());
    // A comma is what follows a plus sign.
    let end = format!("{head},");
    (head, end)
}

/// One record from all of its rows, ascending by key.
///
/// # Errors
/// With the key of the row that is missing, damaged, or not one of this record's.
pub fn record_from_rows(prefix: &str, rows: Vec<Row>) -> At<Record> {
    let mut records = records_from_rows(prefix, rows)?.into_iter();
    match (records.next(), records.next()) {
        (Some(record), None) => Ok(record),
        (Some(_), Some(other)) => Err((
            format!("{prefix}{}", other.id.to_key()),
            CodecError::Malformed("the row belongs to another record".to_owned()),
        )),
        (None, _) => Err((prefix.to_owned(), CodecError::Missing)),
    }
}

/// All records of a scan that is ascending by key.
///
/// # Errors
/// With the key of the first row that is missing, damaged, or no record's.
pub fn records_from_rows(prefix: &str, rows: Vec<Row>) -> At<Vec<Record>> {
    let mut records = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while let Some((key, row)) = next_head(&mut rows, prefix, NAME_DIGITS)? {
        let (n_pages, first) = open_head(&row).map_err(|err| (key.clone(), err))?;
        let mut streams = [const { Vec::new() }; 4];
        for ((stream, number), n_pages) in streams.iter_mut().zip(STREAMS).zip(n_pages) {
            take_pages(&mut rows, &key, number, n_pages, stream)?;
        }
        records.push(assemble(first, streams, &key).map_err(|err| (key, err))?);
    }
    Ok(records)
}

/// Whether a record's first row is all of it; what is no record's row is taken for one, so that reading it says so.
#[must_use]
pub fn is_whole_record(row: &[u8]) -> bool {
    !open_head(row).is_ok_and(|(n_pages, _)| n_pages != [0; 4])
}

fn assemble(first: &[u8], streams: [Vec<u8>; 4], key: &str) -> Result<Record, CodecError> {
    let [rest, details, history, sources] = streams;
    let mut record: Record = if rest.is_empty() { unpack(first)? } else { unpack(&[first, &rest].concat())? };
    if !key.ends_with(&record.id.to_key()) {
        return Err(CodecError::Malformed(format!("the row holds record {}", record.id)));
    }
    record.details.extend(unpack_all(&details)?);
    record.history.extend(unpack_all(&history)?);
    record.sources.extend(unpack_all(&sources)?);
    Ok(record)
}

fn seal_head(n_pages: [u16; 4], bytes: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(8 + bytes.len());
    payload.extend(n_pages.into_iter().flat_map(u16::to_le_bytes));
    payload.extend(bytes);
    seal(RowKind::Record, &payload)
}

fn open_head(row: &[u8]) -> Result<([u16; 4], &[u8]), CodecError> {
    let payload = open(RowKind::Record, row)?;
    let Some((&[a, b, c, d, e, f, g, h], bytes)) = payload.split_first_chunk::<8>() else {
        return Err(CodecError::TooShort);
    };
    let n_pages = [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes);
    if n_pages.into_iter().any(|n_pages| STREAM_PAGES < n_pages) {
        return Err(CodecError::Malformed("the head speaks of more pages than there can be".to_owned()));
    }
    Ok((n_pages, bytes))
}

fn unpack_all<T: for<'bytes> Decode<'bytes, ()>>(mut bytes: &[u8]) -> Result<Vec<T>, CodecError> {
    let mut items = Vec::new();
    while !bytes.is_empty() {
        items.push(unpack_next(&mut bytes)?);
    }
    Ok(items)
}
