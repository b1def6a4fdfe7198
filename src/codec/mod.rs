//! The bytes of every stored value: a format version, a checksum, and what is kept.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 | [`MAGIC`] |
//! | 1–2 | the format, up to [`FORMAT`], little-endian |
//! | 3 | the [`RowKind`] |
//! | 4–11 | the checksum, little-endian: SipHash-2-4 under a fixed key, of bytes 0–3 and the payload |
//! | 12– | the payload; CBOR (RFC 8949), a map from the numbers of fields, where the kind says nothing else |
//!
//! A number that shipped is never given to another field. A later version may add fields; a reader passes over those that it
//! does not know.

mod archive;
mod head;
mod journal;
mod packed;
mod page;
mod record;
mod rows;
mod vector;

pub use archive::{
    ARCHIVE_FORMAT, ARCHIVE_MAGIC, Archive, ArchiveError, MOST_ARCHIVE_BYTES, archive_bytes, archive_from_bytes,
};
pub use head::{Head, HeadPage, Heads, push_number, take_number};
pub use journal::{journal_from_rows, journal_rows, whole_entries};
pub use packed::{packed_record, unpacked_record};
pub use page::{CodePage, marker_row, page_from_row, page_row};
pub use record::{is_whole_record, record_from_rows, record_range, record_rows, records_from_rows};
pub use rows::{Changes, Row, changes};
pub use vector::{vector_from_row, vector_row};

use std::hash::Hasher;

use minicbor::{Decode, Decoder, Encode, Encoder};
use siphasher::sip::SipHasher24;
use thiserror::Error;

pub use crate::record::MAX_NESTING;

/// The newest format that is written here, and that can be read. A row is written in the oldest format that has its kind, so that an older version
/// can read a store that nothing newer stands in.
pub const FORMAT: u16 = 4;

/// The first byte of every row.
pub const MAGIC: u8 = 0xa7;

/// Bytes before the payload.
pub const HEADER_BYTES: usize = 12;

/// The checksum's key. It guards against damage, not against people, so it is no secret.
///
/// Source: the key of the algorithm's published test vectors, bytes 0 to 15.
const CHECKSUM_KEY: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// What a row holds. A number that was used is never given to another kind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum RowKind {
    /// A record, or the first part of a long one.
    Record = 1,
    /// A further part of a long record or journal entry.
    Overflow = 2,
    /// A vector.
    Vector = 3,
    /// A journal entry, or the first part of a long one.
    Journal = 4,
    /// The store's own format, and what belongs to the whole store.
    Format = 5,
    /// A scope.
    Scope = 6,
    /// The keys that one revision changed.
    Changes = 7,
    /// The decision that a write with an idempotency key came to.
    Idempotency = 8,
    /// What a model said of a text, or of two.
    Cached = 9,
    /// What is known of an embedding model.
    Model = 10,
    /// When upkeep was done last.
    Upkeep = 12,
    /// How far a scope's journal was taken back.
    Horizon = 13,
    /// The codes of many vectors. Since format 2.
    CodePage = 14,
    /// Which pages of codes a scope has. Since format 2.
    Folded = 15,
    /// That the vector of a record is another than its page says. Since format 2.
    Marker = 16,
    /// What a scope's reflections went through.
    Reflection = 17,
    /// Messages that wait for a model, or what was found in them.
    Heard = 18,
    /// Which messages were gone through.
    Observed = 19,
    /// Which pages of heads a scope has, as format 3 had them: these had number 20, and are not read any more.
    OldHeaded = 21,
    /// Many records with what they are found by. Since format 4.
    HeadPage = 22,
    /// Which pages of heads a scope has. Since format 4.
    Headed = 23,
    /// The records of a page of heads that are others by now. Since format 4.
    Outdated = 24,
}

/// Why bytes are no value of ours, or a value can't become bytes.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CodecError {
    /// There are fewer bytes than every row has.
    #[error("the row is too short")]
    TooShort,
    /// The first bytes are not those of a row of ours.
    #[error("the row was not written by this library")]
    NotOurs,
    /// A newer version wrote it.
    #[error("the row has format {found}; this version of the library reads up to {FORMAT}")]
    Newer {
        /// Its format.
        found: u16,
    },
    /// It is a row of another kind.
    #[error("the row is of another kind")]
    WrongKind,
    /// It was changed since it was written.
    #[error("the row is damaged: its checksum does not match")]
    Checksum,
    /// It is whole, and does not say what it should; or the value is none that can be stored.
    #[error("{0}")]
    Malformed(String),
    /// The row is needed and is not there.
    #[error("the row is missing")]
    Missing,
}

