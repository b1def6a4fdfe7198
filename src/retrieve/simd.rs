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
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    sum_of_products(left_chunks, right_chunks) + rest
}

#[cfg(not(target_arch = "wasm32"))]
fn sum_of_products(left: &[[f32; LANES]], right: &[[f32; LANES]]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    // Halves, then quarters: as a register is summed up.
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
    }
    sums[0]
}

/// The same sums in the same order, said in registers: at `opt-level = "s"` the compiler does not find them by itself.
#[cfg(target_arch = "wasm32")]
fn sum_of_products(left: &[[f32; LANES]], right: &[[f32; LANES]]) -> f32 {
    use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, v128};
    let register = |lanes: &[f32; LANES], at: usize| f32x4(lanes[at], lanes[at + 1], lanes[at + 2], lanes[at + 3]);
    let mut sums: [v128; 4] = [f32x4_splat(0.0); 4];
    for (left, right) in left.iter().zip(right) {
        sums[0] = f32x4_add(sums[0], f32x4_mul(register(left, 0), register(right, 0)));
        sums[1] = f32x4_add(sums[1], f32x4_mul(register(left, 4), register(right, 4)));
        sums[2] = f32x4_add(sums[2], f32x4_mul(register(left, 8), register(right, 8)));
        sums[3] = f32x4_add(sums[3], f32x4_mul(register(left, 12), register(right, 12)));
    }
    let sum = f32x4_add(f32x4_add(sums[0], sums[2]), f32x4_add(sums[1], sums[3]));
    let (first, second) = (f32x4_extract_lane::<0>(sum), f32x4_extract_lane::<1>(sum));
    let (third, fourth) = (f32x4_extract_lane::<2>(sum), f32x4_extract_lane::<3>(sum));
    (first + third) + (second + fourth)
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
