//! The fields of an object that came in, taken one by one: each of the right type and in its range, and none besides.
//!
//! By hand and not by serde: the messages say what was needed and what was given, and the code is a tenth of the size.

use crate::sorted::SortedSet;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use super::time::timestamp_of;
use super::value::{MAX_SAFE_INTEGER, describe, invalid, plain, shorten};
use crate::error::MemoryError;
use crate::record::Timestamp;

/// Numbers that a field may hold: the words for them, the least and the most.
pub(super) type Range = (&'static str, f64, f64);

/// An importance, a confidence, a share.
pub(super) const SHARE: Range = ("a number from 0 to 1", 0.0, 1.0);

/// A cosine similarity.
pub(super) const COSINE: Range = ("a number from -1 to 1", -1.0, 1.0);

/// A rate a day.
pub(super) const RATE: Range = ("a number from 0 on", 0.0, f64::MAX);

/// A span of time.
pub(super) const POSITIVE: Range = ("a number above 0", f64::MIN_POSITIVE, f64::MAX);

/// The fields of one object that have not been taken yet.
pub(super) struct Fields {
    what: String,
    path: String,
    given: Map<String, Value>,
    known: Vec<&'static str>,
}

impl Fields {
    /// The fields of an argument that must be an object; a left-out one has none.
    ///
    /// `what` begins an error message: the method's name, or an option's.
    pub(super) fn of(value: &JsValue, what: &str) -> Result<Self, MemoryError> {
        let given = if value.is_undefined() { Value::Object(Map::new()) } else { plain(value, what)? };
        match given {
            Value::Object(given) => Ok(Self::new(what, String::new(), given)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(invalid(what, "", &format!("an object is needed; {} was given", describe(value))))
            }
        }
    }

    fn new(what: &str, path: String, given: Map<String, Value>) -> Self {
        Self { what: what.to_owned(), path, given, known: Vec::new() }
    }

    /// Whether nothing is given.
    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Words about a field that can't be used.
    pub(super) fn problem(&self, name: &str, problem: &str) -> MemoryError {
        let dot = if self.path.is_empty() || name.is_empty() { "" } else { "." };
        invalid(&self.what, &format!("{}{dot}{name}", self.path), problem)
    }

    fn refuse(&self, name: &str, needed: &str, given: &Value) -> MemoryError {
        self.problem(name, &format!("{needed} is needed; {} was given", shorten(&given.to_string())))
    }

    /// A field as it is; one that is `null` counts as left out.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.given.remove(name).filter(|value| !value.is_null())
    }

    /// Reads a field that `null` clears: the inner `None`.
    pub(super) fn or_null<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Self, &'static str) -> Result<Option<T>, MemoryError>,
    ) -> Result<Option<Option<T>>, MemoryError> {
        let is_null = self.given.get(name).is_some_and(Value::is_null);
        let value = read(self, name)?;
        Ok(if is_null { Some(None) } else { value.map(Some) })
    }

    /// Refuses a `null` in any of the fields that are still there.
    pub(super) fn refuse_nulls(&self) -> Result<(), MemoryError> {
        match self.given.iter().find(|(_, value)| value.is_null()) {
            Some((name, _)) => Err(self.problem(name, "null can't clear it")),
            None => Ok(()),
        }
    }

    /// A text.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, MemoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.refuse(name, "a text", &other)),
        }
    }

    /// A text that must be there.
    pub(super) fn needed_text(&mut self, name: &'static str) -> Result<String, MemoryError> {
        self.text(name)?.ok_or_else(|| self.problem(name, "a text is needed; none was given"))
    }

    /// True or false.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<Option<bool>, MemoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(truth)),
            Some(other) => Err(self.refuse(name, "true or false", &other)),
        }
    }

    /// A number within a range.
    pub(super) fn number(&mut self, name: &'static str, range: Range) -> Result<Option<f64>, MemoryError> {
        let (needed, least, most) = range;
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_f64().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.refuse(name, needed, &value))
    }

    /// A whole number from `least` to `most`.
    pub(super) fn whole(&mut self, name: &'static str, least: u32, most: u32) -> Result<Option<u32>, MemoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let within = number.filter(|number| (least..=most).contains(number));
        within.map(Some).ok_or_else(|| self.refuse(name, &format!("a whole number from {least} to {most}"), &value))
    }

    /// A whole number, of any sign, that a JavaScript number holds exactly.
    pub(super) fn integer(&mut self, name: &'static str) -> Result<Option<i64>, MemoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let is_safe = value.as_f64().is_some_and(|number| number.abs() <= MAX_SAFE_INTEGER);
        let number = value.as_i64().filter(|_| is_safe);
        number.map(Some).ok_or_else(|| self.refuse(name, "a safe integer", &value))
    }

    /// A whole number from 1 to 2⁵³ − 1.
    pub(super) fn count(&mut self, name: &'static str) -> Result<Option<u64>, MemoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let within = value.as_f64().is_some_and(|number| (1.0..=MAX_SAFE_INTEGER).contains(&number));
        let number = value.as_u64().filter(|_| within);
        number.map(Some).ok_or_else(|| self.refuse(name, "a whole number from 1 on", &value))
    }

    /// A time.
    pub(super) fn time(&mut self, name: &'static str) -> Result<Option<Timestamp>, MemoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let needed = "a number of milliseconds since 1970, an ISO 8601 text like 2025-06-01T10:00:00Z, or a Date";
        timestamp_of(&value).map(Some).ok_or_else(|| self.refuse(name, needed, &value))
    }

    /// One of the words of an enum.
    pub(super) fn word<'de, T: Deserialize<'de>>(&mut self, name: &'static str) -> Result<Option<T>, MemoryError> {
        self.text(name)?.map(|word| self.known_word(name, &word)).transpose()
    }

    /// Some of the words of an enum.
    pub(super) fn words<'de, T: Deserialize<'de>>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<T>>, MemoryError> {
        let words: Option<Vec<String>> = self.texts(name)?;
        words.map(|words| words.iter().map(|word| self.known_word(name, word)).collect()).transpose()
    }

    fn known_word<'de, T: Deserialize<'de>>(&self, name: &str, word: &str) -> Result<T, MemoryError> {
        // An enum of words alone is read from a text of any lifetime; the error lists the words.
        T::deserialize(StrDeserializer::<Error>::new(word)).map_err(|err| self.problem(name, &err.to_string()))
    }

    /// A list of texts.
    pub(super) fn texts<T: FromIterator<String>>(&mut self, name: &'static str) -> Result<Option<T>, MemoryError> {
        let Some(items) = self.items(name, "a list of texts")? else { return Ok(None) };
        let text = |item: Value| {
            if let Value::String(text) = item {
                return Ok(text);
            }
            Err(self.refuse(name, "a list of texts", &item))
        };
        items.into_iter().map(text).collect::<Result<T, _>>().map(Some)
    }

    /// A list of objects.
    pub(super) fn objects(&mut self, name: &'static str) -> Result<Option<Vec<Self>>, MemoryError> {
        let Some(items) = self.items(name, "a list of objects")? else { return Ok(None) };
        let object = |(index, item): (usize, Value)| {
            if let Value::Object(given) = item {
                return Ok(self.within(&format!("{name}[{index}]"), given));
            }
            Err(self.refuse(name, "a list of objects", &item))
        };
        items.into_iter().enumerate().map(object).collect::<Result<_, _>>().map(Some)
    }

    fn items(&mut self, name: &'static str, needed: &str) -> Result<Option<Vec<Value>>, MemoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(items)) => Ok(Some(items)),
            Some(other) => Err(self.refuse(name, needed, &other)),
        }
    }

    /// An object of the caller's, as it is.
    pub(super) fn data(&mut self, name: &'static str) -> Result<Option<Map<String, Value>>, MemoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Object(data)) => Ok(Some(data)),
            Some(other) => Err(self.refuse(name, "an object", &other)),
        }
    }

    /// The fields of a nested object, where it is given.
    pub(super) fn object(&mut self, name: &'static str) -> Result<Option<Self>, MemoryError> {
        Ok(self.data(name)?.map(|given| self.within(name, given)))
    }

    /// The fields of a nested object; a left-out one has none.
    pub(super) fn object_or_empty(&mut self, name: &'static str) -> Result<Self, MemoryError> {
        Ok(self.object(name)?.unwrap_or_else(|| self.within(name, Map::new())))
    }

    fn within(&self, name: &str, given: Map<String, Value>) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self::new(&self.what, format!("{}{dot}{name}", self.path), given)
    }

    /// Refuses what is left: a field that nobody asked for is a misspelt one.
    pub(super) fn done(self) -> Result<(), MemoryError> {
        let Some(name) = self.given.keys().next() else { return Ok(()) };
        let known: SortedSet<String> = self.known.iter().map(|name| format!("`{name}`")).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        Err(self.problem(name, &format!("no such field; there are {known}")))
    }
}
