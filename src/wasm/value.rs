//! A JavaScript value as plain JSON, or words about why it is none.
//!
//! wasm-bindgen turns a lone surrogate into U+FFFD, and `JSON.stringify` drops functions, without a word. What is to be
//! remembered must not change on the way in, so every value is walked.

use js_sys::{Array, Date, Function, JsString, Object, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

use crate::error::MemoryError;

/// How deep a value may be nested, its own level included; a circle ends here too.
const MAX_DEPTH: u32 = 32;

/// How many values one call may bring. A small object that holds another twice, and so on, unfolds to billions.
const MAX_VALUES: u32 = 2_000_000;

/// Integers up to here, 2⁵³ − 1, are exact in a JavaScript number.
pub(super) const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Characters of a given text that an error message quotes.
const QUOTED: usize = 40;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_namespace = ["Object", "prototype"], js_name = toString)]
    static OBJECT_TO_STRING: Function;
}

/// The value as plain JSON. Dates become milliseconds, except within `metadata`, where only JSON belongs; fields that
/// are `undefined` are left out.
///
/// `what` begins an error message: the method's name, or an option's.
pub(super) fn plain(value: &JsValue, what: &str) -> Result<Value, MemoryError> {
    Walk { what, path: String::new(), n_values: 0 }.value(value, 0, false)
}

/// A string without lone surrogates.
pub(super) fn text(value: &JsValue, what: &str) -> Result<String, MemoryError> {
    match value.dyn_ref::<JsString>() {
        Some(text) => Walk { what, path: String::new(), n_values: 0 }.text(text),
        None => Err(invalid(what, "", &format!("a string is needed; {} was given", describe(value)))),
    }
}

/// The items of an array; `needed` says what is to be given.
pub(super) fn items(value: &JsValue, what: &str, needed: &str) -> Result<Array, MemoryError> {
    if Array::is_array(value) {
        return Ok(Array::from(value));
    }
    Err(invalid(what, "", &format!("{needed} is needed; {} was given", describe(value))))
}

/// Words about an argument that can't be used.
pub(super) fn invalid(what: &str, path: &str, problem: &str) -> MemoryError {
    MemoryError::InvalidInput(if path.is_empty() {
        format!("{what}: {problem}")
    } else {
        format!("{what}: `{path}`: {problem}")
    })
}

/// What was given, in words short enough for a message.
pub(super) fn describe(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return shorten(&format!("{text:?}"));
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    match value.js_typeof().as_string().as_deref() {
        Some("undefined") => "undefined".to_owned(),
        Some("boolean") => if value.is_truthy() { "true" } else { "false" }.to_owned(),
        Some("object") if value.is_null() => "null".to_owned(),
        Some("object") if Array::is_array(value) => "an array".to_owned(),
        Some("object") => format!("an object ({})", tag(value)),
        Some(other) => format!("a {other}"),
        None => "something unknown".to_owned(),
    }
}

/// The beginning of what was given, as much as a message can hold.
pub(super) fn shorten(given: &str) -> String {
    let mut short: String = given.chars().take(QUOTED).collect();
    if short.len() < given.len() {
        short.push('…');
    }
    short
}

/// `Object`, `Date`, `Map` …: the class as the language itself names it, which holds across realms.
fn tag(value: &JsValue) -> String {
    let named = OBJECT_TO_STRING.with(|to_string| to_string.call0(value)).ok().and_then(|name| name.as_string());
    named.map_or_else(String::new, |name| name.trim_start_matches("[object ").trim_end_matches(']').to_owned())
}

/// One walk over one argument.
struct Walk<'a> {
    what: &'a str,
    path: String,
    n_values: u32,
}