/// Turns a value into a row.
///
/// # Errors
/// [`CodecError::Malformed`] when a caller's data in it is nested deeper than [`MAX_NESTING`].
pub fn encode<T: Encode<()>>(kind: RowKind, value: &T) -> Result<Vec<u8>, CodecError> {
    Ok(seal(kind, &pack(value)?))
}

/// Reads a row back.
///
/// # Errors
/// When it is no row of this kind, is damaged, or was written by a newer version.
pub fn decode<T: for<'bytes> Decode<'bytes, ()>>(kind: RowKind, bytes: &[u8]) -> Result<T, CodecError> {
    unpack(open(kind, bytes)?)
}

/// Puts the header before a payload.
fn seal(kind: RowKind, payload: &[u8]) -> Vec<u8> {
    let mut row = Vec::with_capacity(HEADER_BYTES + payload.len());
    row.push(MAGIC);
    row.extend(format_of(kind).to_le_bytes());
    row.push(kind as u8);
    let sum = checksum(&row, payload);
    row.extend(sum.to_le_bytes());
    row.extend(payload);
    row
}

/// The oldest format that has a kind.
fn format_of(kind: RowKind) -> u16 {
    match kind {
        RowKind::CodePage | RowKind::Folded | RowKind::Marker => 2,
        RowKind::OldHeaded => 3,
        RowKind::HeadPage | RowKind::Headed | RowKind::Outdated => 4,
        RowKind::Record
        | RowKind::Overflow
        | RowKind::Vector
        | RowKind::Journal
        | RowKind::Format
        | RowKind::Scope
        | RowKind::Changes
        | RowKind::Idempotency
        | RowKind::Cached
        | RowKind::Model
        | RowKind::Upkeep
        | RowKind::Horizon
        | RowKind::Reflection
        | RowKind::Heard
        | RowKind::Observed => 1,
    }
}

/// Checks the header and gives the payload.
fn open(kind: RowKind, bytes: &[u8]) -> Result<&[u8], CodecError> {
    let (found_kind, payload) = open_any(bytes)?;
    if found_kind != kind as u8 {
        return Err(CodecError::WrongKind);
    }
    Ok(payload)
}

/// Checks the header of a row of any kind, and gives its kind and payload.
fn open_any(bytes: &[u8]) -> Result<(u8, &[u8]), CodecError> {
    let Some((&[magic, low, high, kind, ref sum @ ..], payload)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(CodecError::TooShort);
    };
    let found = u16::from_le_bytes([low, high]);
    // Format 0 was never written.
    if magic != MAGIC || found == 0 {
        return Err(CodecError::NotOurs);
    }
    if FORMAT < found {
        return Err(CodecError::Newer { found });
    }
    // Before the kind is looked at: a row of another kind and a damaged kind are two different things.
    if checksum(&[magic, low, high, kind], payload) != u64::from_le_bytes(*sum) {
        return Err(CodecError::Checksum);
    }
    Ok((kind, payload))
}

fn checksum(start: &[u8], payload: &[u8]) -> u64 {
    let mut hasher = SipHasher24::new_with_key(&CHECKSUM_KEY);
    hasher.write(start);
    hasher.write(payload);
    hasher.finish()
}

/// A value as CBOR.
fn pack<T: Encode<()>>(value: &T) -> Result<Vec<u8>, CodecError> {
    pack_all(std::slice::from_ref(value))
}

/// Values as CBOR, one after another.
fn pack_all<T: Encode<()>>(values: &[T]) -> Result<Vec<u8>, CodecError> {
    let mut out = Encoder::new(Vec::new());
    for value in values {
        out.encode(value).map_err(|err| CodecError::Malformed(format!("the value can't be stored: {err}")))?;
    }
    Ok(out.into_writer())
}

/// A value from CBOR, which must be used up by it.
fn unpack<T: for<'bytes> Decode<'bytes, ()>>(mut payload: &[u8]) -> Result<T, CodecError> {
    let value = unpack_next(&mut payload)?;
    if payload.is_empty() {
        return Ok(value);
    }
    Err(CodecError::Malformed(format!("{} bytes are left over", payload.len())))
}

/// The first of several values; `payload` is then what follows it.
fn unpack_next<T: for<'bytes> Decode<'bytes, ()>>(payload: &mut &[u8]) -> Result<T, CodecError> {
    let mut reader = Decoder::new(payload);
    let value = reader.decode().map_err(|err| CodecError::Malformed(err.to_string()))?;
    *payload = payload.get(reader.position()..).unwrap_or_default();
    Ok(value)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod archive_tests;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod frozen;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod samples;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
