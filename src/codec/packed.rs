//! A record as it lies in memory while nobody looks at it: as it is stored, without what is known anyway or said twice.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 | where in the CBOR the record's name was, which is left out; 128 more where the fingerprint follows |
//! | 8 or none | the fingerprint's digits as a number, little-endian |
//! | the rest | the record in CBOR, its times counted from the name's; then the places of those sources among all whose words are the text |
//!
//! These bytes are never stored.

use super::{CodecError, pack, pack_all, unpack_next};
use crate::record::{Record, RecordId, Timestamp};

/// Says in the first byte that the fingerprint follows.
const HAS_FINGERPRINT: u8 = 128;

/// Bytes of a name.
const NAME_BYTES: usize = 16;

/// A record in few bytes; it is afterwards as it was before.
///
/// # Errors
/// [`CodecError::Malformed`] when the metadata is nested too deep.
pub fn packed_record(record: &mut Record) -> Result<Box<[u8]>, CodecError> {
    let number = number_of(&record.fingerprint);
    let fingerprint = number.map(|_| std::mem::take(&mut record.fingerprint));
    let mut repeating: Vec<u64> = Vec::new();
    for (place, source) in (0..).zip(&mut record.sources) {
        if source.quote.as_ref() == Some(&record.text) {
            repeating.push(place);
            source.quote = None;
        }
    }
    shift(record, i64::wrapping_sub);
    let bytes = pack(record).and_then(|bytes| Ok((bytes, pack_all(&repeating)?)));
    shift(record, i64::wrapping_add);
    repeat(record, repeating);
    record.fingerprint = fingerprint.unwrap_or_else(|| std::mem::take(&mut record.fingerprint));
    let (bytes, repeating) = bytes?;
    // The name is the first field, so it is found where it stands, and at once.
    let name = record.id.to_bytes();
    let at = bytes.windows(NAME_BYTES).position(|window| window == name).unwrap_or(bytes.len());
    let place = u8::try_from(at).ok().filter(|place| *place < HAS_FINGERPRINT);
    let place = place.ok_or_else(|| CodecError::Malformed("a record does not begin with its name".to_owned()))?;
    let mut packed = vec![place];
    if let Some(number) = number {
        packed[0] |= HAS_FINGERPRINT;
        packed.extend(number.to_le_bytes());
    }
    packed.extend([&bytes[..at], &bytes[at + NAME_BYTES..], &repeating].concat());
    Ok(packed.into())
}

/// The record of this name that [`packed_record`] packed.
///
/// # Errors
/// When they are no such bytes.
pub fn unpacked_record(id: RecordId, packed: &[u8]) -> Result<Record, CodecError> {
    let (first, mut rest) = packed.split_first().ok_or(CodecError::TooShort)?;
    let mut fingerprint = None;
    if first & HAS_FINGERPRINT != 0 {
        let (number, behind) = rest.split_first_chunk::<8>().ok_or(CodecError::TooShort)?;
        (fingerprint, rest) = (Some(u64::from_le_bytes(*number)), behind);
    }
    let (before, behind) = rest.split_at_checked((first & !HAS_FINGERPRINT).into()).ok_or(CodecError::TooShort)?;
    let bytes = [before, &id.to_bytes(), behind].concat();
    let mut bytes = bytes.as_slice();
    let mut record: Record = unpack_next(&mut bytes)?;
    let mut repeating = Vec::new();
    while !bytes.is_empty() {
        repeating.push(unpack_next(&mut bytes)?);
    }
    shift(&mut record, i64::wrapping_add);
    repeat(&mut record, repeating);
    if let Some(number) = fingerprint {
        record.fingerprint = format!("{number:016x}");
    }
    record.compact();
    Ok(record)
}

/// Counts a record's times from its name's, or back.
fn shift(record: &mut Record, by: fn(i64, i64) -> i64) {
    let start = record.id.millis();
    let times = [&mut record.created_at, &mut record.updated_at, &mut record.observed_at, &mut record.last_accessed_at];
    for time in times {
        *time = Timestamp(by(time.0, start));
    }
}

/// Gives sources the words that are the text.
fn repeat(record: &mut Record, places: Vec<u64>) {
    for place in places {
        if let Some(source) = usize::try_from(place).ok().and_then(|place| record.sources.get_mut(place)) {
            source.quote = Some(record.text.clone());
        }
    }
}

/// The number that a fingerprint writes, if it is one of sixteen small hexadecimal digits.
fn number_of(fingerprint: &str) -> Option<u64> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_number = fingerprint.len() == 16 && fingerprint.bytes().all(is_digit);
    u64::from_str_radix(fingerprint, 16).ok().filter(|_| is_number)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::{any_record, record, source};
    use proptest::prelude::*;

    #[test]
    fn words_that_are_the_text_are_held_once() {
        let text = "用户对青霉素过敏".repeat(9);
        let bare = packed_record(&mut record(1, &text)).unwrap().len();
        let mut told = record(1, &text);
        told.sources = [&text, "对青霉素过敏", &text].map(source).into();
        let before = told.clone();
        let bytes = packed_record(&mut told).unwrap();
        assert_eq!(told, before);
        assert!(bytes.len() < bare + text.len(), "{} against {bare}", bytes.len());
        assert_eq!(unpacked_record(before.id, &bytes).unwrap(), before);
    }

    #[test]
    fn a_fingerprint_of_another_form_stays_as_it_is() {
        for fingerprint in ["", "00000000000000ff", "00000000000000FF", "+000000000000001", "一", "123"] {
            let mut told = Record { fingerprint: fingerprint.to_owned(), ..record(1, "tea") };
            let bytes = packed_record(&mut told).unwrap();
            assert_eq!(unpacked_record(told.id, &bytes).unwrap(), told);
        }
    }

    proptest! {
        #[test]
        fn any_record_comes_back_as_it_was(mut record in any_record(1), at: i64, fingerprint in "[0-9a-f]{16}|.{0,16}") {
            (record.fingerprint, record.last_accessed_at) = (fingerprint, Timestamp(at));
            if let Some(source) = record.sources.first_mut() {
                source.quote = Some(record.text.clone());
            }
            let before = record.clone();
            let bytes = packed_record(&mut record).unwrap();
            prop_assert_eq!(&record, &before);
            prop_assert_eq!(unpacked_record(before.id, &bytes).unwrap(), before);
        }

        #[test]
        fn any_bytes_are_refused_or_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = unpacked_record(record(1, "").id, &bytes);
        }
    }
}
