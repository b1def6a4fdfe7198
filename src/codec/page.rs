//! A page of codes: the vectors of many records in eight bits, so that a store of many opens without reading each vector.
//!
//! The payload is the model's name as in a vector's row, how many codes a vector has (`u32`), and then for each record, in order, its name
//! (16 bytes), the scale and the error (`f32` each) and the codes (`i8`), all little-endian. What it says can be made again from the vectors' rows.

use super::{CodecError, RowKind, open, seal};
use crate::embedding::Code;
use crate::record::RecordId;

/// Bytes of a record beside its codes.
const HEAD_BYTES: usize = 24;

/// The codes of many vectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodePage {
    /// The embedding model that made the vectors.
    pub model: String,
    /// The records in order, each with the codes of its vector.
    pub entries: Vec<(RecordId, Code)>,
}

/// A page's row; all vectors are of one dimension.
#[must_use]
pub fn page_row(page: &CodePage) -> Vec<u8> {
    let model = &page.model[..page.model.floor_char_boundary(usize::from(u16::MAX))];
    let dimension = page.entries.first().map_or(0, |(_, code)| code.codes.len());
    let mut payload = Vec::with_capacity(6 + model.len() + page.entries.len() * (HEAD_BYTES + dimension));
    payload.extend(u16::try_from(model.len()).unwrap_or(u16::MAX).to_le_bytes());
    payload.extend(model.as_bytes());
    payload.extend(u32::try_from(dimension).unwrap_or(u32::MAX).to_le_bytes());
    for (id, code) in &page.entries {
        payload.extend(id.to_bytes());
        payload.extend(code.scale.to_le_bytes());
        payload.extend(code.error.to_le_bytes());
        payload.extend(code.codes.iter().map(|code| code.cast_unsigned()));
    }
    seal(RowKind::CodePage, &payload)
}

/// A page from its row.
///
/// # Errors
/// When it is no page's row or is damaged.
pub fn page_from_row(bytes: &[u8]) -> Result<CodePage, CodecError> {
    let payload = open(RowKind::CodePage, bytes)?;
    let (length, payload) = payload.split_first_chunk::<2>().ok_or(CodecError::TooShort)?;
    let (model, payload) =
        payload.split_at_checked(usize::from(u16::from_le_bytes(*length))).ok_or(CodecError::TooShort)?;
    let model = str::from_utf8(model).map_err(|err| CodecError::Malformed(format!("the model's name: {err}")))?;
    let (dimension, payload) = payload.split_first_chunk::<4>().ok_or(CodecError::TooShort)?;
    let each = HEAD_BYTES.saturating_add(u32::from_le_bytes(*dimension) as usize);
    let entries = payload.chunks(each).map(|bytes| entry(bytes, each)).collect::<Option<_>>();
    let entries = entries.ok_or_else(|| CodecError::Malformed("a page of codes says what no vector has".to_owned()))?;
    Ok(CodePage { model: model.to_owned(), entries })
}

/// One record of a page; `None` where it ends too early, has no codes, or is off by what is no length.
fn entry(bytes: &[u8], each: usize) -> Option<(RecordId, Code)> {
    let (id, rest) = bytes.split_first_chunk::<16>()?;
    let (scale, rest) = rest.split_first_chunk::<4>()?;
    let (error, codes) = rest.split_first_chunk::<4>()?;
    let (scale, error) = (f32::from_le_bytes(*scale), f32::from_le_bytes(*error));
    let is_length = |value: f32| value.is_finite() && 0.0 <= value;
    let is_whole = bytes.len() == each && !codes.is_empty() && is_length(scale) && is_length(error);
    let codes = codes.iter().map(|byte| byte.cast_signed()).collect();
    is_whole.then(|| (RecordId::from_bytes(*id), Code { codes, scale, error }))
}

/// The row that says that a record's vector is another than its page says.
#[must_use]
pub fn marker_row() -> Vec<u8> {
    seal(RowKind::Marker, &[])
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_page_has_the_documented_payload() {
        let code = Code { codes: vec![-127, 1], scale: 1.0, error: 0.5 };
        let id = RecordId::from_bytes([7; 16]);
        let row = page_row(&CodePage { model: "m".to_owned(), entries: vec![(id, code)] });
        let payload = [&[1, 0, b'm', 2, 0, 0, 0][..], &[7; 16], &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f, 0x81, 1]].concat();
        assert_eq!(open(RowKind::CodePage, &row), Ok(payload.as_slice()));
        assert_eq!(
            &row[1..3],
            [2, 0],
            "an older version says that the store is newer, and does not take it for damaged"
        );
    }

    #[test]
    fn a_row_that_is_no_page_is_refused() {
        let one = [&[0, 0, 1, 0, 0, 0][..], &[7; 16], &[0, 0, 0x80, 0x3f, 0, 0, 0, 0, 5]].concat();
        assert!(page_from_row(&seal(RowKind::CodePage, &one)).is_ok());
        let not_a_number = [&one[..22], &f32::NAN.to_le_bytes(), &one[26..]].concat();
        for payload in [&[][..], &[1], &[5, 0, b'm'], &[0, 0, 1, 0], &one[..one.len() - 1], &not_a_number] {
            assert!(page_from_row(&seal(RowKind::CodePage, payload)).is_err(), "{payload:?}");
        }
        assert!(page_from_row(&seal(RowKind::Vector, &one)).is_err());
    }

    proptest! {
        #[test]
        fn a_page_comes_back_as_it_was(
            values in prop::collection::vec(prop::array::uniform4(-1.0_f32..1.0), 0..20),
            model in ".{0,20}",
        ) {
            let entries = (0..).zip(&values).map(|(at, values)| (RecordId::v7(at, 0, 0), Code::of(values))).collect();
            let page = CodePage { model, entries };
            prop_assert_eq!(page_from_row(&page_row(&page)), Ok(page));
        }

        #[test]
        fn any_bytes_are_refused_or_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(page_from_row(&bytes).is_err());
            let _ = page_from_row(&seal(RowKind::CodePage, &bytes));
        }
    }
}
