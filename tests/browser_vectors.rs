//! The loops over vectors as they run in wasm, held against plain Rust and against looking at each vector. It needs no page, so it runs in Node.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use fastrand::Rng;
use palimpsest::embedding::Embedding;
use palimpsest::retrieve::codes::Code;
use palimpsest::retrieve::simd::{Bound, CodeRows, LANES, dot, plain, upper_bounds};
use palimpsest::retrieve::vector::VectorIndex;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn registers_and_plain_rust_give_the_same_bits() {
    let mut random = Rng::with_seed(1);
    for width in [LANES, 5 * LANES, 24 * LANES, 96 * LANES] {
        for n_rows in [0, 1, 3, 4, 5, 8, 255, 256] {
            let codes: Vec<i8> = (0..width * n_rows).map(|_| random.i8(-127..=127)).collect();
            // As large as a query's numbers may be.
            let most = i16::try_from(i32::MAX.unsigned_abs() as usize / (127 * width)).unwrap_or(i16::MAX);
            let query: Vec<i16> = (0..width).map(|_| random.i16(-most..=most)).collect();
            let scales: Vec<f32> = (0..n_rows).map(|_| random.f32()).collect();
            let errors: Vec<f32> = (0..n_rows).map(|_| random.f32()).collect();
            let rows = CodeRows { codes: &codes, scales: &scales, errors: &errors };
            let bound = Bound { scale: 1e-4, per_error: 1.01, slack: 1e-5 };
            let (mut found, mut expected) = (vec![7.0; n_rows], vec![7.0; n_rows]);
            upper_bounds(rows, &query, bound, &mut found);
            plain::upper_bounds(rows, &query, bound, &mut expected);
            assert_eq!(bits(&found), bits(&expected), "{width} numbers, {n_rows} rows");
        }
    }
}

#[wasm_bindgen_test]
fn the_index_finds_what_looking_at_each_finds() {
    let mut random = Rng::with_seed(2);
    for dimension in [1, 7, 16, 100, 384, 1000] {
        // Wide apart, and so close together that only the last bits tell them apart.
        for spread in [1.0, 1e-3] {
            check(&mut random, dimension, spread);
        }
    }
}

#[track_caller]
fn check(random: &mut Rng, dimension: usize, spread: f32) {
    let centre: Vec<f32> = (0..dimension).map(|_| random.f32() - 0.5).collect();
    let mut make = || {
        let values = centre.iter().map(|centre| centre + spread * (random.f32() - 0.5)).collect();
        Embedding::new(values).unwrap()
    };
    let query = make();
    let (mut index, mut lean) = (VectorIndex::new(), VectorIndex::new());
    let mut naive = Vec::new();
    for slot in 0..600 {
        let embedding = make();
        index.insert(slot, &embedding).unwrap();
        lean.insert_code(slot, &Code::of(embedding.values())).unwrap();
        naive.push((slot, dot(query.values(), embedding.values()) + 0.0));
    }
    naive.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    naive.truncate(10);
    assert_eq!(index.top_k(&query, 10, |_| true).best, naive, "{dimension} numbers, {spread}");
    for (slot, _) in lean.top_k(&query, 10, |_| true).missing {
        lean.keep(slot, index.get(slot).unwrap());
    }
    let found = lean.top_k(&query, 10, |_| true);
    assert_eq!((found.best, found.missing), (naive, Vec::new()), "{dimension} numbers, {spread}, from codes");
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}
