//! The thresholds that ship are those that the recorded vectors come to, by the same rule that measures other models.

use std::fs;
use std::path::PathBuf;

use palimpsest::calibrate::{PROBE, Quantiles, cosines, measure, sentences, shipped};
use palimpsest::embedding::Embedding;

/// How far a shipped threshold may be from what the recording comes to: it has three digits.
const ROUNDED: f64 = 0.0005;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/calibration")
}

/// The number that 16 bits of IEEE 754 stand for; recordings hold no infinite ones.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * if exponent == 0 {
        fraction * 2_f32.powi(-24)
    } else {
        (1.0 + fraction / 1024.0) * 2_f32.powi(exponent - 15)
    }
}

/// The recorded vectors: of the sentences, then of the near ones, then of the probe.
fn recorded(model: &str, dimension: usize) -> Vec<Embedding> {
    let bytes = fs::read(folder().join(format!("sentences.{model}.f16"))).expect("is there");
    let numbers: Vec<f32> = bytes.as_chunks::<2>().0.iter().map(|half| from_half(u16::from_le_bytes(*half))).collect();
    numbers.chunks(dimension).map(|row| Embedding::new(row.to_vec()).expect("a vector")).collect()
}

#[track_caller]
fn check(model: &str, dimension: usize, names: &[&str]) {
    let vectors = recorded(model, dimension);
    let near = fs::read_to_string(folder().join("near.txt")).expect("is there");
    let n_sentences = sentences().count();
    assert_eq!(vectors.len(), n_sentences + near.lines().count() + 1, "{model}: a text has no vector, or too many");
    let (same, unrelated) = cosines(&vectors[..n_sentences]).expect("a vector a sentence");
    let found = measure(&same, &unrelated, Quantiles::CHOSEN).expect("cosines");
    assert!(found.separates, "{model}");
    for name in names {
        let shipped = shipped(name).expect("was measured");
        let found = found.thresholds;
        assert!((shipped.duplicate - found.duplicate).abs() <= ROUNDED, "{name}: {found:?}");
        assert!((shipped.related - found.related).abs() <= ROUNDED, "{name}: {found:?}");
    }
}

#[test]
fn the_thresholds_that_ship_are_those_that_the_recordings_come_to() {
    let names = ["multilingual-e5-small", "Xenova/multilingual-e5-small", "intfloat/Multilingual-E5-Small"];
    check("e5", 384, &names);
    check("minilm", 384, &["all-MiniLM-L6-v2", "Xenova/all-MiniLM-L6-v2", "sentence-transformers/all-minilm-l6-v2"]);
    check("use", 512, &["use-multilingual-v3", "Universal-Sentence-Encoder-Multilingual"]);
}

#[test]
fn the_probe_never_changes() {
    assert_eq!(PROBE, "用户住在杭州，喜欢喝绿茶。 The user has lived in Hangzhou since 2019 and drinks green tea.");
}
