//! Messages of a conversation, as they come in.

use js_sys::{Array, Reflect};
use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record::{Message, ObserveInput, PartKind, Role, SourceKind};
use crate::wasm::fields::{Fields, SHARE};
use crate::wasm::time::timestamp_of;
use crate::wasm::value::{describe, invalid, items, plain, shorten};

/// What error messages call the method.
const WHAT: &str = "observe";

/// Messages and options, checked.
pub(in crate::wasm) fn observe_input(messages: &JsValue, options: &JsValue) -> Result<ObserveInput, MemoryError> {
    let given = items(messages, WHAT, "an array of messages")?;
    let read = |(at, message): (usize, JsValue)| message_of(&message, &format!("{WHAT}: message {at}"));
    let messages = given.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    let mut options = Fields::of(options, WHAT)?;
    let sources: Option<Vec<SourceKind>> = options.words("sources")?;
    let trust = options.number("trust", SHARE)?;
    options.done()?;
    Ok(ObserveInput { messages, sources: sources.unwrap_or_else(|| vec![SourceKind::User]), trust })
}

/// One message. Fields that are none of ours are not even looked at: messages are handed on as a model was given them, with whatever else they hold.
fn message_of(message: &JsValue, what: &str) -> Result<Message, MemoryError> {
    if !message.is_object() || Array::is_array(message) {
        return Err(needed(what, "", "an object", &describe(message)));
    }
    let role = plain_field(message, "role", what)?;
    let Some(role) = role.as_str().and_then(Role::named) else {
        let roles = "one of user, assistant, system, developer, tool, function and data";
        return Err(needed(what, "role", roles, &shown(&role)));
    };
    let mut name = "content";
    let mut content = field(message, name, what)?;
    if content.is_undefined() {
        let parts = field(message, "parts", what)?;
        if !parts.is_undefined() {
            (name, content) = ("parts", parts);
        }
    }
    let content =
        if content.is_undefined() && role.may_be_silent() { String::new() } else { content_of(&content, name, what)? };
    let id = plain_field(message, "id", what)?;
    if !id.is_null() && !id.is_string() {
        return Err(needed(what, "id", "a text", &shown(&id)));
    }
    let at = plain_field(message, "at", what)?;
    let time = timestamp_of(&at);
    if !at.is_null() && time.is_none() {
        return Err(needed(what, "at", "a time", &shown(&at)));
    }
    Ok(Message { role, content, id: id.as_str().map(str::to_owned), at: time })
}

/// The text of a content: itself, or that of its parts which are texts.
fn content_of(content: &JsValue, name: &str, what: &str) -> Result<String, MemoryError> {
    if content.is_null() {
        return Ok(String::new());
    }
    if content.is_string() {
        return text_of(content, name, what);
    }
    if !Array::is_array(content) {
        return Err(needed(what, name, "a text, or an array of parts", &describe(content)));
    }
    let mut texts = Vec::new();
    for (nth, part) in Array::from(content).iter().enumerate() {
        let name = format!("{name}[{nth}]");
        let text = if part.is_object() {
            let kind = plain_field(&part, "type", what)?;
            match kind.as_str().and_then(PartKind::named) {
                Some(PartKind::Other) => continue,
                Some(PartKind::Text) => field(&part, "text", what)?,
                None => JsValue::UNDEFINED,
            }
        } else {
            part.clone()
        };
        if !text.is_string() {
            return Err(needed(what, &name, "a part with a `type`, and of a text its `text`,", &describe(&part)));
        }
        texts.push(text_of(&text, &name, what)?);
    }
    Ok(texts.join("\n"))
}

fn text_of(text: &JsValue, name: &str, what: &str) -> Result<String, MemoryError> {
    crate::wasm::value::text(text, &format!("{what}: `{name}`"))
}

/// A field's value, `undefined` where there is none.
fn field(object: &JsValue, name: &str, what: &str) -> Result<JsValue, MemoryError> {
    Reflect::get(object, &JsValue::from(name))
        .map_err(|thrown| invalid(what, name, &format!("reading it threw {}", describe(&thrown))))
}

/// A field's value as plain JSON, `null` where there is none.
fn plain_field(object: &JsValue, name: &str, what: &str) -> Result<Value, MemoryError> {
    let value = field(object, name, what)?;
    if value.is_undefined() { Ok(Value::Null) } else { plain(&value, &format!("{what}: `{name}`")) }
}

fn shown(given: &Value) -> String {
    shorten(&given.to_string())
}

fn needed(what: &str, path: &str, needed: &str, given: &str) -> MemoryError {
    invalid(what, path, &format!("{needed} is needed; {given} was given"))
}
