//! A vector's row: the name of the model that made it, then its numbers, bit for bit.
//!
//! The payload is the name's length in bytes (`u16`), the name in UTF-8, and the numbers (`f32`), all little-endian.

use super::{CodecError, RowKind, open, seal};
use crate::embedding::Embedding;

/// A vector's row. Of a model's name at most 65,535 bytes are kept.
#[must_use]
pub fn vector_row(model: &str, embedding: &Embedding) -> Vec<u8> {
    let model = &model[..model.floor_char_boundary(usize::from(u16::MAX))];
    let length = u16::try_from(model.len()).unwrap_or(u16::MAX);
    let mut payload = Vec::with_capacity(2 + model.len() + 4 * embedding.dimension());
    payload.extend(length.to_le_bytes());
    payload.extend(model.as_bytes());
    payload.extend(embedding.values().iter().flat_map(|value| value.to_le_bytes()));
    seal(RowKind::Vector, &payload)
}

/// The model's name and the vector, each number as it was.
///
/// # Errors
/// When it is no vector's row, is damaged, or its numbers are no unit vector.
pub fn vector_from_row(bytes: &[u8]) -> Result<(String, Embedding), CodecError> {
    let payload = open(RowKind::Vector, bytes)?;
    let (length, payload) = payload.split_first_chunk::<2>().ok_or(CodecError::TooShort)?;
    let (model, numbers) =
        payload.split_at_checked(usize::from(u16::from_le_bytes(*length))).ok_or(CodecError::TooShort)?;
    let model = str::from_utf8(model).map_err(|err| CodecError::Malformed(format!("the model's name: {err}")))?;
    let (numbers, left) = numbers.as_chunks::<4>();
    if !left.is_empty() {
        return Err(CodecError::Malformed("the vector ends inside a number".to_owned()));
    }
    let values = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    let embedding = Embedding::from_unit(values).map_err(|err| CodecError::Malformed(err.to_string()))?;
    Ok((model.to_owned(), embedding))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_that_is_no_vector_is_refused() {
        for payload in [&[][..], &[1], &[5, 0, b'm'], &[0, 0], &[0, 0, 1, 2, 3], &[1, 0, 0xff, 0, 0, 0x80, 0x3f]] {
            assert!(vector_from_row(&seal(RowKind::Vector, payload)).is_err(), "{payload:?}");
        }
        let whole = [&[1, 0, b'm'][..], &1.0_f32.to_le_bytes()].concat();
        assert!(vector_from_row(&seal(RowKind::Vector, &whole)).is_ok());
        let not_unit = [&[1, 0, b'm'][..], &2.0_f32.to_le_bytes()].concat();
        assert!(matches!(vector_from_row(&seal(RowKind::Vector, &not_unit)), Err(CodecError::Malformed(_))));
    }

    #[test]
    fn a_name_that_is_too_long_is_cut_between_letters() {
        let vector = Embedding::new(vec![1.0]).unwrap();
        let (model, _) = vector_from_row(&vector_row(&"向".repeat(30_000), &vector)).unwrap();
        assert_eq!(model, "向".repeat(21_845));
    }

    proptest! {
        #[test]
        fn a_vector_comes_back_bit_for_bit(values in prop::collection::vec(-1.0_f32..1.0, 1..400), model in ".{0,20}") {
            prop_assume!(Embedding::new(values.clone()).is_ok());
            let vector = Embedding::new(values).unwrap();
            let (found_model, found) = vector_from_row(&vector_row(&model, &vector)).unwrap();
            let bits = |vector: &Embedding| vector.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&found), bits(&vector));
            prop_assert_eq!(found_model, model);
        }
    }
}
