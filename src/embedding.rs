//! A text's embedding: a unit vector, so that the dot product of two of them is their cosine.

use thiserror::Error;

/// A unit vector. The dot product of two of the same model is their cosine.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Vec<f32>);

/// Why numbers are no embedding.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EmbeddingError {
    /// It has no numbers at all.
    #[error("the vector is empty")]
    Empty,
    /// One of its numbers is NaN or infinite.
    #[error("the vector holds {value} at index {index}")]
    NotFinite {
        /// Where the number stands.
        index: usize,
        /// The number.
        value: f64,
    },
    /// Its length is zero, or too large or small for a single-precision number, so that it has no direction.
    #[error("the vector's length is {norm}, so it has no direction")]
    NotNormalizable {
        /// The Euclidean length.
        norm: f64,
    },
    /// It was said to be of length 1 and is not.
    #[error("the vector's length is {norm}, not 1")]
    NotUnit {
        /// The Euclidean length.
        norm: f64,
    },
}

/// How far from 1 the length of a vector may be that counts as a unit vector.
///
/// Source: scaling a vector of 4,096 single-precision numbers leaves its length within 1e-5 of 1; anything beyond 1e-3 was
/// never scaled.
const UNIT_TOLERANCE: f32 = 1e-3;

impl Embedding {
    /// Scales `values` to length 1.
    ///
    /// # Errors
    /// When `values` is empty, holds a number that is not finite, or has no direction.
    ///
    /// ```
    /// use palimpsest::embedding::Embedding;
    /// assert_eq!(Embedding::new(vec![3.0, 4.0]).unwrap().values(), &[0.6, 0.8]);
    /// assert!(Embedding::new(vec![0.0, 0.0]).is_err());
    /// ```
    pub fn new(mut values: Vec<f32>) -> Result<Self, EmbeddingError> {
        if values.is_empty() {
            return Err(EmbeddingError::Empty);
        }
        if let Some((index, value)) = values.iter().enumerate().find(|(_, value)| !value.is_finite()) {
            return Err(EmbeddingError::NotFinite { index, value: f64::from(*value) });
        }
        let norm = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        // A subnormal length loses so many digits that the scaled vector is no longer of length 1.
        if !norm.is_normal() {
            return Err(EmbeddingError::NotNormalizable { norm: f64::from(norm) });
        }
        for value in &mut values {
            *value /= norm;
        }
        Ok(Self(values))
    }

    /// Takes numbers that are of length 1 already, and leaves each as it is: what was stored comes back bit for bit.
    ///
    /// # Errors
    /// When `values` is empty, holds a number that is not finite, or is not of length 1.
    pub fn from_unit(values: Vec<f32>) -> Result<Self, EmbeddingError> {
        if values.is_empty() {
            return Err(EmbeddingError::Empty);
        }
        if let Some((index, value)) = values.iter().enumerate().find(|(_, value)| !value.is_finite()) {
            return Err(EmbeddingError::NotFinite { index, value: f64::from(*value) });
        }
        let norm = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if UNIT_TOLERANCE <= (norm - 1.0).abs() || norm.is_nan() {
            return Err(EmbeddingError::NotUnit { norm: f64::from(norm) });
        }
        Ok(Self(values))
    }

    /// The unit vector of `dimension` numbers, at least one, whose number at `at` (counted round) is 1 and whose others are 0.
    #[must_use]
    pub fn axis(dimension: usize, at: usize) -> Self {
        let mut values = vec![0.0; dimension.max(1)];
        let n_values = values.len();
        values[at % n_values] = 1.0;
        Self(values)
    }

    /// The numbers, of Euclidean length 1.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// How many numbers it has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    /// Cosine similarity, −1 to 1; `None` when the dimensions differ.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> Option<f32> {
        (self.0.len() == other.0.len()).then(|| self.0.iter().zip(&other.0).map(|(mine, theirs)| mine * theirs).sum())
    }
}

/// The largest code.
pub(crate) const MOST_CODE: f32 = 127.0;

/// A vector in whole numbers of eight bits: a quarter of its memory, and how far it is off.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// One for each number of the vector, −127 to 127.
    pub codes: Vec<i8>,
    /// What a code is multiplied by.
    pub scale: f32,
    /// Euclidean length of what the codes are off by; at least that.
    pub error: f32,
}

impl Code {
    /// The codes of a vector: the same ones at any time.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounded numbers of −127 to 127")]
    pub fn of(values: &[f32]) -> Self {
        let scale = largest(values) / MOST_CODE;
        // The scale of a vector of nothing but zeros, which is none, is 0 too.
        let per_code = if 0.0 < scale { 1.0 / scale } else { 0.0 };
        let codes: Vec<i8> = values.iter().map(|value| nearest_whole(value * per_code) as i8).collect();
        let error = length(values.iter().zip(&codes).map(|(value, code)| value - f32::from(*code) * scale));
        Self { codes, scale, error }
    }
}

/// The largest of numbers without their signs.
pub(crate) fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |largest: f32, value| largest.max(value.abs()))
}

/// Rounded to the nearest whole number.
pub(crate) fn nearest_whole(value: f32) -> f32 {
    // The one rounding that wasm has an instruction for.
    value.round_ties_even()
}

/// Euclidean length; at least that, whatever the sum was rounded to.
pub(crate) fn length(values: impl Iterator<Item = f32>) -> f32 {
    // Adding up thousands of squares is off by less than a ten-thousandth.
    values.map(|value| value * value).sum::<f32>().sqrt() * 1.0001 + 1e-7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_a_direction_are_no_embedding() {
        assert_eq!(Embedding::new(Vec::new()), Err(EmbeddingError::Empty));
        assert!(matches!(Embedding::new(vec![1.0, f32::NAN]), Err(EmbeddingError::NotFinite { index: 1, .. })));
        assert!(matches!(Embedding::new(vec![f32::INFINITY, 0.0]), Err(EmbeddingError::NotFinite { index: 0, .. })));
        assert!(matches!(Embedding::new(vec![0.0; 8]), Err(EmbeddingError::NotNormalizable { .. })));
        assert!(matches!(Embedding::new(vec![f32::MAX, f32::MAX]), Err(EmbeddingError::NotNormalizable { .. })));
    }

    #[test]
    fn a_stored_vector_comes_back_bit_for_bit_and_anything_else_is_refused() {
        let kept = Embedding::new(vec![0.1, -0.7, 0.3]).unwrap();
        assert_eq!(Embedding::from_unit(kept.values().to_vec()), Ok(kept));
        assert_eq!(Embedding::from_unit(Vec::new()), Err(EmbeddingError::Empty));
        assert!(matches!(Embedding::from_unit(vec![f32::NAN]), Err(EmbeddingError::NotFinite { index: 0, .. })));
        assert!(matches!(Embedding::from_unit(vec![3.0, 4.0]), Err(EmbeddingError::NotUnit { .. })));
        assert!(matches!(Embedding::from_unit(vec![f32::MAX, 1.0]), Err(EmbeddingError::NotUnit { .. })));
    }

    #[test]
    fn vectors_of_two_dimensions_have_no_cosine() {
        let plane = Embedding::new(vec![1.0, 0.0]).unwrap();
        let space = Embedding::new(vec![1.0, 0.0, 0.0]).unwrap();
        assert_eq!(plane.cosine(&space), None);
        assert_eq!(plane.cosine(&plane), Some(1.0));
    }
}
