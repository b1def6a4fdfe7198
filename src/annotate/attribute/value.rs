//! What a value looks like, and when two are one.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::annotate::lists::{CITIES, group, has, lines};
use crate::annotate::reading::Reading;
use crate::text::letters::is_han;
use crate::text::normalize::fold;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Whether two values of one key are the same: folded, a city by any of its names, and numbers by what they are.
///
/// ```
/// use palimpsest::annotate::same_value;
/// assert!(same_value("上海", "Shanghai") && same_value("4500元", "四千五百元"));
/// assert!(!same_value("上海", "杭州"));
/// ```
#[must_use]
pub fn same_value(one: &str, other: &str) -> bool {
    let (one, other) = (fold(one), fold(other));
    if one == other {
        return true;
    }
    let city = |value: &str| city_at(value).filter(|(_, n_bytes)| *n_bytes == value.len()).map(|(city, _)| city);
    if let (Some(one), Some(other)) = (city(&one), city(&other)) {
        return one == other;
    }
    let stems = |value: &str| -> Vec<String> {
        Reading::of(value).units.into_iter().filter(|unit| !is_light(unit)).map(|unit| plain_unit(unit.stem)).collect()
    };
    let (one, other) = (stems(&one), stems(&other));
    !one.is_empty() && one == other
}

fn is_light(unit: &Unit) -> bool {
    matches!(unit.text.as_str(), "the" | "a" | "an" | "市" | "of" | "the user")
}

/// One word for units that are written in several ways.
fn plain_unit(stem: String) -> String {
    match stem.as_str() {
        "块" | "块钱" => "元".to_owned(),
        "号" => "日".to_owned(),
        "公分" | "厘米" => "cm".to_owned(),
        "公斤" | "千克" => "kg".to_owned(),
        _ => stem,
    }
}

