//! The inner loops over vectors.

/// Numbers taken at a time: sixteen sums side by side, which is four registers of 128 bits.
const LANES: usize = 16;

/// The dot product of two vectors of one dimension; numbers that only one of them has are left out.
///
/// The sixteen sums do not wait for each other, and they make the order of addition a part of what is written here, so that the
/// result is the same to the bit however the compiler lays it out.
#[must_use]
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left_chunks, left_rest) = left.as_chunks::<LANES>();
    let (right_chunks, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (left, right) in left_chunks.iter().zip(right_chunks) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    // Halves, then quarters: as a register is summed up.
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
    }
    sums[0] + rest
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_sum_of_the_products(pairs in prop::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 0..200)) {
            let (left, right): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
            let exact: f64 = pairs.iter().map(|(left, right)| f64::from(*left) * f64::from(*right)).sum();
            prop_assert!((f64::from(dot(&left, &right)) - exact).abs() < 1e-4);
        }
    }
}
