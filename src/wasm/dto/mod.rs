//! The shapes that cross the edge: what comes in is read strictly, what goes out is what the generated types say.

mod answer;
mod event;
mod input;
mod number;
mod policy;
mod query;
mod record;
mod time;

pub(super) use answer::{Decision, Forgotten, Hit, Stats, Undone};
pub(super) use event::{JournalEntry, MemoryEvent};
pub(super) use input::{RememberInput, patch};
pub(super) use policy::PolicyOptions;
pub(super) use query::{forget_target, journal_page, list_input, recall_input, scope};
pub(super) use record::MemoryRecord;
pub(super) use time::timestamp;

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use super::error::internal;
use super::value::{describe, invalid, plain};
use crate::error::MemoryError;
use crate::record::{JournalId, RecordId};

/// Reads an argument that must be an object; a left-out one counts as `{}`.
pub(super) fn read<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, MemoryError> {
    from_fields(fields(value, what)?, what)
}

/// The fields of an argument that must be an object; a left-out one has none.
pub(super) fn fields(value: &JsValue, what: &str) -> Result<Map<String, Value>, MemoryError> {
    if value.is_undefined() {
        return Ok(Map::new());
    }
    match plain(value, what)? {
        Value::Object(fields) => Ok(fields),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(invalid(what, "", &format!("an object is needed; {} was given", describe(value))))
        }
    }
}

/// Reads the fields of an object, every one of them known and of the right type.
pub(super) fn from_fields<T: DeserializeOwned>(fields: Map<String, Value>, what: &str) -> Result<T, MemoryError> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|err| {
        let path = err.path().to_string();
        invalid(what, if path == "." { "" } else { &path }, &err.inner().to_string())
    })
}

/// Refuses options of the interface that this version does not have, rather than leave them without effect.
pub(super) fn refuse_unbuilt(fields: &mut Map<String, Value>, names: &[&str], what: &str) -> Result<(), MemoryError> {
    for name in names {
        if fields.remove(*name).is_some_and(|value| value != Value::Bool(false)) {
            return Err(invalid(what, name, "not available in this version"));
        }
    }
    Ok(())
}

/// The value as JavaScript sees it; the one way out.
pub(super) fn show<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|err| internal(&err.to_string()))
}

/// A record's name; what is no name of a record names none.
pub(super) fn record_id(text: &str) -> Result<RecordId, MemoryError> {
    text.parse().map_err(|_| MemoryError::NotFound { what: "record", id: text.to_owned() })
}

/// A journal entry's name; what is no name of an entry names none.
pub(super) fn journal_id(text: &str) -> Result<JournalId, MemoryError> {
    /// Hexadecimal digits of a name.
    const DIGITS: usize = 16;
    let named = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = if named { text.parse().ok() } else { None };
    id.ok_or_else(|| MemoryError::NotFound { what: "journal entry", id: text.to_owned() })
}

/// Reads a nested object. Without this, serde would take a list of the fields' values in their order for one.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    struct ObjectOnly<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectOnly<T> {
        type Value = Option<T>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }
    }
    deserializer.deserialize_any(ObjectOnly(PhantomData))
}

/// Reads a field of a patch that `null` does not clear.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
