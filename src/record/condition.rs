//! A condition on a field of a caller's data.

use std::cmp::Ordering;

use serde_json::Value;

/// A condition on a field of a caller's data. A field that is missing is equal to nothing, less or greater than nothing, and in no list.
///
/// Numbers are equal and ordered by what they are worth, however they are written; texts are ordered letter by letter, by code point. Values of two
/// types are never ordered, and nothing else is.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It is this value.
    Eq(Value),
    /// It is not this value; a missing field is not.
    Ne(Value),
    /// It is greater.
    Gt(Value),
    /// It is greater, or equal.
    Gte(Value),
    /// It is less.
    Lt(Value),
    /// It is less, or equal.
    Lte(Value),
    /// It is one of these.
    In(Vec<Value>),
    /// It is none of these; a missing field is none.
    Nin(Vec<Value>),
    /// It is a list that has this value, or a text that has this text in it.
    Contains(Value),
}

impl Condition {
    /// Whether it holds of a field.
    #[must_use]
    pub fn holds(&self, found: Option<&Value>) -> bool {
        let order = |value: &Value| found.and_then(|found| order(found, value));
        let is = |value: &Value| found.is_some_and(|found| are_equal(found, value));
        match self {
            Self::Eq(value) => is(value),
            Self::Ne(value) => !is(value),
            Self::Gt(value) => order(value) == Some(Ordering::Greater),
            Self::Gte(value) => order(value).is_some_and(Ordering::is_ge),
            Self::Lt(value) => order(value) == Some(Ordering::Less),
            Self::Lte(value) => order(value).is_some_and(Ordering::is_le),
            Self::In(values) => values.iter().any(is),
            Self::Nin(values) => !values.iter().any(is),
            Self::Contains(value) => match (found, value) {
                (Some(Value::Array(items)), value) => items.iter().any(|item| are_equal(item, value)),
                (Some(Value::String(text)), Value::String(part)) => text.contains(part.as_str()),
                _ => false,
            },
        }
    }
}

/// Whether two values are one; numbers by what they are worth.
fn are_equal(one: &Value, other: &Value) -> bool {
    one == other || order(one, other) == Some(Ordering::Equal)
}

/// How two numbers or two texts stand to each other.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Number(one), Value::Number(other)) => match (whole(one), whole(other)) {
            // Beyond 2⁵³ a float no longer tells neighbours apart.
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
        },
        _ => None,
    }
}

fn whole(number: &serde_json::Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(condition: &Condition, holds_of: &[Value], not_of: &[Value]) {
        for found in holds_of {
            assert!(condition.holds(Some(found)), "{condition:?} of {found}");
        }
        for found in not_of {
            assert!(!condition.holds(Some(found)), "{condition:?} of {found}");
        }
    }

    #[test]
    fn values_are_compared_by_what_they_are_worth_and_never_across_types() {
        use Condition::{Contains, Eq, Gt, Gte, In, Lt, Lte, Ne, Nin};
        check(&Eq(json!(1)), &[json!(1), json!(1.0)], &[json!("1"), json!(true), json!(null), json!([1])]);
        check(&Ne(json!("茶")), &[json!("咖啡"), json!(null), json!(["茶"])], &[json!("茶")]);
        check(&Gt(json!(2)), &[json!(2.5), json!(u64::MAX)], &[json!(2), json!("3"), json!(null), json!([3])]);
        check(&Gte(json!(2)), &[json!(2), json!(2.0)], &[json!(1.9), json!(true)]);
        check(&Lt(json!("2025-06-01")), &[json!("2025-05-31")], &[json!("2025-06-01"), json!(2024)]);
        check(&Lte(json!(-1)), &[json!(-1), json!(i64::MIN)], &[json!(0)]);
        check(&In(vec![json!("a"), json!(2)]), &[json!("a"), json!(2.0)], &[json!("b"), json!(["a"])]);
        check(&Nin(vec![json!("a")]), &[json!("b"), json!(null)], &[json!("a")]);
        check(
            &Contains(json!("绿茶")),
            &[json!("喜欢绿茶"), json!(["绿茶", 1])],
            &[json!("茶"), json!(["茶"]), json!(5)],
        );
        check(&Contains(json!(1)), &[json!([1.0])], &[json!("1"), json!(1), json!({"1": 1})]);
        check(&In(vec![]), &[], &[json!(1), json!(null)]);
        check(
            &Eq(json!(9_007_199_254_740_993_i64)),
            &[json!(9_007_199_254_740_993_i64)],
            &[json!(9_007_199_254_740_992_i64)],
        );
    }

    #[test]
    fn a_missing_field_is_only_unequal() {
        use Condition::{Contains, Eq, Gt, Gte, In, Lt, Lte, Ne, Nin};
        let value = json!(null);
        for condition in [Ne(value.clone()), Nin(vec![value.clone()])] {
            assert!(condition.holds(None), "{condition:?}");
        }
        for condition in [
            Eq(value.clone()),
            Gt(json!(0)),
            Gte(json!(0)),
            Lt(json!(0)),
            Lte(json!(0)),
            In(vec![value.clone()]),
            Contains(value),
        ] {
            assert!(!condition.holds(None), "{condition:?}");
        }
    }
}
