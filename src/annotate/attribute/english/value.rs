//! What values look like in English.

use crate::annotate::attribute::sentences::Shape;
use crate::annotate::attribute::value::{city_at, is_money_sign};
use crate::annotate::lists::has;
use crate::annotate::reading::is_number;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Words that a person's name, and an organisation's, have at most.
const MAX_NAMES: usize = 4;

/// The words after a frame.
pub(super) struct After<'text> {
    pub(super) folded: &'text str,
    pub(super) units: &'text [Unit],
    /// Of each unit, whether the writer began it with a capital.
    pub(super) capitals: Vec<bool>,
}

impl After<'_> {
    /// How many of the words are a value of `shape`; `None` where they have another shape.
    pub(super) fn value(&self, shape: Shape) -> Option<usize> {
        let first = self.units.first()?;
        if shape == Shape::City {
            return self.city();
        }
        let stop = self.units.iter().position(|unit| has("value_end_en", &unit.text));
        let words = &self.units[..stop.unwrap_or(self.units.len())];
        let n_words = words.len();
        let is_name = (1..=MAX_NAMES).contains(&n_words)
            && words.iter().zip(&self.capitals).all(|(unit, is_capital)| *is_capital || unit.text == "&");
        let measures = |units: &'static str| {
            let fits = |unit: &Unit| is_number(unit) || is_money_sign(unit) || has(units, &unit.text);
            words.iter().any(is_number) && words.iter().all(fits)
        };
        let is_one = n_words == 1;
        let fits = match shape {
            Shape::City | Shape::Workplace | Shape::Single | Shape::Married => false,
            Shape::Person => is_name,
            Shape::Organisation => is_name && city_at(&self.folded[first.span.start..]).is_none(),
            Shape::School => is_name && words.iter().any(|unit| has("school_en", &unit.text)),
            Shape::Date => {
                let says_when = words.iter().any(is_number) || self.capitals[..n_words].contains(&true);
                n_words <= 4 && says_when && words.iter().all(|unit| unit.role != Role::Negation)
            }
            Shape::Money => measures("money_unit_en"),
            Shape::Length => measures("length_unit_en"),
            Shape::Weight => measures("weight_unit_en"),
            Shape::Size => is_one && (is_number(first) || has("size", &first.text)),
            Shape::Digits => words.iter().all(is_number),
            Shape::Email => is_one && first.text.contains('@'),
            Shape::Blood => is_one && has("blood", first.text.trim_end_matches(['+', '-'])),
            Shape::Language | Shape::Animal | Shape::Words => (1..=2).contains(&n_words) && self.capitals[0],
            Shape::Code => is_one && first.kind != Kind::Han,
        };
        (fits && 0 < n_words).then_some(n_words)
    }

    /// A listed city with a capital, and nothing after it that makes it part of another name, or one of several.
    fn city(&self) -> Option<usize> {
        let first = self.units.first()?;
        let (_, n_bytes) = city_at(&self.folded[first.span.start..])?;
        let end = first.span.start + n_bytes;
        let n_units = self.units.iter().take_while(|unit| unit.span.end <= end).count();
        let is_written_so = first.kind == Kind::Han || self.capitals[0];
        let goes_on = self.units.get(n_units).is_some_and(|next| {
            self.capitals[n_units] && next.kind == Kind::Word || matches!(next.text.as_str(), "'s" | "and" | "or")
        });
        (is_written_so && !goes_on && 0 < n_units).then_some(n_units)
    }
}
