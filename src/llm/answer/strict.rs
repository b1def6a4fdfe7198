//! One JSON value at the beginning of a text, read without leniency.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{AnswerError, MAX_ANSWER_DEPTH};

/// Names that mean something else in JavaScript.
const FORBIDDEN_KEYS: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// The value that the text begins with, and its length in bytes; `None` where it begins with a bracket of prose: one that is
/// followed by no name, no text and no object or array.
///
/// # Errors
/// When it begins as JSON and is refused. Parts of it are then not looked at: half an answer is none.
pub(super) fn first_value(text: &str) -> Result<Option<(Value, usize)>, AnswerError> {
    let state = State::default();
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Strict { state: &state, depth: 0 }.deserialize(&mut reader);
    let length = reader.into_iter::<Value>().byte_offset();
    match (read, state.refusal.into_inner()) {
        (Ok(value), _) => Ok(Some((value, length))),
        (Err(_), Some(refusal)) => Err(refusal),
        (Err(err), None) if state.is_json.get() => Err(AnswerError::Malformed(err.to_string())),
        (Err(_), None) => Ok(None),
    }
}

/// What is noticed while a value is read.
#[derive(Default)]
struct State {
    refusal: RefCell<Option<AnswerError>>,
    /// Whether something was read that prose does not have behind a bracket: a name, a text, a whole value inside another.
    is_json: Cell<bool>,
}

impl State {
    fn refuse<E: Error>(&self, refusal: AnswerError) -> E {
        let err = E::custom(&refusal);
        *self.refusal.borrow_mut() = Some(refusal);
        err
    }
}

/// Reads a value that stands in `depth` others.
#[derive(Clone, Copy)]
struct Strict<'a> {
    state: &'a State,
    depth: usize,
}

impl Strict<'_> {
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.depth == MAX_ANSWER_DEPTH {
            return Err(self.state.refuse(AnswerError::TooDeep));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    fn leave(self) {
        if 0 < self.depth {
            self.state.is_json.set(true);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        self.state.is_json.set(true);
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(inner)? {
            values.push(value);
        }
        self.leave();
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            self.state.is_json.set(true);
            if FORBIDDEN_KEYS.contains(&key.as_str()) {
                return Err(self.state.refuse(AnswerError::ForbiddenKey(key)));
            }
            if map.contains_key(&key) {
                return Err(self.state.refuse(AnswerError::DuplicateKey(key)));
            }
            let value = entries.next_value_seed(inner)?;
            map.insert(key, value);
        }
        self.leave();
        Ok(Value::Object(map))
    }
}
