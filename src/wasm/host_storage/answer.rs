//! What an adapter answers is untrusted: its shape is checked strictly, and a refusal says what it was.

use crate::sorted::SortedSet;

use js_sys::{Array, ArrayBuffer, Number, Object, Reflect, Symbol, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use crate::ports::{ReadRequest, Row, Rows, Snapshot, StorageError};

/// The snapshot that a `read` answered to those requests.
pub(super) fn snapshot(found: &JsValue, requests: &[ReadRequest]) -> Result<Snapshot, StorageError> {
    if !found.is_object() {
        return Err(wrong(&format!("{}, wanted an object with revision and rows", kind(found))));
    }
    let revision = revision(&field(found, "revision")?)?;
    let lists = list(&field(found, "rows")?, || "rows".to_owned())?;
    if usize::try_from(lists.length()).ok() != Some(requests.len()) {
        return Err(wrong(&format!("{} lists of rows to {} requests", lists.length(), requests.len())));
    }
    let answers = requests.iter().zip(lists.iter()).enumerate();
    let rows = answers.map(|(n, (request, list))| rows(n, request, &list)).collect::<Result<_, _>>()?;
    Ok(Snapshot { revision, rows })
}

/// What it means that a method threw or rejected.
pub(super) fn rejection(method: &str, thrown: &JsValue) -> StorageError {
    let text = |name: &str| Reflect::get(thrown, &name.into()).ok().and_then(|value| value.as_string());
    let message = text("message").or_else(|| thrown.as_string()).filter(|message| !message.is_empty());
    match text("code").as_deref() {
        Some("conflict") => StorageError::Conflict,
        Some("store_damaged") => {
            let what = message.unwrap_or_else(|| "it does not say how".to_owned());
            StorageError::Damaged(format!("the storage adapter's {method} failed: {what}"))
        }
        Some("quota") => StorageError::Quota(message.unwrap_or_else(|| "the storage adapter is full".to_owned())),
        _ => StorageError::Unavailable(format!(
            "the storage adapter's {method} failed: {}",
            message.unwrap_or_else(|| format!("it threw {} without a message", kind(thrown)))
        )),
    }
}

fn revision(value: &JsValue) -> Result<u64, StorageError> {
    let whole = value.as_f64().filter(|number| Number::is_safe_integer(value) && 0.0 <= *number);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a safe integer from 0 on fits whole")]
    whole
        .map(|number| number as u64)
        .ok_or_else(|| wrong(&format!("{} as the revision, wanted a whole number from 0 to 2^53 - 1", shown(value))))
}

/// The rows of the `n`-th answer, which must be what its request asked for.
fn rows(n: usize, request: &ReadRequest, found: &JsValue) -> Result<Vec<Row>, StorageError> {
    let found = list(found, || format!("rows[{n}]"))?;
    if let Rows::Range { limit: Some(limit), .. } = request.rows
        && limit < found.length()
    {
        return Err(wrong(&format!("{} rows in rows[{n}], where the limit is {limit}", found.length())));
    }
    let wanted = match &request.rows {
        Rows::Keys(keys) => keys.iter().map(String::as_str).collect(),
        Rows::Range { .. } => SortedSet::new(),
    };
    let mut rows = Vec::<Row>::new();
    for (at, pair) in found.iter().enumerate() {
        let pair = list(&pair, || format!("rows[{n}][{at}]"))?;
        if pair.length() != 2 {
            return Err(wrong(&format!("{} things in rows[{n}][{at}], wanted a key and a value", pair.length())));
        }
        let (key, value) = (pair.get(0), pair.get(1));
        let Some(key) = key.as_string() else {
            return Err(wrong(&format!("{} as the key of rows[{n}][{at}], wanted a string", kind(&key))));
        };
        if rows.last().is_some_and(|(last, _)| key <= *last) {
            return Err(wrong(&format!("rows[{n}] whose keys do not ascend at {key:?}")));
        }
        let is_wanted = match &request.rows {
            Rows::Keys(_) => wanted.contains(key.as_str()),
            Rows::Range { from, to, .. } => {
                from.as_ref().is_none_or(|from| *from <= key) && to.as_ref().is_none_or(|to| key < *to)
            }
        };
        if !is_wanted {
            return Err(wrong(&format!("the key {key:?} in rows[{n}], which was not asked for")));
        }
        let Some(bytes) = bytes(&value) else {
            return Err(wrong(&format!("{} as the value of {key:?}, wanted a Uint8Array", kind(&value))));
        };
        rows.push((key, bytes));
    }
    Ok(rows)
}

/// The bytes of a `Uint8Array`; not by `instanceof`, which knows only those of this realm.
pub(in crate::wasm) fn bytes(value: &JsValue) -> Option<Vec<u8>> {
    // Of one whose buffer was given away nothing can be copied; it has no bytes left.
    Some(if n_bytes(value)? == 0 { Vec::new() } else { value.unchecked_ref::<Uint8Array>().to_vec() })
}

/// How many bytes a `Uint8Array` has.
pub(in crate::wasm) fn n_bytes(value: &JsValue) -> Option<usize> {
    if !ArrayBuffer::is_view(value) {
        return None;
    }
    let tag = Reflect::get(value, &Symbol::to_string_tag()).ok()?.as_string()?;
    (tag == "Uint8Array").then(|| value.unchecked_ref::<Uint8Array>().length() as usize)
}

fn field(object: &JsValue, name: &str) -> Result<JsValue, StorageError> {
    Reflect::get(object, &name.into()).map_err(|_| wrong(&format!("an object whose {name} throws")))
}

fn list(value: &JsValue, place: impl Fn() -> String) -> Result<Array, StorageError> {
    if Array::is_array(value) {
        return Ok(value.clone().unchecked_into());
    }
    Err(wrong(&format!("{} as {}, wanted an array", kind(value), place())))
}

fn wrong(what: &str) -> StorageError {
    StorageError::Unavailable(format!("the storage adapter answered {what}"))
}

/// A number as it is, else its type. JavaScript writes the number, so that the module need not carry how.
fn shown(value: &JsValue) -> String {
    match value.dyn_ref::<Number>() {
        Some(number) => Object::from(number.clone()).to_string().into(),
        None => kind(value),
    }
}

/// A value's type in a word, and its class where it has one.
fn kind(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    let class = || Reflect::get(&Reflect::get(value, &"constructor".into()).ok()?, &"name".into()).ok()?.as_string();
    let basic = value.js_typeof().as_string().unwrap_or_default();
    match basic.as_str() {
        "object" => class().map_or(basic, |class| format!("an object of class {class}")),
        "undefined" => basic,
        _ => format!("a {basic}"),
    }
}
