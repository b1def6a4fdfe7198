//! An archive: all that one scope holds, in one run of bytes that any store takes in.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0–7 | [`ARCHIVE_MAGIC`] |
//! | 8–9 | the format, at most [`ARCHIVE_FORMAT`], little-endian |
//! | 10–17 | the checksum, little-endian: SipHash-2-4 under the rows' key, of bytes 0–9 and of everything from byte 18 on |
//! | 18– | rows, ascending by part and key |
//!
//! A row is its part's number (1 byte), its key's length (`u16`), its key, its value's length (`u32`) and its value; numbers are
//! little-endian. Keys are those of the store without the scope's prefix, and values are the store's own, each with its own checksum; so
//! the store's salt and revision stand nowhere, and two stores that hold the same give the same bytes. The scope's name is a row too.
//!
//! Format 2 may hold messages that wait to be read. An archive without any is written in format 1, which older versions read.

use crate::sorted::{SortedMap, sort_by};

use thiserror::Error;

use super::{
    CodecError, HEADER_BYTES, Row, RowKind, checksum, decode, encode, journal_from_rows, open_any, records_from_rows,
    vector_from_row,
};
use crate::embedding::Embedding;
use crate::record::{JournalEntry, Record, RecordId, Scope};

/// How an archive begins: a byte that no text has, four letters, and the line ends that a transfer as text would change.
pub const ARCHIVE_MAGIC: [u8; 8] = *b"\xa7PLM\r\n\x1a\n";

/// The newest format that is written here, and that can be read. An archive is written in the oldest one that has what stands in it.
pub const ARCHIVE_FORMAT: u16 = 2;

/// Bytes that an archive may have: 512 MiB.
///
/// Source: a judgement. An archive is in memory three times while it is taken in, and wasm has 4 GiB.
pub const MOST_ARCHIVE_BYTES: usize = 512 << 20;

/// Bytes before the rows.
const HEAD_BYTES: usize = 18;

/// Where the scope's name stands.
const SCOPE: &str = "scope";

/// What an archive holds, as it stands in the stores: the parts' numbers are frozen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
enum Part {
    Records = 0,
    Vectors = 1,
    Journal = 2,
    Meta = 4,
}

impl Part {
    const ALL: [Self; 4] = [Self::Records, Self::Vectors, Self::Journal, Self::Meta];
}

/// What an archive holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    /// Whose memories they are.
    pub scope: Scope,
    /// Every record, whatever its status, in order of creation.
    pub records: Vec<Record>,
    /// Their vectors, each with its model's name.
    pub vectors: SortedMap<RecordId, (String, Embedding)>,
    /// The journal, oldest entry first.
    pub journal: Vec<JournalEntry>,
    /// The scope's other rows, by their keys.
    pub others: Vec<Row>,
}

/// Why bytes are no archive that can be taken in, or rows can't become one.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ArchiveError {
    /// They begin as no archive does.
    #[error("these bytes are no archive of Palimpsest")]
    NotOurs,
    /// There are more than [`MOST_ARCHIVE_BYTES`].
    #[error("the archive has {bytes} bytes; at most {MOST_ARCHIVE_BYTES} are allowed")]
    TooLarge {
        /// How many there are.
        bytes: usize,
    },
    /// A newer version of the library wrote it.
    #[error("the archive has format {found}; this version of the library reads up to {known}")]
    Newer {
        /// Its format, or that of a row in it.
        found: u16,
        /// The newest that is known here.
        known: u16,
    },
    /// It was cut off, or changed since it was written.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
}

/// An archive of a scope's rows, whose keys have no prefix and ascend.
///
/// # Errors
/// With the key of a row that is damaged, in [`ArchiveError::Damaged`]; and [`ArchiveError::TooLarge`].
pub fn archive_bytes(scope: &Scope, rows: [Vec<Row>; 4]) -> Result<Vec<u8>, ArchiveError> {
    let name = encode(RowKind::Scope, scope).map_err(|err| damaged(SCOPE, &err))?;
    let [records, vectors, journal, mut others] = rows;
    others.retain(|(key, _)| key != SCOPE);
    others.push((SCOPE.to_owned(), name));
    sort_by(&mut others, Ord::cmp);
    let mut format: u16 = 1;
    let mut bytes = [&ARCHIVE_MAGIC[..], &[0; HEAD_BYTES - 8]].concat();
    for (part, rows) in Part::ALL.into_iter().zip([records, vectors, journal, others]) {
        for (key, value) in rows {
            let (kind, _) = open_any(&value).map_err(|err| damaged(&key, &err))?;
            if kind == RowKind::Heard as u8 {
                format = ARCHIVE_FORMAT;
            }
            let too_long = || ArchiveError::Damaged(key.clone());
            bytes.push(part as u8);
            bytes.extend(u16::try_from(key.len()).map_err(|_| too_long())?.to_le_bytes());
            bytes.extend(key.as_bytes());
            bytes.extend(u32::try_from(value.len()).map_err(|_| too_long())?.to_le_bytes());
            bytes.extend(value);
        }
    }
    if MOST_ARCHIVE_BYTES < bytes.len() {
        return Err(ArchiveError::TooLarge { bytes: bytes.len() });
    }
    bytes[8..10].copy_from_slice(&format.to_le_bytes());
    let sum = sum_of(&bytes);
    bytes[HEAD_BYTES - 8..HEAD_BYTES].copy_from_slice(&sum);
    Ok(bytes)
}

