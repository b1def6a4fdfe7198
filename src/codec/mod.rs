//! The bytes of every stored value: a format version, a checksum, and what is kept.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 | [`MAGIC`] |
//! | 1–2 | [`FORMAT`], little-endian |
//! | 3 | the [`RowKind`] |
//! | 4–11 | the checksum, little-endian: SipHash-2-4 under a fixed key, of bytes 0–3 and the payload |
//! | 12– | the payload; `MessagePack` with named fields, where the kind says nothing else |
//!
//! Fields are named, so that a later version may add some; a reader passes over those that it does not know.

mod journal;
mod record;
mod rows;
mod vector;

pub use journal::{journal_from_rows, journal_rows};
pub use record::{record_from_rows, record_range, record_rows, records_from_rows};
pub use rows::{Changes, Row, changes};
pub use vector::{vector_from_row, vector_row};

use std::hash::Hasher;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use siphasher::sip::SipHasher24;
use thiserror::Error;

/// The format that is written here, and the newest that can be read.
pub const FORMAT: u16 = 1;

/// The first byte of every row.
pub const MAGIC: u8 = 0xa7;

/// Bytes before the payload.
pub const HEADER_BYTES: usize = 12;

/// How deep lists and maps may stand in each other in what is stored; caller's data included.
///
/// Source: `serde_json` reads 128 levels of text; a level costs about 1 KB of stack, of which a wasm module has 1 MB.
pub const MAX_NESTING: usize = 128;

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
/// [`CodecError::Malformed`] when the value is nested deeper than [`MAX_NESTING`].
pub fn encode<T: Serialize>(kind: RowKind, value: &T) -> Result<Vec<u8>, CodecError> {
    Ok(seal(kind, &pack(value)?))
}

/// Reads a row back.
///
/// # Errors
/// When it is no row of this kind, is damaged, or was written by a newer version.
pub fn decode<T: DeserializeOwned>(kind: RowKind, bytes: &[u8]) -> Result<T, CodecError> {
    unpack(open(kind, bytes)?)
}

/// Puts the header before a payload.
fn seal(kind: RowKind, payload: &[u8]) -> Vec<u8> {
    let mut row = Vec::with_capacity(HEADER_BYTES + payload.len());
    row.push(MAGIC);
    row.extend(FORMAT.to_le_bytes());
    row.push(kind as u8);
    let sum = checksum(&row, payload);
    row.extend(sum.to_le_bytes());
    row.extend(payload);
    row
}

/// Checks the header and gives the payload.
fn open(kind: RowKind, bytes: &[u8]) -> Result<&[u8], CodecError> {
    let Some((&[magic, low, high, found_kind, ref sum @ ..], payload)) = bytes.split_first_chunk::<HEADER_BYTES>()
    else {
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
    if checksum(&[magic, low, high, found_kind], payload) != u64::from_le_bytes(*sum) {
        return Err(CodecError::Checksum);
    }
    if found_kind != kind as u8 {
        return Err(CodecError::WrongKind);
    }
    Ok(payload)
}

fn checksum(start: &[u8], payload: &[u8]) -> u64 {
    let mut hasher = SipHasher24::new_with_key(&CHECKSUM_KEY);
    hasher.write(start);
    hasher.write(payload);
    hasher.finish()
}

/// A value as `MessagePack`.
fn pack<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    let payload = rmp_serde::to_vec_named(value).map_err(|err| CodecError::Malformed(err.to_string()))?;
    // The writer has no limit of its own. What can't be read back must not be written.
    let mut reader = reader(&payload);
    serde::Deserialize::deserialize(&mut reader)
        .map(|IgnoredAny| payload)
        .map_err(|err| CodecError::Malformed(format!("the value can't be stored: {err}")))
}

/// A value from `MessagePack`, which must be used up by it.
fn unpack<T: DeserializeOwned>(mut payload: &[u8]) -> Result<T, CodecError> {
    let value = unpack_next(&mut payload)?;
    if payload.is_empty() {
        return Ok(value);
    }
    Err(CodecError::Malformed(format!("{} bytes are left over", payload.len())))
}

/// The first of several values; `payload` is then what follows it.
fn unpack_next<T: DeserializeOwned>(payload: &mut &[u8]) -> Result<T, CodecError> {
    let mut reader = reader(payload);
    let value = T::deserialize(&mut reader).map_err(|err| CodecError::Malformed(err.to_string()))?;
    *payload = reader.into_inner();
    Ok(value)
}

type Reader<'a> = rmp_serde::Deserializer<rmp_serde::decode::ReadReader<&'a [u8]>>;

fn reader(payload: &[u8]) -> Reader<'_> {
    let mut reader = rmp_serde::Deserializer::new(payload);
    reader.set_max_depth(MAX_NESTING);
    reader
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod samples;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