/// The city with whose name `text`, folded, begins: its first name, and the bytes of the one that stands there.
pub(in crate::annotate) fn city_at(text: &str) -> Option<(&'static str, usize)> {
    // FxHash: looked up by letter only, never walked. By the first letter of a name: the city's first name, and this one.
    static NAMES: OnceLock<FxHashMap<char, Vec<(&'static str, &'static str)>>> = OnceLock::new();
    let read = || {
        let mut names: FxHashMap<char, Vec<(&'static str, &'static str)>> = FxHashMap::default();
        for line in lines(CITIES) {
            let first = line.split(' ').next().unwrap_or(line);
            for name in line.split(' ') {
                names.entry(name.chars().next().unwrap_or_default()).or_default().push((first, name));
            }
        }
        names
    };
    let names = NAMES.get_or_init(read).get(&text.chars().next()?)?.iter().copied();
    let fits = names.filter(|(_, name)| {
        let mut rest = Some(text);
        for (nth, word) in name.split('_').enumerate() {
            let here = if nth == 0 { rest } else { rest.and_then(|rest| rest.strip_prefix(' ')) };
            rest = here.and_then(|rest| rest.strip_prefix(word));
        }
        let is_han_name = name.ends_with(is_han);
        rest.is_some_and(|rest| is_han_name || !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
    });
    fits.max_by_key(|(_, name)| name.len()).map(|(first, name)| (first, name.len()))
}

/// How many bytes at the start of a folded Chinese text are a value of `shape`; `None` where it has another shape.
pub(super) fn chinese(shape: &str, text: &str) -> Option<usize> {
    let ended = text.trim_end_matches(['了', '啦', ' ']);
    let n_letters = ended.chars().count();
    let is_word = ended.chars().all(|letter| is_han(letter) || letter.is_ascii_alphanumeric() || " -+.".contains(letter));
    let numbers = Reading::of(ended);
    let starts_with_number = numbers.units.first().is_some_and(|first| first.role == Role::Number || is_money_sign(first));
    let rest_is = |units: &[&str]| {
        let is_counted = |unit: &Unit| unit.role == Role::Number || is_money_sign(unit) || units.contains(&unit.text.as_str());
        starts_with_number && numbers.units.iter().all(is_counted)
    };
    let fits = match shape {
        "city" => return chinese_city(text),
        "person" => is_name(ended, n_letters),
        "org" | "school" => is_organisation(ended, n_letters),
        "date" => n_letters <= 14 && (is_dated(&numbers.units) || ended.starts_with(['周', '月'])),
        "money" => rest_is(&["元", "块", "万", "千", "块钱", "美元", "欧元", "英镑", "日元", "k", "人民币", "每月", "左右", "/", "月"]),
        "cm" => rest_is(&["厘米", "cm", "公分", "厘", "米"]) && !ended.contains("米") || ended.ends_with("厘米") && rest_is(&["厘", "米", "厘米"]),
        "kg" => rest_is(&["公斤", "kg", "斤", "千克", "千", "克"]),
        "size" => rest_is(&["码", "号"]) || matches!(ended, "s" | "m" | "l" | "xl" | "xxl"),
        "digits" => 2 < n_letters && ended.chars().all(|letter| letter.is_ascii_digit() || "-+ ".contains(letter)),
        "email" => ended.contains('@') && !ended.contains(' '),
        "blood" => matches!(ended.trim_end_matches('型'), "a" | "b" | "ab" | "o"),
        "language" => 2 <= n_letters && n_letters <= 5 && ended.ends_with(['语', '话', '文']),
        "version" | "secret" => n_letters <= 24 && ended.bytes().all(|byte| byte.is_ascii_graphic()),
        "word2" => is_word && n_letters == 1,
        "word4" => is_word && (2..=8).contains(&n_letters) && !ended.contains(['的', '很', '太']),
        "single" | "married" => ended.is_empty(),
        _ => false,
    };
    fits.then_some(ended.len())
}

fn is_money_sign(unit: &Unit) -> bool {
    matches!(unit.text.as_str(), "$" | "€" | "£" | "¥" | "rs" | "usd" | "eur")
}

/// A month and a day, a weekday, or an hour.
fn is_dated(units: &[Unit]) -> bool {
    let says = |words: &[&str]| units.iter().any(|unit| words.contains(&unit.text.as_str()));
    units.iter().any(|unit| unit.role == Role::Number) && says(&["月", "日", "号", "年", "点"])
}

/// A city, perhaps after its province or before its district; not a street or a university that has its name.
fn chinese_city(text: &str) -> Option<usize> {
    const PROVINCES: &[&str] = &[
        "河北", "山西", "辽宁", "吉林", "黑龙江", "江苏", "浙江", "安徽", "福建", "江西", "山东", "河南", "湖北", "湖南", "广东",
        "海南", "四川", "贵州", "云南", "陕西", "甘肃", "青海", "台湾", "内蒙古", "广西", "西藏", "宁夏", "新疆", "日本", "韩国",
        "美国", "英国", "法国", "德国", "意大利", "西班牙", "加拿大", "澳大利亚", "泰国", "省",
    ];
    let mut start = 0;
    while let Some(province) = PROVINCES.iter().find(|province| text[start..].starts_with(**province)) {
        start += province.len();
        if city_at(&text[start..]).is_some() {
            break;
        }
    }
    let (_, n_bytes) = city_at(&text[start..])?;
    let end = start + n_bytes;
    let rest = text[end..].trim_start_matches('市');
    let is_street = group("street").any(|word| rest.starts_with(word));
    let is_place = rest.chars().count() <= 8 && !rest.starts_with(['的', '和', '与', '、', '人', '话', '菜']) && !rest.contains("大学");
    let is_joined = rest.contains(['和', '与', '、']);
    (!is_street && is_place && !is_joined && start == 0 || !is_street && is_place && !is_joined && n_bytes > 0)
        .then_some(end)
}

fn is_name(name: &str, n_letters: usize) -> bool {
    let han = (2..=4).contains(&n_letters) && name.chars().all(is_han);
    let latin = n_letters <= 24 && name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.chars().any(is_han);
    let opens = ['了', '我', '他', '她', '你', '用', '人', '救', '外', '车', '醒', '作', '什', '一', '大', '做'];
    (han || latin) && !name.starts_with(opens)
}

fn is_organisation(name: &str, n_letters: usize) -> bool {
    let is_generic = has("generic_org", name) || name.contains(['的', '和', '家', '个', '某', '、', '里', '上']);
    let is_city = city_at(name).is_some_and(|(_, n_bytes)| name[n_bytes..].trim_matches('市').is_empty());
    (2..=12).contains(&n_letters) && !is_generic && !is_city && name.chars().all(|letter| is_han(letter) || letter.is_ascii_alphanumeric() || letter == ' ')
}

/// How many of `units`, English words after a frame, are a value of `shape`. `is_capital` tells of a unit whether it is written so.
pub(super) fn english(shape: &str, units: &[Unit], folded: &str, is_capital: impl Fn(usize) -> bool) -> Option<usize> {
    let first = units.first()?;
    let stops = |unit: &Unit| {
        matches!(unit.text.as_str(), "with" | "and" | "since" | "as" | "at" | "in" | "for" | "because" | "where" | "who" | "which" | "that" | "when"
            | "from" | "on" | "by" | "now" | "these" | "but" | "again" | "near")
    };
    let n_units = units.iter().position(stops).unwrap_or(units.len());
    let capitals = (0..n_units).take_while(|at| is_capital(*at) || units[*at].text == "&").count();
    let is_number = |unit: &Unit| unit.role == Role::Number;
    let rest = || units[..n_units].iter();
    let only = |words: &[&str]| rest().any(is_number) && rest().all(|unit| is_number(unit) || is_money_sign(unit) || words.contains(&unit.text.as_str()));
    let (length, fits) = match shape {
        "city" => return english_city(units, folded, is_capital),
        "person" => (capitals, (1..=3).contains(&capitals) && capitals == n_units),
        "org" => (capitals, (1..=4).contains(&capitals) && capitals == n_units && city_at(&folded[first.span.start..]).is_none()),
        "school" => {
            let is_school = rest().any(|unit| matches!(unit.text.as_str(), "university" | "school" | "college" | "primary" | "academy"));
            (n_units, is_school && capitals == n_units)
        }
        "date" => (n_units, n_units <= 4 && (rest().any(is_number) || rest().any(|unit| is_capital(unit_index(units, unit)))) && !rest().any(|unit| unit.text == "not")),
        "money" => (n_units, only(&["a", "per", "month", "monthly", "euro", "euros", "dollar", "dollars", "pounds", "k", "each", "/"])),
        "cm" => (n_units, only(&["cm", "centimetres", "centimeters"])),
        "kg" => (n_units, only(&["kg", "kilos", "kilograms", "pounds", "lbs"])),
        "size" => (n_units, n_units == 1 && (is_number(first) || matches!(first.text.as_str(), "s" | "m" | "l" | "xl" | "xxl"))),
        "digits" => (n_units, rest().all(is_number)),
        "email" => (1, n_units == 1 && first.text.contains('@')),
        "blood" => (1, n_units == 1 && matches!(first.text.trim_end_matches(['+', '-']), "a" | "b" | "ab" | "o")),
        "language" | "word2" => (n_units, (1..=2).contains(&n_units) && is_capital(0)),
        "version" | "secret" => (1, n_units == 1 && first.kind != Kind::Han),
        _ => return None,
    };
    (fits && 0 < length).then_some(length)
}

fn unit_index(units: &[Unit], unit: &Unit) -> usize {
    units.iter().position(|other| other.span == unit.span).unwrap_or(0)
}

/// A listed city with a capital, and nothing after it that makes it part of another name.
fn english_city(units: &[Unit], folded: &str, is_capital: impl Fn(usize) -> bool) -> Option<usize> {
    let first = units.first()?;
    let (_, n_bytes) = city_at(&folded[first.span.start..])?;
    let end = first.span.start + n_bytes;
    let n_units = units.iter().take_while(|unit| unit.span.end <= end).count();
    let is_han_name = first.kind == Kind::Han;
    let goes_on = units.get(n_units).is_some_and(|next| is_capital(n_units) && next.kind == Kind::Word || next.text == "'s" || next.text == "and" || next.text == "or");
    ((is_han_name || is_capital(0)) && !goes_on && 0 < n_units).then_some(n_units)
}
