//! Vectors in whole numbers of eight bits: a quarter of the memory, and how far each may be off.
//!
//! A vector v is kept as codes q of −127 to 127 and a scale s, so that s·q is nearly v; the length of v − s·q is its error. A query u
//! becomes whole numbers of sixteen bits in the same way. Then u·v is s·t·(q·p) but for at most |u|·|v − s·q| + |u − t·p|·|s·q|, by the
//! inequality of Cauchy and Schwarz: which vectors may be among the nearest is known for certain from codes alone.

use super::simd::{Bound, CodeRows, LANES, upper_bounds};
pub use crate::embedding::Code;
use crate::embedding::{MOST_CODE, largest, length, nearest_whole};

/// The largest number of a query, where its sums have room for that.
const MOST_OF_QUERY: f32 = 32_767.0;

/// How far beyond 1 the length of a unit vector may be; see `Embedding::from_unit`.
const LENGTH: f32 = 1.001;

/// Vectors that one block holds. Blocks, and not one list, so that a longer index copies nothing and takes no more than it needs.
pub(super) const BLOCK: usize = 256;

/// A query in whole numbers, and what bounds the cosines that it may have.
pub(super) struct Query {
    numbers: Vec<i16>,
    bound: Bound,
}

impl Query {
    #[expect(clippy::cast_possible_truncation, reason = "rounded numbers of −32,767 to 32,767")]
    pub(super) fn of(values: &[f32]) -> Self {
        // No sum of products may be beyond an `i32`: of 132,000 numbers on, a query's are smaller than a code.
        let room = i32::MAX as f32 / (MOST_CODE * values.len().max(1) as f32);
        let most = MOST_OF_QUERY.min(room.floor()).max(1.0);
        let scale = largest(values) / most;
        let per_number = if 0.0 < scale { 1.0 / scale } else { 0.0 };
        let mut numbers: Vec<i16> = values.iter().map(|value| nearest_whole(value * per_number) as i16).collect();
        let error = length(values.iter().zip(&numbers).map(|(value, number)| value - f32::from(*number) * scale));
        numbers.resize(values.len().next_multiple_of(LANES), 0);
        // Half of it is for the sum that bounds are held against, which is rounded at every sixteenth number, and half for the bound's.
        let rounding = (values.len() as f32 / LANES as f32 + 24.0) * f32::EPSILON;
        let bound = Bound { scale, per_error: LENGTH + error, slack: error * LENGTH + rounding };
        Self { numbers, bound }
    }

    /// How much lower than its upper bound a row's cosine may be.
    pub(super) fn span(&self, error: f32) -> f32 {
        2.0 * (error * self.bound.per_error + self.bound.slack)
    }
}

/// Up to [`BLOCK`] vectors, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    codes: Vec<i8>,
    scales: Vec<f32>,
    errors: Vec<f32>,
}

impl Block {
    pub(super) fn len(&self) -> usize {
        self.scales.len()
    }

    pub(super) fn push(&mut self, code: &Code) {
        self.codes.extend_from_slice(&code.codes);
        self.scales.push(code.scale);
        self.errors.push(code.error);
        self.codes.resize(self.len() * width(code.codes.len()), 0);
    }

    pub(super) fn set(&mut self, row: usize, code: &Code) {
        let width = width(code.codes.len());
        self.codes[row * width..][..code.codes.len()].copy_from_slice(&code.codes);
        self.scales[row] = code.scale;
        self.errors[row] = code.error;
    }

    /// The codes of a row of `dimension` numbers.
    pub(super) fn get(&self, row: usize, dimension: usize) -> Code {
        let codes = self.codes[row * width(dimension)..][..dimension].to_vec();
        Code { codes, scale: self.scales[row], error: self.errors[row] }
    }

    /// Takes away the last row.
    pub(super) fn pop(&mut self, dimension: usize) {
        self.scales.pop();
        self.errors.pop();
        self.codes.truncate(self.len() * width(dimension));
    }

    /// The largest cosine that each row may have with a query.
    pub(super) fn upper_bounds(&self, query: &Query, out: &mut [f32; BLOCK]) {
        let rows = CodeRows { codes: &self.codes, scales: &self.scales, errors: &self.errors };
        upper_bounds(rows, &query.numbers, query.bound, &mut out[..self.len()]);
    }

    pub(super) fn error(&self, row: usize) -> f32 {
        self.errors[row]
    }

    /// Bytes that it holds room for.
    pub(super) fn bytes(&self) -> usize {
        self.codes.capacity() + 4 * (self.scales.capacity() + self.errors.capacity())
    }
}

/// Codes that a row takes.
fn width(dimension: usize) -> usize {
    dimension.next_multiple_of(LANES)
}
