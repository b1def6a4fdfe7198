//! Which records are wanted, as it comes in.

use serde_json::Value;

use crate::error::MemoryError;
use crate::record::{Condition, Filter, Span};
use crate::wasm::fields::Fields;

const OPERATORS: &str = "a text, a number, true, false or null is needed, or an object of some of eq, ne, gt, gte, lt, lte, in, nin and contains";
const PLAIN: &str = "a text, a number, true, false or null is needed";
const ORDERED: &str = "a number or a text is needed";
const LIST: &str = "a list of texts, numbers, true, false or null is needed";

/// A filter, checked. One in another may be nested as deep as data may.
pub(super) fn filter_of(mut given: Fields) -> Result<Filter, MemoryError> {
    let parts = |given: Option<Vec<Fields>>| given.map(|parts| parts.into_iter().map(filter_of).collect()).transpose();
    let metadata = given.data("metadata")?.unwrap_or_default();
    let conditions = metadata.iter().map(|(field, value)| match conditions_of(value) {
        Ok(conditions) => Ok((field.clone(), conditions)),
        Err((operator, problem)) => {
            let dot = if operator.is_empty() { "" } else { "." };
            Err(given.problem(&["metadata.", field, dot, operator].concat(), problem))
        }
    });
    let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
    let filter = Filter {
        kinds: given.words("kinds")?,
        tags: given.texts("tags")?,
        status: given.word("status")?,
        tier: given.word("tier")?,
        topic: given.text("topic")?,
        key: given.text("key")?,
        subject: given.text("subject")?,
        metadata: (!conditions.is_empty()).then(|| conditions.into_iter().collect()),
        observed: given.object("observed")?.map(span_of).transpose()?,
        and: parts(given.objects("and")?)?.unwrap_or_default(),
        or: parts(given.objects("or")?)?,
        not: given.object("not")?.map(filter_of).transpose()?.map(Box::new),
    };
    given.done()?;
    Ok(filter)
}

fn span_of(mut given: Fields) -> Result<Span, MemoryError> {
    let span = Span { from: given.time("from")?, to: given.time("to")? };
    given.done()?;
    Ok(span)
}

/// The conditions on one field, or the operator that can't be used and why.
fn conditions_of(value: &Value) -> Result<Vec<Condition>, (&str, &'static str)> {
    match value {
        Value::Object(operators) if operators.is_empty() => Err(("", OPERATORS)),
        Value::Object(operators) => operators.iter().map(|(name, value)| condition_of(name, value)).collect(),
        Value::Array(_) => Err(("", OPERATORS)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(vec![Condition::Eq(value.clone())]),
    }
}

fn condition_of<'a>(name: &'a str, value: &Value) -> Result<Condition, (&'a str, &'static str)> {
    let of_one = |make: fn(Value) -> Condition, fits: fn(&Value) -> bool, needed| {
        if fits(value) { Ok(make(value.clone())) } else { Err((name, needed)) }
    };
    let items = value.as_array().filter(|items| items.iter().all(is_plain));
    let of_list = |make: fn(Vec<Value>) -> Condition| items.cloned().map(make).ok_or((name, LIST));
    match name {
        "eq" => of_one(Condition::Eq, is_plain, PLAIN),
        "ne" => of_one(Condition::Ne, is_plain, PLAIN),
        "gt" => of_one(Condition::Gt, is_ordered, ORDERED),
        "gte" => of_one(Condition::Gte, is_ordered, ORDERED),
        "lt" => of_one(Condition::Lt, is_ordered, ORDERED),
        "lte" => of_one(Condition::Lte, is_ordered, ORDERED),
        "contains" => of_one(Condition::Contains, is_plain, PLAIN),
        "in" => of_list(Condition::In),
        "nin" => of_list(Condition::Nin),
        _ => Err((name, OPERATORS)),
    }
}

fn is_plain(value: &Value) -> bool {
    !value.is_object() && !value.is_array()
}

fn is_ordered(value: &Value) -> bool {
    value.is_number() || value.is_string()
}
