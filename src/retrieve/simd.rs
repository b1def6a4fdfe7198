//! The inner loops over vectors: each in registers for wasm, and in plain Rust for the host, which the registers are held against.
#![cfg_attr(
    target_arch = "wasm32",
    expect(unsafe_code, reason = "a load that widens has no safe form; each stands behind a check of the lengths")
)]

/// Numbers taken at a time: sixteen sums side by side, which is four registers of 128 bits. A row of codes is as many of them as it takes.
pub const LANES: usize = 16;

/// Rows of codes that are gone through side by side, so that a part of the query is loaded once for all of them.
#[cfg(target_arch = "wasm32")]
const ABREAST: usize = 4;

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

/// What turns a row's sum of products into the largest cosine that its vector may have:
/// `sum · row's scale · scale + row's error · per_error + slack`.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The query's scale.
    pub scale: f32,
    /// What the rounding of a row weighs.
    pub per_error: f32,
    /// What the rounding of the query, and of the arithmetic, comes to at most.
    pub slack: f32,
}

/// Rows of codes with what their bounds need, one a row.
#[derive(Clone, Copy, Debug)]
pub struct CodeRows<'a> {
    /// The codes, each row as long as the query.
    pub codes: &'a [i8],
    /// What a code is multiplied by.
    pub scales: &'a [f32],
    /// How far the vector lies from its codes: the Euclidean length.
    pub errors: &'a [f32],
}

/// Writes the largest cosine that each row may have, into as many places of `out` as there are rows. The query is as long as a row, a
/// multiple of [`LANES`], and no sum of products with a row is beyond an `i32`.
pub fn upper_bounds(rows: CodeRows<'_>, query: &[i16], bound: Bound, out: &mut [f32]) {
    #[cfg(target_arch = "wasm32")]
    registers::upper_bounds(rows, query, bound, out);
    #[cfg(not(target_arch = "wasm32"))]
    plain::upper_bounds(rows, query, bound, out);
}

/// The loops in plain Rust: the host's, and what the others are held against.
pub mod plain {
    use super::{Bound, CodeRows};

    /// As [`super::upper_bounds`].
    pub fn upper_bounds(rows: CodeRows<'_>, query: &[i16], bound: Bound, out: &mut [f32]) {
        if query.is_empty() {
            return;
        }
        let of_rows = rows.codes.chunks_exact(query.len()).zip(rows.scales.iter().zip(rows.errors));
        for ((codes, (scale, error)), out) in of_rows.zip(out) {
            *out = upper_bound(sum(codes, query), *scale, *error, bound);
        }
    }

    /// The products' sum.
    pub(super) fn sum(codes: &[i8], query: &[i16]) -> i32 {
        codes.iter().zip(query).map(|(code, number)| i32::from(*code) * i32::from(*number)).sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "what it loses is in the bound's slack")]
    pub(super) fn upper_bound(sum: i32, scale: f32, error: f32, bound: Bound) -> f32 {
        sum as f32 * (scale * bound.scale) + (error * bound.per_error + bound.slack)
    }
}

#[cfg(target_arch = "wasm32")]
mod registers {
    use core::arch::wasm32::{
        f32x4_add, f32x4_convert_i32x4, f32x4_mul, f32x4_splat, i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8,
        i32x4_shuffle, i32x4_splat, v128, v128_load, v128_store,
    };

    use super::{ABREAST, Bound, CodeRows, LANES, plain};

    /// As [`super::upper_bounds`].
    pub(super) fn upper_bounds(rows: CodeRows<'_>, query: &[i16], bound: Bound, out: &mut [f32]) {
        let width = query.len();
        if width == 0 || !width.is_multiple_of(LANES) {
            return;
        }
        let n_rows = out.len().min(rows.scales.len()).min(rows.errors.len()).min(rows.codes.len() / width);
        let n_abreast = n_rows - n_rows % ABREAST;
        let (of_query, of_bound) = (f32x4_splat(bound.scale), f32x4_splat(bound.per_error));
        let slack = f32x4_splat(bound.slack);
        let mut at = 0;
        while at < n_abreast {
            // SAFETY: rows `at` to `at + ABREAST` are below `n_rows`, so `width` codes of each, and four numbers of each of the three
            // other lists, are there; `width` is a multiple of `LANES`. Loads and stores of wasm need no alignment.
            unsafe {
                let sums = four_sums(rows.codes.as_ptr().add(at * width), query.as_ptr(), width);
                let scales = f32x4_mul(v128_load(rows.scales.as_ptr().add(at).cast()), of_query);
                let errors = f32x4_mul(v128_load(rows.errors.as_ptr().add(at).cast()), of_bound);
                let cosines = f32x4_mul(f32x4_convert_i32x4(sums), scales);
                v128_store(out.as_mut_ptr().add(at).cast(), f32x4_add(cosines, f32x4_add(errors, slack)));
            }
            at += ABREAST;
        }
        let codes = rows.codes.chunks_exact(width).zip(rows.scales.iter().zip(rows.errors));
        for ((codes, (scale, error)), out) in codes.zip(out).take(n_rows).skip(n_abreast) {
            *out = plain::upper_bound(plain::sum(codes, query), *scale, *error, bound);
        }
    }

    /// The sums of products of four rows, `width` codes each, one after another.
    ///
    /// # Safety
    /// `codes` points to four times `width` codes and `query` to `width` numbers; `width` is a multiple of [`LANES`].
    unsafe fn four_sums(codes: *const i8, query: *const i16, width: usize) -> v128 {
        let mut sums: [v128; ABREAST] = [i32x4_splat(0); ABREAST];
        let mut at = 0;
        while at < width {
            // SAFETY: as this function's own.
            unsafe {
                let (low, high) = (v128_load(query.add(at).cast()), v128_load(query.add(at + 8).cast()));
                // Written out: at `opt-level = "z"` a loop would stay one.
                let row = codes.add(at);
                sums[0] = step(sums[0], row, low, high);
                sums[1] = step(sums[1], row.add(width), low, high);
                sums[2] = step(sums[2], row.add(2 * width), low, high);
                sums[3] = step(sums[3], row.add(3 * width), low, high);
            }
            at += LANES;
        }
        let [first, second, third, fourth] = sums;
        // Columns become rows, and are added up.
        let low_pairs =
            i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(first, second), i32x4_shuffle::<2, 6, 3, 7>(first, second));
        let high_pairs =
            i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(third, fourth), i32x4_shuffle::<2, 6, 3, 7>(third, fourth));
        i32x4_add(
            i32x4_shuffle::<0, 1, 4, 5>(low_pairs, high_pairs),
            i32x4_shuffle::<2, 3, 6, 7>(low_pairs, high_pairs),
        )
    }

    /// Adds the products of sixteen codes.
    ///
    /// # Safety
    /// `codes` points to sixteen codes.
    #[inline(always)]
    unsafe fn step(sum: v128, codes: *const i8, low: v128, high: v128) -> v128 {
        // SAFETY: as this function's own.
        let (first, second) = unsafe { (i16x8_load_extend_i8x8(codes), i16x8_load_extend_i8x8(codes.add(8))) };
        i32x4_add(sum, i32x4_add(i32x4_dot_i16x8(first, low), i32x4_dot_i16x8(second, high)))
    }
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