/// What an archive holds; all of it was read, and is as it was written.
///
/// # Errors
/// When it is no archive, was cut off or changed, is too large, or was written by a newer version.
pub fn archive_from_bytes(bytes: &[u8]) -> Result<Archive, ArchiveError> {
    if MOST_ARCHIVE_BYTES < bytes.len() {
        return Err(ArchiveError::TooLarge { bytes: bytes.len() });
    }
    let magic = bytes.get(..ARCHIVE_MAGIC.len().min(bytes.len())).unwrap_or_default();
    if magic.is_empty() || !ARCHIVE_MAGIC.starts_with(magic) {
        return Err(ArchiveError::NotOurs);
    }
    let cut_off = || ArchiveError::Damaged("it is cut off".to_owned());
    let found = bytes.get(8..10).and_then(|bytes| bytes.try_into().ok()).map(u16::from_le_bytes).ok_or_else(cut_off)?;
    if ARCHIVE_FORMAT < found {
        return Err(ArchiveError::Newer { found, known: ARCHIVE_FORMAT });
    }
    let sum = bytes.get(HEAD_BYTES - 8..HEAD_BYTES).ok_or_else(cut_off)?;
    if found == 0 || sum != sum_of(bytes) {
        return Err(ArchiveError::Damaged("its checksum does not match".to_owned()));
    }
    parts(bytes.get(HEAD_BYTES..).unwrap_or_default())
}

/// The checksum of everything but itself.
fn sum_of(bytes: &[u8]) -> [u8; 8] {
    let (head, rest) = (bytes.get(..HEAD_BYTES - 8), bytes.get(HEAD_BYTES..));
    checksum(head.unwrap_or_default(), rest.unwrap_or_default()).to_le_bytes()
}

/// The values of the rows. What is refused here has a right checksum: whoever made it did not keep to the format.
fn parts(mut bytes: &[u8]) -> Result<Archive, ArchiveError> {
    let mut rows: [Vec<Row>; 4] = Default::default();
    let mut last = (0, String::new());
    while !bytes.is_empty() {
        let malformed = || ArchiveError::Damaged("a row does not keep to the format".to_owned());
        let (number, key, value) = next_row(&mut bytes).ok_or_else(malformed)?;
        let place = Part::ALL.iter().position(|part| *part as u8 == number).ok_or_else(malformed)?;
        if (number, key.as_str()) <= (last.0, last.1.as_str()) {
            return Err(malformed());
        }
        last = (number, key.clone());
        rows[place].push((key, value));
    }
    let [records, vectors, journal, mut others] = rows;
    let at = others.iter().position(|(key, _)| key == SCOPE);
    let (_, scope) = at.map(|at| others.remove(at)).ok_or_else(|| damaged(SCOPE, &CodecError::Missing))?;
    let by_key = |(key, err): (String, CodecError)| damaged(&key, &err);
    Ok(Archive {
        scope: decode(RowKind::Scope, &scope).map_err(|err| damaged(SCOPE, &err))?,
        records: records_from_rows("", records).map_err(by_key)?,
        vectors: vectors.into_iter().map(vector_of).collect::<Result<_, _>>()?,
        journal: journal_from_rows("", journal).map_err(by_key)?,
        others,
    })
}

/// The first row of several; `bytes` is then what follows it.
fn next_row(bytes: &mut &[u8]) -> Option<(u8, String, Vec<u8>)> {
    let mut take = |n_bytes: usize| {
        let (taken, rest) = bytes.split_at_checked(n_bytes)?;
        *bytes = rest;
        Some(taken)
    };
    let number = *take(1)?.first()?;
    let key_bytes = u16::from_le_bytes(take(2)?.try_into().ok()?);
    let key = str::from_utf8(take(key_bytes.into())?).ok().filter(|key| key.is_ascii())?.to_owned();
    let value_bytes = u32::from_le_bytes(take(4)?.try_into().ok()?);
    let value = take(usize::try_from(value_bytes).ok()?)?;
    (HEADER_BYTES <= value.len()).then(|| (number, key, value.to_vec()))
}

fn vector_of((key, row): Row) -> Result<(RecordId, (String, Embedding)), ArchiveError> {
    let vector = vector_from_row(&row).map_err(|err| damaged(&key, &err))?;
    let id = key.parse().ok().filter(|id: &RecordId| id.to_key() == key);
    Ok((id.ok_or_else(|| ArchiveError::Damaged(format!("{key} is no record's name")))?, vector))
}

fn damaged(key: &str, cause: &CodecError) -> ArchiveError {
    if let CodecError::Newer { found } = cause {
        return ArchiveError::Newer { found: *found, known: super::FORMAT };
    }
    ArchiveError::Damaged(format!("{key}: {cause}"))
}
