//! What values look like in Chinese.

use crate::annotate::attribute::sentences::Shape;
use crate::annotate::attribute::value::{city_at, is_money_sign, is_organisation};
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{Reading, is_number};
use crate::text::letters::is_han;
use crate::text::unit::Unit;

/// How many bytes at the start of a folded text are a value of `shape`; `None` where it has another shape.
pub(super) fn value(shape: Shape, text: &str) -> Option<usize> {
    let ended = text.trim_end_matches(['了', '啦', ' ']);
    let n_letters = ended.chars().count();
    let fits = match shape {
        Shape::City => return city(text),
        Shape::Single | Shape::Married => return ended.is_empty().then_some(0),
        Shape::Person => is_name(ended, n_letters),
        Shape::Organisation | Shape::Workplace | Shape::School => is_organisation(ended, n_letters),
        Shape::Date => n_letters <= 14 && (is_dated(ended) || ended.starts_with('周')),
        Shape::Money => measures(ended, "money_unit"),
        Shape::Length => measures(ended, "length_unit"),
        Shape::Weight => measures(ended, "weight_unit"),
        Shape::Size => measures(ended, "size_unit") || has("size", ended),
        Shape::Digits => 2 < n_letters && ended.chars().all(|letter| letter.is_ascii_digit() || "-+ ".contains(letter)),
        Shape::Email => ended.contains('@') && !ended.contains(' '),
        Shape::Blood => has("blood", ended.trim_end_matches('型')),
        Shape::Language => (2..=5).contains(&n_letters) && ended.ends_with(['语', '话', '文']),
        Shape::Code => n_letters <= 24 && ended.bytes().all(|byte| byte.is_ascii_graphic()),
        Shape::Animal => n_letters == 1 && ended.chars().all(is_han),
        Shape::Words => {
            let is_word = |letter: char| is_han(letter) || letter.is_ascii_alphanumeric();
            (2..=8).contains(&n_letters) && ended.chars().all(is_word) && !ended.contains(['的', '很', '太'])
        }
    };
    (fits && !ended.is_empty()).then_some(ended.len())
}

/// Whether a text is a number with nothing but units of a group, written before or behind it.
fn measures(text: &str, units: &'static str) -> bool {
    let words = Reading::of(text).units;
    let is_amount = |unit: &Unit| is_number(unit) || is_money_sign(unit);
    words.first().is_some_and(is_amount) && words.iter().all(|unit| is_amount(unit) || has(units, &unit.text))
}

/// A month and a day, a year, or an hour.
fn is_dated(text: &str) -> bool {
    let has_number = Reading::of(text).units.iter().any(is_number);
    has_number && text.contains(['月', '日', '号', '年', '点'])
}

/// A city, perhaps after its province or before its district; not a street or a university that has its name.
fn city(text: &str) -> Option<usize> {
    let mut start = 0;
    while let Some(province) = group("province").find(|province| text[start..].starts_with(province)) {
        start += province.len();
        if city_at(&text[start..]).is_some() {
            break;
        }
    }
    let (_, n_bytes) = city_at(&text[start..])?;
    let end = start + n_bytes;
    let rest = text[end..].trim_start_matches('市');
    let is_street = group("street").any(|word| rest.starts_with(word));
    let is_place = rest.chars().count() <= 8
        && !rest.starts_with(['的', '和', '与', '、', '人', '话', '菜'])
        && !rest.contains("大学");
    let is_joined = rest.contains(['和', '与', '、']);
    (!is_street && is_place && !is_joined).then_some(end)
}

fn is_name(name: &str, n_letters: usize) -> bool {
    let han = (2..=4).contains(&n_letters) && name.chars().all(is_han);
    let latin =
        n_letters <= 24 && name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.chars().any(is_han);
    let opens = ['了', '我', '他', '她', '你', '用', '人', '救', '外', '车', '醒', '作', '什', '一', '大', '做'];
    (han || latin) && !name.starts_with(opens)
}