impl Walk<'_> {
    fn problem(&self, problem: &str) -> MemoryError {
        invalid(self.what, &self.path, problem)
    }

    fn value(&mut self, value: &JsValue, depth: u32, in_metadata: bool) -> Result<Value, MemoryError> {
        self.n_values += 1;
        if MAX_VALUES < self.n_values {
            return Err(self.problem(&format!("more than {MAX_VALUES} values in one call")));
        }
        if value.is_null() {
            return Ok(Value::Null);
        }
        if let Some(truth) = value.as_bool() {
            return Ok(Value::Bool(truth));
        }
        if let Some(number) = value.as_f64() {
            return self.number(number);
        }
        if let Some(text) = value.dyn_ref::<JsString>() {
            return Ok(Value::String(self.text(text)?));
        }
        if !value.is_object() {
            return Err(self.problem(&format!("{} is no plain JSON", describe(value))));
        }
        if MAX_DEPTH <= depth {
            return Err(self.problem(&format!("nested deeper than {MAX_DEPTH} levels, or in a circle")));
        }
        if Array::is_array(value) {
            return self.array(value.unchecked_ref(), depth, in_metadata);
        }
        match tag(value).as_str() {
            "Object" => self.object(value.unchecked_ref(), depth, in_metadata),
            "Date" if in_metadata => {
                Err(self.problem("a Date is no plain JSON; write its number of milliseconds or its toISOString()"))
            }
            "Date" => self.date(value.unchecked_ref()),
            other => Err(self.problem(&format!("{other} is no plain JSON"))),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "only integers up to 2⁵³ are cast")]
    fn number(&self, number: f64) -> Result<Value, MemoryError> {
        if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER {
            return Ok(Value::Number((number as i64).into()));
        }
        let finite = Number::from_f64(number);
        finite.map(Value::Number).ok_or_else(|| self.problem(&format!("{number} is not a finite number")))
    }

    fn date(&self, date: &Date) -> Result<Value, MemoryError> {
        let millis = date.get_time();
        if millis.is_nan() { Err(self.problem("this Date is invalid")) } else { self.number(millis) }
    }

    fn text(&self, text: &JsString) -> Result<String, MemoryError> {
        let converted = String::from(text);
        // Only what holds the replacement character can have lost something: the slow look is for those.
        if converted.contains(char::REPLACEMENT_CHARACTER) {
            let mut at = 0;
            for unit in char::decode_utf16(text.iter()) {
                match unit {
                    Ok(character) => at += character.len_utf16(),
                    Err(lone) => {
                        let unit = lone.unpaired_surrogate();
                        let words =
                            format!("the text has half a surrogate pair (U+{unit:04X}) at UTF-16 position {at}");
                        return Err(self.problem(&words));
                    }
                }
            }
        }
        Ok(converted)
    }

    fn array(&mut self, array: &Array, depth: u32, in_metadata: bool) -> Result<Value, MemoryError> {
        let mut values = Vec::new();
        let here = self.path.len();
        for (index, item) in array.iter().enumerate() {
            self.path.push_str(&format!("[{index}]"));
            values.push(self.value(&item, depth + 1, in_metadata)?);
            self.path.truncate(here);
        }
        Ok(Value::Array(values))
    }

    fn object(&mut self, object: &Object, depth: u32, in_metadata: bool) -> Result<Value, MemoryError> {
        let mut fields = Map::new();
        let here = self.path.len();
        for key in Object::keys(object).iter() {
            let name = self.text(key.unchecked_ref())?;
            if !self.path.is_empty() {
                self.path.push('.');
            }
            self.path.push_str(&name);
            if name == "__proto__" {
                return Err(self.problem("a field of that name would change what the object is"));
            }
            let field = Reflect::get(object, &key)
                .map_err(|thrown| self.problem(&format!("reading it threw {}", describe(&thrown))))?;
            if !field.is_undefined() {
                let inner = self.value(&field, depth + 1, in_metadata || name == "metadata")?;
                fields.insert(name, inner);
            }
            self.path.truncate(here);
        }
        Ok(Value::Object(fields))
    }
}
