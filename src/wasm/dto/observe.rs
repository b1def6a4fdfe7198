//! Messages of a conversation, as they come in.

use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record::{Message, ObserveInput, Role, SourceKind, Timestamp};
use crate::wasm::fields::{Fields, SHARE};
use crate::wasm::time::timestamp_of;
use crate::wasm::value::{invalid, items, plain, shorten};

/// What error messages call the method.
const WHAT: &str = "observe";

/// Messages and options, checked.
pub(in crate::wasm) fn observe_input(messages: &JsValue, options: &JsValue) -> Result<ObserveInput, MemoryError> {
    let given = items(messages, WHAT, "an array of messages")?;
    let read = |(at, message): (usize, JsValue)| {
        let what = format!("{WHAT}: message {at}");
        let message = plain(&message, &what)?;
        let fields = message.as_object().ok_or_else(|| needed(&what, "", "an object", &message))?;
        message_of(fields, &what)
    };
    let messages = given.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    let mut options = Fields::of(options, WHAT)?;
    let sources: Option<Vec<SourceKind>> = options.words("sources")?;
    let sources = sources.unwrap_or_else(|| vec![SourceKind::User]);
    if sources.is_empty() || !sources.iter().all(|source| matches!(source, SourceKind::User | SourceKind::Assistant)) {
        return Err(options.problem("sources", "one or both of user and assistant are needed"));
    }
    let trust = options.number("trust", SHARE)?;
    options.done()?;
    Ok(ObserveInput { messages, sources, trust })
}

/// One message. Fields that are none of ours are passed over: messages are handed on as a model was given them.
fn message_of(fields: &Map<String, Value>, what: &str) -> Result<Message, MemoryError> {
    let role = match fields.get("role").and_then(Value::as_str) {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("system" | "developer" | "tool" | "function" | "data") => Role::Other,
        _ => {
            let given = fields.get("role").unwrap_or(&Value::Null);
            let roles = "one of user, assistant, system, developer, tool, function and data";
            return Err(needed(what, "role", roles, given));
        }
    };
    let content = match (fields.get("content"), fields.get("parts")) {
        (None, Some(parts)) => parts_of(parts, "parts", what)?,
        (Some(content), _) => parts_of(content, "content", what)?,
        // A call of a tool has no content; of others one is needed.
        (None, None) if role == Role::User => return Err(needed(what, "content", CONTENT, &Value::Null)),
        (None, None) => String::new(),
    };
    let id = match fields.get("id") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(other) => return Err(needed(what, "id", "a text", other)),
    };
    let at: Option<Timestamp> = match fields.get("at") {
        None | Some(Value::Null) => None,
        Some(at) => Some(timestamp_of(at).ok_or_else(|| needed(what, "at", "a time", at))?),
    };
    Ok(Message { role, content, id, at })
}

const CONTENT: &str = "a text, or an array of parts";

/// The text of a content: itself, or that of its parts which are texts.
fn parts_of(content: &Value, name: &str, what: &str) -> Result<String, MemoryError> {
    match content {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(parts) => {
            let mut texts = Vec::new();
            for part in parts {
                let kind = part.get("type").and_then(Value::as_str);
                match (part, kind, part.get("text")) {
                    (Value::String(text), _, _)
                    | (_, Some("text" | "input_text" | "output_text"), Some(Value::String(text))) => {
                        texts.push(text.as_str());
                    }
                    (Value::Object(_), Some(kind), _) if !kind.ends_with("text") => {}
                    _ => return Err(needed(what, name, "a part with a `type`, and of a text its `text`,", part)),
                }
            }
            Ok(texts.join("\n"))
        }
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => Err(needed(what, name, CONTENT, content)),
    }
}

fn needed(what: &str, path: &str, needed: &str, given: &Value) -> MemoryError {
    invalid(what, path, &format!("{needed} is needed; {} was given", shorten(&given.to_string())))
}
