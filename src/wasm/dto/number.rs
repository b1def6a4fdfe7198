//! Numbers that come in, each with its range.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::wasm::value::MAX_SAFE_INTEGER;

/// Defines a number whose range is part of its type, and part of the words that refuse another.
macro_rules! ranged {
    ($(#[$doc:meta])* $name:ident, $words:literal, |$number:ident| $holds:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::wasm) struct $name(pub(in crate::wasm) f64);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let within = |$number: f64| $holds;
                deserializer.deserialize_any(Ranged { words: $words, within }).map(Self)
            }
        }
    };
}

ranged!(
    /// A share, an importance, a confidence: 0 to 1.
    Share, "a number from 0 to 1", |number| (0.0..=1.0).contains(&number)
);
ranged!(
    /// A cosine similarity, −1 to 1.
    Cosine, "a number from -1 to 1", |number| (-1.0..=1.0).contains(&number)
);
ranged!(
    /// A rate a day, from 0 on.
    Rate, "a number from 0 on", |number| 0.0 <= number
);
ranged!(
    /// A span of time or an amount, above 0.
    Positive, "a number above 0", |number| 0.0 < number
);

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug)]
pub(in crate::wasm) struct Whole<const MIN: u32, const MAX: u32>(pub(in crate::wasm) u32);

impl<'de, const MIN: u32, const MAX: u32> Deserialize<'de> for Whole<MIN, MAX> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and within MIN to MAX")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = format!("a whole number from {MIN} to {MAX}");
        let within = |number: f64| number.fract() == 0.0 && (f64::from(MIN)..=f64::from(MAX)).contains(&number);
        deserializer.deserialize_any(Ranged { words: &words, within }).map(|number| Self(number as u32))
    }
}

/// A whole number from 1 to 2⁵³ − 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::wasm) struct Count(pub(in crate::wasm) u64);

impl<'de> Deserialize<'de> for Count {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and from 1 to 2⁵³ − 1")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let within = |number: f64| number.fract() == 0.0 && (1.0..=MAX_SAFE_INTEGER).contains(&number);
        deserializer
            .deserialize_any(Ranged { words: "a whole number from 1 on", within })
            .map(|number| Self(number as u64))
    }
}

struct Ranged<'a, F> {
    words: &'a str,
    within: F,
}

impl<F: Fn(f64) -> bool> Visitor<'_> for Ranged<'_, F> {
    type Value = f64;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.words)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        if (self.within)(number) { Ok(number) } else { Err(E::invalid_value(Unexpected::Float(number), &self)) }
    }

    #[expect(clippy::cast_precision_loss, reason = "it came from a JavaScript number")]
    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        if (self.within)(number as f64) {
            Ok(number as f64)
        } else {
            Err(E::invalid_value(Unexpected::Signed(number), &self))
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "it came from a JavaScript number")]
    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        if (self.within)(number as f64) {
            Ok(number as f64)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
}
